import { randomInt } from 'node:crypto';
import { defaultDeliveries, type Deliveries } from '@florin/contract/program/notification-preferences';
import { DAY, HOUR } from '@florin/contract/limits';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../db/ids.ts';
import { inTransaction } from '../../db/transaction.ts';
import { outbox, sentMessages, TestBrowser } from '../../testing/browser.ts';
import { addPerson, testPassword } from '../../testing/person.ts';
import { fundBusiness } from '../../testing/cards/spending.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { phoneIndex } from '../people/contacts.ts';
import { noteStop } from '../people/stop-list.ts';
import { authorize } from '../transactions/authorize.ts';
import { notifyOf, type Notification } from './notify.ts';
import { sendDigests } from './send.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** A person with a mailbox and a phone, signed in. */
async function recipient(role: 'ADMIN' | 'CARDHOLDER' = 'CARDHOLDER') {
  const own = String(randomInt(10_000_000)).padStart(7, '0');
  const email = `notified.${own}@people.example`;
  const phone = `+1212${own}`;
  const person = await addPerson(server, {
    mfaEnabled: true,
    accounts: [{ role }],
    contacts: [
      { kind: 'Email', address: email },
      { kind: 'PhoneNumber', address: phone },
    ],
  });
  const [membershipId] = person.membershipIds as [string];
  const { business_id: businessId } = await server.context.db
    .selectFrom('membership')
    .select('business_id')
    .where('id', '=', membershipId)
    .executeTakeFirstOrThrow();
  const browser = new TestBrowser(server);
  await browser.enter(person.username, testPassword);
  const received = async () => {
    await sentMessages(server);
    const all = (await outbox(server)).filter(({ text }) => !text.includes('Secure Access Code'));
    return {
      mails: all.filter(({ recipient: to }) => to === email).map(({ text }) => text),
      texts: all.filter(({ recipient: to }) => to === phone).map(({ text }) => text),
    };
  };
  const choose = async (changes: Partial<Deliveries>, more: object = {}) => {
    const body = {
      deliveries: { ...defaultDeliveries[role], ...changes },
      quietHours: null,
      lowBalanceBelow: 50_00,
      ...more,
    };
    expect(await browser.ask('PUT', '/api/notification-preferences', { body })).toMatchObject({ status: 200, body });
  };
  return { membershipId, businessId, browser, phone, received, choose };
}

const notify = (...notifications: Notification[]) =>
  inTransaction(server.context.db, (tx) => notifyOf(tx, server.context, notifications));
const usd = (amount: number) => ({ amount, currency: 'USD' });
const of = { merchant: 'Blue Bottle', amount: usd(42_10), last4: '0932' };
const now = { email: 'NOW', text: 'NOW' } as const;
const off = { email: 'OFF', text: 'OFF' } as const;

test('by default a purchase is not told, a decline is, by mail alone', async () => {
  const { membershipId, received } = await recipient();
  const to = { membershipId };
  await notify({ kind: 'PURCHASE', to, ...of }, { kind: 'DECLINE', to, ...of, code: 'limit_day', transactionId: 't1' });
  const { mails, texts } = await received();
  expect([mails.length, texts.length]).toEqual([1, 0]);
  expect(mails[0]).toContain('was declined. This purchase was above the daily limit.');
  expect(mails[0]).toContain('Ask for a higher limit, or try again tomorrow.');
  expect(mails[0]).toContain('http://localhost/my-transactions/card-declines?open=t1');
  expect(mails[0]).toContain('Choose what you are notified of: http://localhost/account/notifications');
});

test('what a person has chosen counts: by mail and text, or not at all', async () => {
  const { membershipId, received, choose } = await recipient();
  await choose({ PURCHASE: now, DECLINE: off });
  const to = { membershipId };
  await notify({ kind: 'PURCHASE', to, ...of }, { kind: 'DECLINE', to, ...of, code: null });
  const { mails, texts } = await received();
  expect([mails.length, texts]).toEqual([1, ['Florin: $42.10 at Blue Bottle with the card ending in 0932.']]);
});

test('nobody is notified of what was rolled back, and no row is left of what nobody wants', async () => {
  const { membershipId, received, choose } = await recipient();
  await choose({ REFUND: off });
  await inTransaction(server.context.db, async (tx) => {
    await notifyOf(tx, server.context, [{ kind: 'DECLINE', to: { membershipId }, ...of, code: null }]);
    throw new Error('on purpose');
  }).catch(() => {});
  await notify({ kind: 'REFUND', to: { membershipId }, ...of });
  expect(await received()).toEqual({ mails: [], texts: [] });
  const rows = await server.context.db
    .selectFrom('notification')
    .select('id')
    .where('membership_id', '=', membershipId)
    .execute();
  expect(rows).toEqual([]);
});

test('a phone on the STOP list gets no text, whatever was chosen', async () => {
  const { membershipId, received, choose, phone } = await recipient();
  await choose({ PURCHASE: now });
  await noteStop(server.context.db, phoneIndex(server.context, phone), server.clock.now());
  await notify({ kind: 'PURCHASE', to: { membershipId }, ...of });
  const { mails, texts } = await received();
  expect([mails.length, texts.length]).toEqual([1, 0]);
});

