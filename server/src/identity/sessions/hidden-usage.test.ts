import { api } from '@florin/contract/api';
import type { Endpoint } from '@florin/contract/endpoint';
import type { PermissionFlag } from '@florin/contract/permissions';
import type { Rule } from '@florin/contract/cards/policies/spend-rules';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { applyEvent } from '../../core/transactions/apply-event.ts';
import { authorize } from '../../core/transactions/authorize.ts';
import { newId } from '../../db/ids.ts';
import { administratorOf } from '../../testing/administrator.ts';
import type { TestBrowser } from '../../testing/browser.ts';
import { addCardBusiness, type CardBusiness } from '../../testing/cards/card-business.ts';
import { addPerson } from '../../testing/person.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { eventFor, fundBusiness, purchase } from '../../testing/cards/spending.ts';

/** A merchant that nothing else names. */
const merchant = 'Quillfeather Marker Works';
const merchantId = 'MARKER-7719';

const rules: Rule[] = [{ kind: 'amount', period: 'purchase', limit: 1_00 }];

let server: TestServer;
let business: CardBusiness;
/** What an answer must not have. */
const marks = [merchant, merchantId];
/** For the parameters of addresses, by what they are of. */
const ids: string[] = [];

beforeAll(async () => {
  server = await startTestServer();
  const { context } = server;
  business = await addCardBusiness(server);
  const { businessId, cardId, holder } = business;
  await fundBusiness(context.db, businessId, 5_000_00);
  // A card that is good for its first merchant.
  await context.db.updateTable('card').set({ merchant_lock: 'FIRST' }).where('id', '=', cardId).execute();
  const policy = await business.administrator.ask('POST', '/api/spend-policies', {
    body: { name: 'In shadow', layer: 'BUSINESS', rules },
  });
  expect(policy).toMatchObject({ status: 201 });
  const policyId = String(policy.body['id']);
  expect(
    await business.administrator.ask('POST', `/api/spend-policies/${policyId}/versions/1/shadow`, { body: {} }),
  ).toMatchObject({ status: 200 });
  const buy = async (amount: number) => {
    const asked = purchase(cardId, amount, { merchant, merchantId, at: context.clock.now() });
    const { transactionId } = await authorize(context, asked);
    marks.push(transactionId!);
    return { asked, transactionId: transactionId! };
  };
  await buy(12_00);
  const { asked } = await buy(34_00);
  await applyEvent(context, eventFor(asked, 'CLEARING', 34_00, { at: context.clock.now() }));
  const { transactionId: declined } = await buy(9_999_00);
  const until = new Date(context.clock.now().getTime() + 86_400_000).toISOString();
  const request = await holder.ask('POST', '/api/my-requests', {
    body: {
      kind: 'LIMIT', cardId, amount: 100_00, period: 'DAY', until, purpose: 'Parts',
      declinedTransactionId: declined, idempotencyKey: newId(),
    },
  }); // prettier-ignore
  expect(request).toMatchObject({ status: 201 });
  ids.push(cardId, policyId, String(request.body['id']), declined);
});
afterAll(() => server.close());

/** An administrator of the business without a flag. */
async function without(...withheld: PermissionFlag[]): Promise<TestBrowser> {
  const person = await addPerson(server, { accounts: [] });
  const browser = await administratorOf(server, business.businessId, person);
  await server.context.db
    .updateTable('membership')
    .set({ flags_withheld: withheld })
    .where('person_id', '=', person.id)
    .execute();
  return browser;
}

const queries: Record<string, string[]> = {
  balanceEntries: ['figure=POSTED', 'figure=ON_HOLD', 'figure=INCOMING', 'figure=FEES_OWED'],
};
/** The stream is held open; its events have tests of their own. */
const reading = (Object.entries(api) as [string, Endpoint][]).filter(
  ([name, { method, access }]) => method === 'GET' && [access].flat().includes('session') && name !== 'events',
);

/** The calls whose answers name the purchases, for a person. */
async function tellingCalls(browser: TestBrowser): Promise<string[]> {
  const telling = new Set<string>();
  const look = async (name: string, method: 'GET' | 'POST', path: string, body?: object) => {
    const answer = await browser.ask(method, path, body && { body });
    const text = JSON.stringify(answer.body);
    if (marks.some((mark) => text.includes(mark))) telling.add(name);
  };
  for (const [name, { path }] of reading)
    for (const id of path.includes('{') ? ids : [''])
      for (const query of queries[name] ?? ['']) await look(name, 'GET', `${path.replace(/\{\w+\}/, id)}?${query}`);
  await look('backtestSpendPolicy', 'POST', '/api/spend-policy-backtests', { layer: 'BUSINESS', rules });
  return [...telling].toSorted();
}

test('administrators who may see what cards are used for see it', async () => {
  const known = [
    'backtestSpendPolicy',
    'balanceEntries',
    'card',
    'cards',
    'request',
    'requests',
    'spendPolicyShadow',
    'transaction',
    'transactions',
  ];
  expect(await tellingCalls(business.administrator)).toEqual(expect.arrayContaining(known));
});

test('no answer names a purchase to an administrator without the permission', async () => {
  expect(await tellingCalls(await without('VIEW_CARD_TRANSACTIONS'))).toEqual([]);
});

test('nor do the entries of a card say when it was used, and for how much', async () => {
  const path = `/api/balances/entries?figure=POSTED&cardId=${business.cardId}`;
  // The card draws on the business: it has no entries of its own.
  expect((await business.administrator.ask('GET', path)).status).toBe(404);
  const { status, body } = await (await without('VIEW_CARD_TRANSACTIONS')).ask('GET', path);
  expect([status, body['Code']]).toEqual([403, 'FORBIDDEN']);
});

test('nor where the business shows no administrator what its cards are used for', async () => {
  const { db } = server.context;
  const { businessId } = business;
  const set = (allow_admin_view_card_usage: boolean) =>
    db.updateTable('business').set({ allow_admin_view_card_usage }).where('id', '=', businessId).execute();
  await set(false);
  expect(await tellingCalls(await without())).toEqual([]);
  await set(true);
});
