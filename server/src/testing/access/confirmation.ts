import { expect } from 'vitest';
import type { TestServer } from '../server.ts';
import { TestBrowser } from '../browser.ts';
import { addPerson, testPassword, type TestPerson } from '../person.ts';
import { askForLink, joinBusiness, openLink } from './recovery.ts';

export const notAsked = { status: 403, body: { Code: 'RESET_NOT_VERIFIED' } };
export const pending = { status: 409, body: { Code: 'CONFIRMATION_PENDING' } };

/** A business with an administrator, and a cardholder of it who has only email and has opened a link. */
export async function officeOf(server: TestServer, wanted: Parameters<typeof addPerson>[1] = {}) {
  const administrator = await addPerson(server, { accounts: [{ role: 'ADMIN' }] });
  const person = await addPerson(server, wanted);
  await joinBusiness(server, person, administrator);
  const here = new TestBrowser(server);
  const reset = await openLink(here, await askForLink(server, here, person.username));
  return { administrator, person, here, reset };
}

export async function signIn(server: TestServer, person: TestPerson): Promise<TestBrowser> {
  const here = new TestBrowser(server);
  expect(await here.enter(person.username, testPassword)).toMatchObject({ status: 200 });
  return here;
}
/** The requests shown in an administrator's dashboard. */
export const waiting = async (here: TestBrowser) =>
  (await here.ask('GET', '/api/recovery-requests')).body as unknown as { id: string; firstName: string }[];
export const confirm = (here: TestBrowser, id: string) => here.ask('POST', `/api/recovery-requests/${id}/confirm`);
