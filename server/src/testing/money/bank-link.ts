import { expect } from 'vitest';
import { demoBankPassword } from '../../ports/open-banking/demo-customers.ts';
import type { TestBrowser } from '../browser.ts';

/** Starts a visit of the demo bank. */
export async function startLink(browser: TestBrowser, reconnects?: string) {
  const answer = await browser.ask('POST', '/api/bank-links', { body: { ...(reconnects && { reconnects }) } });
  expect(answer.status).toBe(201);
  return { id: String(answer.body['id']), linkToken: String(answer.body['linkToken']) };
}

/** Signs in to the demo bank and shares accounts. @returns the public token */
export async function shareAccounts(
  browser: TestBrowser,
  linkToken: string,
  accountIds: readonly string[],
): Promise<string> {
  const typed = { linkToken, username: 'demo', password: demoBankPassword };
  const signedIn = await browser.ask('POST', '/api/demo-bank/sign-in', { body: typed });
  expect(signedIn.status).toBe(200);
  const body = { visit: signedIn.body['visit'], accountIds };
  const shared = await browser.ask('POST', '/api/demo-bank/share', { body });
  expect(shared.status).toBe(200);
  return String(shared.body['publicToken']);
}

/** Goes the whole way. @returns the answer of its last step */
export async function connectBank(browser: TestBrowser, accountIds: readonly string[], reconnects?: string) {
  const { id, linkToken } = await startLink(browser, reconnects);
  const publicToken = await shareAccounts(browser, linkToken, accountIds);
  return browser.ask('POST', `/api/bank-links/${id}/finish`, { body: { publicToken } });
}
