import { expect } from 'vitest';
import type { TestServer } from './server.ts';
import { outbox, sentMessages, type TestBrowser } from './browser.ts';

/** Adds an unconfirmed email address to the signed-in person. */
export async function addEmail(browser: TestBrowser, email: string): Promise<string> {
  const added = await browser.ask('POST', '/api/contacts/emails', { body: { email } });
  expect(added).toMatchObject({ status: 200, body: { verified: false } });
  return String(added.body['id']);
}

/** Adds one and confirms it by the code sent to it. */
export async function addConfirmedEmail(server: TestServer, browser: TestBrowser, email: string): Promise<string> {
  const id = await addEmail(browser, email);
  await sentMessages(server);
  const mail = (await outbox(server)).find(({ recipient, text }) => recipient === email && /\b\d{6}\b/.test(text))!;
  const code = /\b\d{6}\b/.exec(mail.text)![0];
  const confirmed = await browser.ask('POST', `/api/contacts/${id}/confirm`, { body: { code } });
  expect(confirmed).toMatchObject({ status: 200, body: { verified: true } });
  return id;
}
