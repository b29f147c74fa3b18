import { randomInt } from 'node:crypto';
import type { EntityType } from '@florin/contract/fields';
import { expect } from 'vitest';
import { solve } from '../ports/solve.ts';
import type { TestServer } from '../server.ts';
import { lastCode, outbox, sentMessages, type TestBrowser } from '../browser.ts';
import type { TestPerson } from '../person.ts';

export const newPassword = 'walnut-breeze-canyon-81';

type Form = 'forgot-username' | 'forgot-password' | 'login-link';

/** A solved captcha for a form of recovery. */
export async function solved(here: TestBrowser, action: Form, difficulty = 1): Promise<string> {
  const challenge = await here.ask('GET', `/api/captcha/challenge?action=${action}&difficulty=${difficulty}`);
  return (await solve(challenge.body as Parameters<typeof solve>[0])).token;
}

export const forgetPassword = async (here: TestBrowser, userName: string) =>
  here.ask('POST', '/api/forgot-password', {
    body: { userName, recaptchaToken: await solved(here, 'forgot-password') },
  });

export const forgetUsername = async (here: TestBrowser, emailId: string) =>
  here.ask('POST', '/api/forgot-username', {
    body: { emailId, recaptchaToken: await solved(here, 'forgot-username') },
  });

export const askForLoginLink = async (here: TestBrowser, username: string) =>
  here.ask('POST', '/api/login-link', { body: { username, recaptchaToken: await solved(here, 'login-link') } });

/** The code of the newest sign-in link to an address. */
export async function loginLinkTo(server: TestServer, address: string): Promise<string> {
  await sentMessages(server);
  const mails = (await outbox(server)).filter(({ recipient }) => recipient === address);
  const links = mails.map(({ text }) => /\/login-link\/(sgl_[\w-]{43})$/m.exec(text)?.[1]);
  return links.find((link) => link !== undefined)!;
}

export const openLoginLink = (here: TestBrowser, requestCode: string) =>
  here.ask('POST', '/api/login-link/open', { body: { requestCode, deviceId: 'a-browser', device: here.userAgent } });

/** Requests a link and takes its code from the mail, as its reader does. */
export async function askForLink(server: TestServer, here: TestBrowser, username: string): Promise<string> {
  expect(await forgetPassword(here, username)).toMatchObject({ status: 200, body: {} });
  await sentMessages(server);
  const links = (await outbox(server)).map(({ text }) => /\/reset-password\/(rsl_[\w-]{43})$/m.exec(text)?.[1]);
  return links.find((link) => link !== undefined)!;
}

/** A browser that has opened a link, with its calls. */
export async function openLink(here: TestBrowser, requestCode: string) {
  const device = { deviceId: 'a-browser', device: here.userAgent };
  const answer = await here.ask('POST', '/Forgot/Authenticate', { body: { requestCode, ...device } });
  expect(answer.status).toBe(200);
  const bearer = String(answer.body['access_token']);
  const post = (path: string, body: object) => here.ask('POST', path, { body, bearer });
  return {
    bearer,
    answer,
    methods: () => here.ask('GET', '/forgot/verification-methods?deviceId=a-browser', { bearer }),
    send: (entityType: string) => post('/forgot/send-code', { entityType }),
    verify: (entityType: string, code?: string) => post('/forgot/verify-code', { entityType, code }),
    verifyPasskey: (passkey: object) => post('/forgot/verify-code', { entityType: 'Passkey', passkey }),
    reset: (entityType: string, password = newPassword, confirmPassword = password) =>
      here.ask('PUT', '/forgot/reset-password', { body: { password, confirmPassword, ...device, entityType }, bearer }),
  };
}

export type OpenedReset = Awaited<ReturnType<typeof openLink>>;

/** Gives the second proof by a text. */
export async function proveByText(server: TestServer, reset: OpenedReset): Promise<void> {
  expect(await reset.send('PhoneNumber')).toMatchObject({ status: 200 });
  expect(await reset.verify('PhoneNumber', await lastCode(server))).toMatchObject({ status: 200 });
}

/** An unused email address and phone. */
export function reachable(): { kind: EntityType; address: string; verified?: boolean }[] {
  const own = String(randomInt(10_000_000)).padStart(7, '0');
  return [
    { kind: 'Email', address: `reachable.${own}@people.example` },
    { kind: 'PhoneNumber', address: `+1212${own}` },
  ];
}

/** Makes the first account of a person belong to the business of another one's. */
export async function joinBusiness({ context: { db } }: TestServer, joining: TestPerson, joined: TestPerson) {
  await db
    .updateTable('membership')
    .set((eb) => ({
      business_id: eb.selectFrom('membership').select('business_id').where('id', '=', joined.membershipIds[0]!),
    }))
    .where('id', '=', joining.membershipIds[0]!)
    .execute();
}
