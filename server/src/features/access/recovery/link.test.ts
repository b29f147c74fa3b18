import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '../../../db/transaction.ts';
import { recoveryCookie } from '../../../http/cookies.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { endResetProofs } from '../../../identity/credentials/end-resets.ts';
import { lastCode, TestBrowser } from '../../../testing/browser.ts';
import { addPerson } from '../../../testing/person.ts';
import { askForLink, openLink, proveByText, reachable } from '../../../testing/access/recovery.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const check = async (requestCode: string) =>
  (await new TestBrowser(server).ask('POST', '/api/reset-links/check', { body: { requestCode } })).status;
const worthless = { status: 401, body: { Code: 'RESET_LINK_INVALID' } };
const open = (here: TestBrowser, requestCode: string) =>
  here.ask('POST', '/Forgot/Authenticate', { body: { requestCode } });

async function opened() {
  const person = await addPerson(server, { contacts: reachable() });
  const here = new TestBrowser(server);
  const link = await askForLink(server, here, person.username);
  return { person, here, link, reset: await openLink(here, link) };
}

test(
  'a link can be opened repeatedly: mail programs do not use it up',
  { tags: ['@2.routes.18', '@7.15'] },
  async () => {
    const { person, link, reset } = await opened();
    const scanner = new TestBrowser(server);
    for (let times = 0; times < 3; times += 1) expect(await open(scanner, link)).toMatchObject({ status: 200 });
    await proveByText(server, reset);
    expect(await reset.reset('PhoneNumber')).toMatchObject({ status: 200 });
    const sessions = await server.context.db
      .selectFrom('session')
      .select('methods')
      .where('person_id', '=', person.id)
      .execute();
    expect(sessions).toEqual([{ methods: ['link', 'sms'] }]);
  },
);

test('the proof of one browser does not count for another that has opened the link', async () => {
  const { link, reset } = await opened();
  const other = await openLink(new TestBrowser(server), link);
  await proveByText(server, reset);
  expect(await other.reset('PhoneNumber')).toMatchObject({ status: 403, body: { Code: 'RESET_NOT_VERIFIED' } });
});

describe('a browser that has given the second proof and opens its link again', () => {
  async function proven() {
    const all = await opened();
    await proveByText(server, all.reset);
    return all;
  }
  const notVerified = { status: 403, body: { Code: 'RESET_NOT_VERIFIED' } };

  test('continues from there, once', { tags: '@beyond.27' }, async () => {
    const { person, here, link, reset } = await proven();
    expect(reset.answer.body).toMatchObject({ provenBy: null });
    await openLink(here, link);
    const again = await openLink(here, link);
    expect(again.answer.body).toMatchObject({ provenBy: 'PhoneNumber' });
    expect(await again.reset('PhoneNumber')).toMatchObject({ status: 200 });
    expect(await reset.reset('PhoneNumber')).toMatchObject(worthless);
    const events = await server.context.db
      .selectFrom('audit_event')
      .select('details')
      .where('person_id', '=', person.id)
      .where('type', '=', 'authn_reset_opened')
      .execute();
    expect(events.map(({ details }) => details)).toContainEqual({ provenBy: 'PhoneNumber' });
  });

  test('is not continued by another browser with the same mailbox', { tags: '@beyond.27' }, async () => {
    const { link } = await proven();
    const other = await openLink(new TestBrowser(server), link);
    expect(other.answer.body).toMatchObject({ provenBy: null });
    expect(await other.reset('PhoneNumber')).toMatchObject(notVerified);
  });

  test('is not continued with a secret copied from it before its owner opened the link', async () => {
    const { here, link } = await opened();
    const copied = here.cookies.get(recoveryCookie)!;
    await proveByText(server, await openLink(here, link));
    const other = new TestBrowser(server);
    other.cookies.set(recoveryCookie, copied);
    const elsewhere = await openLink(other, link);
    expect(elsewhere.answer.body).toMatchObject({ provenBy: null });
    expect(await elsewhere.reset('PhoneNumber')).toMatchObject(notVerified);
    expect((await openLink(here, link)).answer.body).toMatchObject({ provenBy: 'PhoneNumber' });
  });

  test('does not continue with another link', async () => {
    const { person, here } = await proven();
    server.clock.advance(31);
    const next = await openLink(here, await askForLink(server, here, person.username));
    expect(next.answer.body).toMatchObject({ provenBy: null });
    expect(await next.reset('PhoneNumber')).toMatchObject(notVerified);
  });

  test('does not continue once the proof was taken back', async () => {
    const { person, here, link } = await proven();
    await inTransaction(server.context.db, (tx) => endResetProofs(tx, server.context, person.id));
    expect((await openLink(here, link)).answer.body).toMatchObject({ provenBy: null });
  });

  test('does not continue without cookies', async () => {
    const person = await addPerson(server, { contacts: reachable() });
    const caller = new TestBrowser(server, 'token');
    const link = await askForLink(server, caller, person.username);
    await proveByText(server, await openLink(caller, link));
    expect((await openLink(caller, link)).answer.body).toMatchObject({ provenBy: null });
  });
});

