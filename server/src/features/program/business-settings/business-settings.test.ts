import {
  defaultDeliveries,
  defaultLowBalance,
  defaultQuietHours,
} from '@florin/contract/program/notification-preferences';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { preferencesOf } from '../../../core/notifications/send.ts';
import { administratorOf } from '../../../testing/administrator.ts';
import { addCardholder, fundedBusiness, type FundedBusiness } from '../../../testing/money/funded-business.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const read = async ({ browser }: FundedBusiness) => (await browser.ask('GET', '/api/business/profile')).body;
const put = ({ browser }: FundedBusiness, path: string, body: object) => browser.ask('PUT', path, { body });
const profile = '/api/business/profile';

test('the profile and the time zone are changed, unless someone else has changed them since', async () => {
  const business = await fundedBusiness(server);
  const colleague = await administratorOf(server, business.businessId);
  expect(await read(business)).toEqual({
    name: 'Example Works',
    address: null,
    timeZone: 'America/New_York',
    fourEyes: false,
    version: 1,
  });
  const first = { address: '  1 Harbor Street, Portland  ', timeZone: 'America/Denver', version: 1 };
  expect(await colleague.ask('PUT', profile, { body: first })).toMatchObject({
    status: 200,
    body: { address: '1 Harbor Street, Portland', timeZone: 'America/Denver', version: 2 },
  });
  const late = await put(business, profile, { address: null, timeZone: 'America/New_York', version: 1 });
  expect(late).toMatchObject({ status: 409, body: { Code: 'VERSION_CONFLICT' } });
  expect(await read(business)).toMatchObject({ timeZone: 'America/Denver', version: 2 });
  expect(await put(business, profile, { address: null, timeZone: 'America/Denver', version: 2 })).toMatchObject({
    status: 200,
    body: { address: null, version: 3 },
  });
});

test.each(['Asia/Calcutta', 'Asia/Kolkata', 'UTC', 'Etc/GMT+5'])(
  'the time zone %s is taken, whichever of its names the engine lists',
  async (timeZone) => {
    const business = await fundedBusiness(server);
    const answer = await put(business, profile, { address: null, timeZone, version: 1 });
    expect(answer).toMatchObject({ status: 200, body: { timeZone } });
  },
);

test.each([
  'Mars/Olympus',
  '',
  'america/new_york',
  'AMERICA/NEW_YORK',
  'US/Pacific-New',
  'SystemV/PST8',
  '+05:30',
  'EST5EDT; drop table',
])('the time zone %j is unknown and refused', async (timeZone) => {
  const business = await fundedBusiness(server);
  const answer = await put(business, profile, { address: null, timeZone, version: 1 });
  expect(answer).toMatchObject({ status: 400, body: { Fields: [{ Field: 'timeZone', Problem: 'format' }] } });
});

test('four eyes need two administrators; turning them off needs the second one', async () => {
  const business = await fundedBusiness(server, 0n, { proven: true });
  const { browser } = business;
  const set = (fourEyes: boolean, version: number) => put(business, '/api/business/four-eyes', { fourEyes, version });
  expect(await set(true, 1)).toMatchObject({ status: 409, body: { Code: 'ONLY_ADMINISTRATOR' } });
  const second = await administratorOf(server, business.businessId);
  expect(await set(true, 1)).toMatchObject({ status: 200, body: { fourEyes: true, version: 2 } });
  const asked = await set(false, 2);
  expect(asked).toMatchObject({ status: 202, body: { change: { kind: 'FOUR_EYES', isYours: true } } });
  expect(await read(business)).toMatchObject({ fourEyes: true });
  const { id } = asked.body['change'] as { id: string };
  const decide = { body: { decision: 'APPROVE' } };
  expect(await browser.ask('POST', `/api/pending-changes/${id}/decide`, decide)).toMatchObject({
    body: { Code: 'OWN_CHANGE' },
  });
  expect(await second.ask('POST', `/api/pending-changes/${id}/decide`, decide)).toMatchObject({ status: 200 });
  expect(await read(business)).toMatchObject({ fourEyes: false, version: 3 });
});

test('people who have not chosen follow the defaults of the business, and may go back to them', async () => {
  const business = await fundedBusiness(server);
  const holder = await addCardholder(server, business);
  const path = '/api/business/notification-defaults';
  const { body } = await business.browser.ask('GET', path);
  const usual = (role: 'ADMIN' | 'CARDHOLDER') => ({
    deliveries: defaultDeliveries[role],
    quietHours: defaultQuietHours,
    lowBalanceBelow: defaultLowBalance[role],
  });
  const defaults = { ADMIN: usual('ADMIN'), CARDHOLDER: usual('CARDHOLDER') };
  expect(body).toEqual({ defaults, version: 1 });
  const own = async () => (await holder.browser.ask('GET', '/api/notification-preferences')).body;
  expect(await own()).toMatchObject({ isDefault: true, lowBalanceBelow: defaultLowBalance.CARDHOLDER });
  const changed = { ...defaults, CARDHOLDER: { ...usual('CARDHOLDER'), quietHours: null, lowBalanceBelow: 12_34 } };
  expect(await put(business, path, { defaults: changed, version: 1 })).toMatchObject({ status: 200 });
  expect(await put(business, path, { defaults, version: 1 })).toMatchObject({ body: { Code: 'VERSION_CONFLICT' } });
  expect(await own()).toMatchObject({ isDefault: true, quietHours: null, lowBalanceBelow: 12_34 });
  const chosen = { ...usual('CARDHOLDER'), lowBalanceBelow: 99_00 };
  await holder.browser.ask('PUT', '/api/notification-preferences', { body: chosen });
  expect(await own()).toMatchObject({ isDefault: false, lowBalanceBelow: 99_00 });
  await holder.browser.ask('DELETE', '/api/notification-preferences');
  expect(await own()).toMatchObject({ isDefault: true, lowBalanceBelow: 12_34 });
});

test('a person’s choice is before the business’s, which is before the product’s', () => {
  const none = { deliveries: null, quiet_from: null, quiet_until: null, low_balance_below: null };
  const ofBusiness = { deliveries: defaultDeliveries.ADMIN, quietHours: null, lowBalanceBelow: 7 };
  const defaults = { ADMIN: ofBusiness, CARDHOLDER: ofBusiness };
  expect(preferencesOf('ADMIN', { ...none, defaults: null }).lowBalanceBelow).toBe(defaultLowBalance.ADMIN);
  expect(preferencesOf('ADMIN', { ...none, defaults }).lowBalanceBelow).toBe(7);
  const own = { ...none, deliveries: defaultDeliveries.ADMIN, low_balance_below: 8n };
  expect(preferencesOf('ADMIN', { ...own, defaults }).lowBalanceBelow).toBe(8);
});
