import { DAY, strangersMessages as limits } from '@florin/contract/limits';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Captcha } from '../../ports/captcha/captcha.ts';
import { outbox, sentMessages, TestBrowser } from '../../testing/browser.ts';
import { addPerson, testPassword } from '../../testing/person.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { sendSupportDigests } from './strangers.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  // A token is the difficulty that was solved.
  const verify: Captcha['verify'] = (token, { minimumDifficulty }) =>
    Promise.resolve(Number(token) >= minimumDifficulty);
  server.context.captcha = { ...server.context.captcha, verify };
});
afterAll(() => server.close());
beforeEach(() => server.clock.advance(limits.windowSeconds + 60));

let paths = 0;
const chat = (by: TestBrowser, recaptchaToken?: string) =>
  by.ask('POST', '/api/chat/messages', { body: { email: 'me@example.com', message: 'Hello', recaptchaToken } });
const report = (by: TestBrowser, recaptchaToken?: string) =>
  by.ask('POST', '/api/support/broken-links', { body: { path: `/old/${(paths += 1)}`, recaptchaToken } });

async function mailsToSupport() {
  await sentMessages(server);
  return (await outbox(server)).filter(({ recipient }) => recipient === 'hello@florin.example');
}

test('an address needs a captcha after a few messages of either kind, and a harder one after more', async () => {
  const stranger = new TestBrowser(server);
  for (const send of [chat, report, chat]) expect((await send(stranger)).status).toBe(200);
  for (const send of [chat, report])
    expect(await send(stranger)).toMatchObject({ status: 402, body: { Code: 'RECAPTCHA_LOCK', Difficulty: 1 } });
  for (let sent = limits.captchaFrom; sent < limits.hardCaptchaFrom; sent += 1)
    expect((await chat(stranger, '3')).status).toBe(200);
  expect((await chat(stranger)).body['Difficulty']).toBe(2);
  expect((await chat(new TestBrowser(server))).status).toBe(200);
});

test('no more than the first few of concurrent messages go without a captcha', async () => {
  const stranger = new TestBrowser(server);
  const answers = await Promise.all(Array.from({ length: 12 }, () => chat(stranger)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(limits.captchaFrom);
});

test('an easy captcha does for no more concurrent messages than it does one after the other', async () => {
  const stranger = new TestBrowser(server);
  const batch = (token: string) => Promise.all(Array.from({ length: 40 }, () => chat(stranger, token)));
  const admitted = (answers: Awaited<ReturnType<typeof batch>>) =>
    answers.filter(({ status }) => status === 200).length;
  for (let sent = 0; sent < limits.captchaFrom; sent += 1) await chat(stranger);
  const easy = await batch('1');
  expect(admitted(easy)).toBe(limits.hardCaptchaFrom - limits.captchaFrom);
  expect(easy.find(({ status }) => status === 402)?.body['Difficulty']).toBe(2);
  expect(admitted(await batch('2'))).toBe(limits.hardestCaptchaFrom - limits.hardCaptchaFrom);
});

test('an address has a quota for the day, whatever captchas it solves', async () => {
  const stranger = new TestBrowser(server);
  for (let sent = 0; sent < limits.perAddressAndDay; sent += 1) expect((await chat(stranger, '3')).status).toBe(200);
  server.clock.advance(limits.windowSeconds + 60);
  const refused = await chat(stranger, '3');
  expect([refused.status, Number(refused.headers['retry-after']) > 80_000]).toEqual([429, true]);
  server.clock.advance(DAY);
  expect((await chat(stranger, '3')).status).toBe(200);
});

test('signed-in people need no captcha, and are not held up by strangers', async () => {
  const person = await addPerson(server);
  const here = new TestBrowser(server);
  await here.enter(person.username, testPassword);
  const stranger = new TestBrowser(server);
  stranger.address = here.address;
  for (let sent = 0; sent < limits.mailedPerProgram + 5; sent += 1) await chat(stranger, '3');
  const before = (await mailsToSupport()).length;
  for (let sent = 0; sent < 10; sent += 1) expect((await chat(here)).status).toBe(200);
  for (let sent = 0; sent < 10; sent += 1) expect((await report(here)).status).toBe(200);
  expect((await mailsToSupport()).length - before).toBe(20);
  expect((await chat(here)).status).toBe(429);
});

test('a flood of strangers is mailed in part, and the rest in one digest an hour', async () => {
  await sendSupportDigests(server.context);
  const before = (await mailsToSupport()).length;
  const references = [];
  for (let sent = 0; sent < limits.mailedPerProgram + limits.perDigest + 3; sent += 1) {
    const { status, body } = await (sent % 2 ? chat : report)(new TestBrowser(server));
    expect(status).toBe(200);
    references.push(String(body['reference']));
  }
  expect((await mailsToSupport()).length - before).toBe(limits.mailedPerProgram);
  await sendSupportDigests(server.context);
  const mails = await mailsToSupport();
  expect(mails.length - before).toBe(limits.mailedPerProgram + 1);
  const [first] = mails;
  expect(first).toMatchObject({ subject: `${limits.perDigest} more messages to support` });
  expect(first!.text).toContain('3 more follow in the next hour.');
  await sendSupportDigests(server.context);
  await sendSupportDigests(server.context);
  const all = await mailsToSupport();
  expect(all.length - before).toBe(limits.mailedPerProgram + 2);
  const text = all.map((mail) => mail.text).join('\n');
  expect(references.filter((reference) => !text.includes(reference))).toEqual([]);
});