test('a code sent for one browser does not work in another', async () => {
  const { link, reset } = await opened();
  const other = await openLink(new TestBrowser(server), link);
  expect(await reset.send('PhoneNumber')).toMatchObject({ status: 200 });
  expect(await other.verify('PhoneNumber', await lastCode(server))).toMatchObject({
    body: { Code: 'MFA_INVALID_CODE' },
  });
});

test('requesting another link ends neither the current one nor its proof', async () => {
  const { person, reset } = await opened();
  await proveByText(server, reset);
  for (let asked = 0; asked < 3; asked += 1) {
    await askForLink(server, new TestBrowser(server), person.username);
    server.clock.advance(240);
  }
  expect(await reset.reset('PhoneNumber')).toMatchObject({ status: 200 });
});

test('links of the last ten minutes stay even if unopened; a new link supersedes older unopened ones', async () => {
  const person = await addPerson(server, { contacts: reachable() });
  const here = new TestBrowser(server);
  const first = await askForLink(server, here, person.username);
  server.clock.advance(599);
  const second = await askForLink(server, here, person.username);
  server.clock.advance(31);
  const third = await askForLink(server, here, person.username);
  expect(await open(here, first)).toMatchObject(worthless);
  expect(await open(here, second)).toMatchObject({ status: 200 });
  expect(await open(here, third)).toMatchObject({ status: 200 });
});

test('the link that sets a password ends all others, with their flows', async () => {
  const { person, here, link, reset } = await opened();
  server.clock.advance(31);
  const next = await askForLink(server, here, person.username);
  const other = await openLink(new TestBrowser(server), next);
  await proveByText(server, reset);
  expect(await reset.reset('PhoneNumber')).toMatchObject({ status: 200 });
  for (const each of [link, next]) expect(await open(here, each)).toMatchObject(worthless);
  expect(await other.methods()).toMatchObject(worthless);
});

test('a check says whether a link works, changes nothing, and sets no cookie', async () => {
  const { link, reset } = await opened();
  const stranger = new TestBrowser(server);
  const flows = () => server.context.db.selectFrom('reset_flow').select('id').execute();
  const before = await flows();
  const answer = await stranger.ask('POST', '/api/reset-links/check', { body: { requestCode: link } });
  expect(answer).toMatchObject({ status: 200, body: {} });
  expect(stranger.cookies.size).toBe(0);
  expect(await flows()).toEqual(before);
  await proveByText(server, reset);
  expect(await reset.reset('PhoneNumber')).toMatchObject({ status: 200 });
  expect(await check(link)).toBe(401);
});

test('link and flow expire after two hours', async () => {
  const { here, link, reset } = await opened();
  server.clock.advance(2 * 3600 - 2);
  const answer = await open(here, link);
  expect(answer).toMatchObject({ status: 200, body: { expiresInSeconds: expect.any(Number) } });
  expect(Number(answer.body['expiresInSeconds'])).toBeLessThanOrEqual(2);
  expect((await reset.methods()).status).toBe(200);
  expect(await check(link)).toBe(200);
  server.clock.advance(2);
  expect(await check(link)).toBe(401);
  expect(await open(here, link)).toMatchObject(worthless);
  expect(await reset.methods()).toMatchObject(worthless);
});

test('a link ends when the password changes', async () => {
  const { person, here, link, reset } = await opened();
  await server.context.db
    .updateTable('person')
    .set({ password_changed_at: new Date(server.clock.now().getTime() + 1) })
    .where('id', '=', person.id)
    .execute();
  expect(await open(here, link)).toMatchObject(worthless);
  expect(await reset.methods()).toMatchObject(worthless);
});

test('a link ends when its address is no longer confirmed, or no longer the person’s', async () => {
  const { person, here, link } = await opened();
  const set = { verified_at: null };
  await server.context.db.updateTable('contact').set(set).where('person_id', '=', person.id).execute();
  expect(await open(here, link)).toMatchObject(worthless);
  await server.context.db
    .deleteFrom('contact')
    .where('person_id', '=', person.id)
    .where('kind', '=', 'Email')
    .execute();
  expect(await open(here, link)).toMatchObject(worthless);
});

test.each([
  'x',
  'rsl_',
  `rsl_${'A'.repeat(43)}`,
  `rst_${'A'.repeat(43)}`,
  `ses_${'A'.repeat(43)}`,
  '../..',
  'x'.repeat(128),
])('%j is refused', async (requestCode) => {
  expect(await open(new TestBrowser(server), requestCode)).toMatchObject(worthless);
  expect(await check(requestCode)).toBe(401);
});

test('link and flow token are stored as hashes only', async () => {
  const { link, reset } = await opened();
  const { db } = server.context;
  const rows = [
    ...(await db.selectFrom('reset_link').selectAll().execute()),
    ...(await db.selectFrom('reset_flow').selectAll().execute()),
  ];
  const kept = JSON.stringify(rows) + rows.map((row) => row.token_hash.toString('latin1')).join('');
  for (const token of [link, reset.bearer]) expect(kept).not.toContain(token.slice(4));
});
