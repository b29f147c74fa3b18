import { api } from '@florin/contract/api';
import type { Endpoint } from '@florin/contract/endpoint';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestBrowser } from '../../testing/browser.ts';
import { addPerson, testPassword } from '../../testing/person.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

/** About the caller's own login, account and device. */
const own = [
  'acceptAgreement', 'chooseAppearance', 'markTourSeen', 'createAutologinTicket', 'addPhone', 'addEmail',
  'sendContactCode', 'confirmContact', 'removeContact', 'setMfaEnabled', 'startAuthenticator', 'confirmAuthenticator',
  'startPasskey', 'confirmPasskey', 'renameFactor', 'removeFactor', 'makeBackupCodes', 'changePassword', 'beginLink',
  'linkLogin', 'switchUser', 'markLoginActivitySeen', 'signOutDevice', 'signOutOtherDevices', 'reportDevice',
  'changeNotificationPreferences', 'resetNotificationPreferences', 'checkPassword', 'linkRegistration', 'markChecklistSeen', 'reportActivity', 'logout',
  'sendStepUpCode', 'stepUp', 'sendSupportMessage', 'createUserPreference',
]; // prettier-ignore
/** Their own views of lists, which nobody else sees: to share one is refused (list-views.test.ts). */
const ownViews = ['saveListView', 'changeListView', 'deleteListView'];
/** They answer and change nothing. */
const questions = ['canIBuy', 'backtestSpendPolicy'];
/** The simulator of installations with demo data: it plays the merchant, not the administrator. */
const simulated = ['simulatePurchase', 'simulateAct', 'passTime', 'setFaults', 'simulateShipment'];

const changing = (Object.entries(api) as [string, Endpoint][]).filter(
  ([, { method, access }]) => method !== 'GET' && [access].flat().includes('session'),
);

let server: TestServer;
let auditor: TestBrowser;
beforeAll(async () => {
  server = await startTestServer();
  const person = await addPerson(server, { accounts: [{ role: 'ADMIN' }] });
  await server.context.db
    .updateTable('membership')
    .set({ preset: 'AUDITOR' })
    .where('id', '=', person.membershipIds[0]!)
    .execute();
  auditor = new TestBrowser(server);
  await auditor.enter(person.username, testPassword);
});
afterAll(() => server.close());

const nobodysId = '01990000-0000-7000-8000-000000000000';
const allowed = new Set([...own, ...ownViews, ...questions, ...simulated]);

test('every exception is a call that changes something', () => {
  const names = new Set(changing.map(([name]) => name));
  expect([...allowed].filter((name) => !names.has(name))).toEqual([]);
});

test('an auditor changes nothing but their own account', async () => {
  const possible: string[] = [];
  for (const [name, { method, path }] of changing) {
    if (allowed.has(name)) continue;
    const { status } = await auditor.ask(method, path.replaceAll(/\{\w+\}/g, nobodysId), { body: {} });
    // The body is wrong on purpose: who may not call is refused before it is read.
    if (status !== 403) possible.push(`${name}: ${status}`);
  }
  expect(possible).toEqual([]);
});