test('a digest is one mail in the morning', async () => {
  const { membershipId, received } = await recipient();
  const to = { membershipId };
  await notify({ kind: 'REFUND', to, ...of }, { kind: 'REFUND', to, ...of, merchant: 'Green Grocer' });
  expect((await received()).mails).toEqual([]);
  server.clock.advance(DAY + HOUR);
  await sendDigests(server.context);
  await sendDigests(server.context);
  const { mails } = await received();
  expect(mails).toHaveLength(1);
  expect(mails[0]).toMatch(/Blue Bottle has refunded[\s\S]*Green Grocer has refunded/);
});

test('more than ten mails an hour wait for the digest', async () => {
  const { membershipId, received } = await recipient();
  const declines = Array.from(
    { length: 14 },
    () => ({ kind: 'DECLINE', to: { membershipId }, ...of, code: null }) as const,
  );
  await notify(...declines);
  expect((await received()).mails).toHaveLength(10);
  // Anybody with a card's number can cause declines. They do not delay the mail about a freeze.
  await notify({ kind: 'CARD_CHANGE', to: { membershipId }, last4: '0932', change: 'FROZEN', by: 'Maya Chen' });
  expect((await received()).mails).toHaveLength(11);
  server.clock.advance(DAY + HOUR);
  await sendDigests(server.context);
  const { mails } = await received();
  expect(mails).toHaveLength(12);
  expect(mails.filter((text) => text.split('was declined.').length === 5)).toHaveLength(1);
});

test('a low balance is told once a day, below what the person has chosen', async () => {
  const { membershipId, received, choose } = await recipient();
  await choose({}, { lowBalanceBelow: 20_00 });
  const low = (amount: number) =>
    notify({ kind: 'LOW_BALANCE', to: { membershipId }, last4: '0932', available: usd(amount) });
  await low(20_00);
  await low(19_99);
  // Sent before the next one, as two of the same moment are told in any order.
  const told = [expect.stringContaining('has $19.99 available')];
  expect((await received()).mails).toEqual(told);
  await low(5_00);
  expect((await received()).mails).toEqual(told);
  server.clock.advance(DAY);
  await low(5_00);
  expect((await received()).mails).toHaveLength(2);
});

test('administrators are notified of what they may see', async () => {
  const { businessId, membershipId, received, choose } = await recipient('ADMIN');
  const purchase: Notification = { kind: 'PURCHASE', to: { administratorsOf: businessId }, ...of };
  await notify(purchase);
  expect((await received()).mails).toEqual([]);
  await choose({ PURCHASE: now });
  await notify(purchase);
  expect((await received()).mails).toHaveLength(1);
  const { db } = server.context;
  await db
    .updateTable('membership')
    .set({ flags_withheld: ['VIEW_CARD_TRANSACTIONS'] })
    .where('id', '=', membershipId)
    .execute();
  await notify(purchase);
  await received();
  await db.updateTable('membership').set({ flags_withheld: [] }).where('id', '=', membershipId).execute();
  await db.updateTable('business').set({ allow_admin_view_card_usage: false }).where('id', '=', businessId).execute();
  await notify(purchase);
  expect((await received()).mails).toHaveLength(1);
});

test('the defaults are those of the role, and a choice outside them is refused', async () => {
  const { browser } = await recipient('ADMIN');
  const { body } = await browser.ask('GET', '/api/notification-preferences');
  expect(body).toMatchObject({
    deliveries: defaultDeliveries.ADMIN,
    quietHours: { from: '21:00', until: '08:00' },
    lowBalanceBelow: 1000_00,
    timeZone: 'America/New_York',
  });
  const wrong = { ...body, quietHours: { from: '24:00', until: '08:00' } };
  expect(await browser.ask('PUT', '/api/notification-preferences', { body: wrong })).toMatchObject({ status: 400 });
});

test('a declined purchase notifies its holder, whichever way it is decided', async () => {
  // The database leaves out purchases of more than a day ago, by the time of its machine.
  server.clock.advance((Date.now() - server.clock.now().getTime()) / 1000);
  const { membershipId, businessId, received } = await recipient();
  const { db } = server.context;
  const card = await db
    .insertInto('card')
    .values({
      id: newId(),
      business_id: businessId,
      membership_id: membershipId,
      last_four: '4242',
      status: 'OPEN',
      expires_on: '2030-09-30',
      wrong_codes_since: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await fundBusiness(db, businessId, 10_00);
  const decision = await authorize(server.context, {
    eventId: newId(),
    cardId: card.id,
    amount: 42_10,
    currency: 'USD',
    mcc: 5814,
    merchantId: 'blue-bottle',
    merchant: 'Blue Bottle',
    country: 'US',
    presence: 'PRESENT',
    partialOk: false,
    at: server.clock.now(),
  });
  expect(decision.outcome).toBe('DECLINED');
  const { mails } = await received();
  expect(mails.some((text) => text.includes('$42.10 at Blue Bottle with the card ending in 4242 was declined.'))).toBe(
    true,
  );
  expect(mails).toHaveLength(1);
});
