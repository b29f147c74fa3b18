import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { addInvite } from '../../../testing/access/invite.ts';
import { askForLink, openLink, proveByText, reachable, solved } from '../../../testing/access/recovery.ts';
import { addWaitingCard } from '../../../testing/cards/waiting-card.ts';
import { TestWizard } from '../../../testing/access/wizard.ts';
import { lastCode, TestBrowser } from '../../../testing/browser.ts';
import { addPerson, testPassword } from '../../../testing/person.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

type Answer = Awaited<ReturnType<TestBrowser['ask']>>;
const refusal = async (answer: Promise<Answer>) => {
  const { status, body } = await answer;
  return [status, body['Code']];
};
let people = 0;

/** For each kind of token: uses one up, and returns the answer to its second use. */
const replays: Record<string, () => Promise<unknown[]>> = {
  async ses() {
    const person = await addPerson(server);
    const here = new TestBrowser(server, 'token');
    const bearer = String((await here.login(person.username, testPassword)).body['access_token']);
    expect((await here.ask('POST', '/api/logout', { bearer, body: { reason: 'user' } })).status).toBeLessThan(300);
    return refusal(here.session(bearer));
  },
  async rfr() {
    const person = await addPerson(server);
    const here = new TestBrowser(server, 'token');
    const { refresh_token } = (await here.login(person.username, testPassword)).body;
    const renew = () => here.ask('POST', '/api/refresh-token', { body: { refresh_token } });
    expect((await renew()).status).toBe(200);
    server.clock.advance(60);
    return refusal(renew());
  },
  async mfp() {
    const person = await addPerson(server, { mfaEnabled: true });
    const here = new TestBrowser(server);
    const pending = await here.begin(person.username, testPassword);
    await here.sendCode(person.username, pending);
    const code = await lastCode(server);
    expect((await here.authenticate(person.username, code, pending)).status).toBe(200);
    server.clock.advance(31);
    const again = await refusal(here.authenticate(person.username, code, pending));
    expect(await refusal(new TestBrowser(server).sendCode(person.username, pending))).toEqual(again);
    return again;
  },
  async rsl() {
    const { link } = await reset();
    return refusal(new TestBrowser(server).ask('POST', '/Forgot/Authenticate', { body: { requestCode: link } }));
  },
  async rst() {
    const { opened } = await reset();
    return refusal(opened.reset('PhoneNumber', 'another-lantern-1907-orbit'));
  },
  async reg() {
    const { number } = await addWaitingCard(server);
    const token = await new TestWizard(server).prove(number);
    expect((await new TestWizard(server).register(token, `replay.${(people += 1)}`)).status).toBe(200);
    return refusal(new TestWizard(server).register(token, `replay.${(people += 1)}`));
  },
  async inv() {
    const { code } = await addInvite(server);
    const here = new TestWizard(server);
    const token = String((await here.invite(code)).body['access_token']);
    expect((await here.register(token, `replay.${(people += 1)}`)).status).toBe(200);
    return refusal(new TestWizard(server).invite(code));
  },
  async tkt() {
    const person = await addPerson(server);
    const here = new TestBrowser(server, 'token');
    const bearer = String((await here.login(person.username, testPassword)).body['access_token']);
    const { ticket } = (await here.ask('POST', '/api/autologin-tickets', { bearer, body: {} })).body;
    const redeem = () => new TestBrowser(server).ask('POST', '/api/autologin', { body: { ticket } });
    expect((await redeem()).status).toBe(200);
    return refusal(redeem());
  },
  async captcha() {
    const here = new TestBrowser(server);
    const recaptchaToken = await solved(here, 'forgot-password');
    const send = () => here.ask('POST', '/api/forgot-password', { body: { userName: 'nobody', recaptchaToken } });
    expect((await send()).status).toBe(200);
    return refusal(send());
  },
};

async function reset() {
  const person = await addPerson(server, { contacts: reachable() });
  const here = new TestBrowser(server);
  const link = await askForLink(server, here, person.username);
  const opened = await openLink(here, link);
  await proveByText(server, opened);
  expect((await opened.reset('PhoneNumber', 'violet-lantern-1907-ferry')).status).toBe(200);
  return { link, opened };
}

test.each([
  ['ses', 401, 'UNAUTHENTICATED'],
  ['rfr', 401, 'REFRESH_TOKEN_INVALID'],
  ['mfp', 401, 'UNAUTHENTICATED'],
  ['rsl', 401, 'RESET_LINK_INVALID'],
  ['rst', 401, 'RESET_LINK_INVALID'],
  ['reg', 409, 'ALREADY_REGISTERED'],
  ['inv', 400, 'INVITE_INVALID'],
  ['tkt', 401, 'TICKET_INVALID'],
  ['captcha', 402, 'RECAPTCHA_LOCK'],
] as const)('a used %s is answered with %i %s', async (kind, status, code) => {
  expect(await replays[kind]!()).toEqual([status, code]);
});
