import { api } from '@florin/contract/api';
import * as businessCalls from '@florin/contract/program/business';
import * as cardDetails from '@florin/contract/cards/card-details';
import * as cardFunding from '@florin/contract/money/card-funding';
import * as cardGroups from '@florin/contract/cards/card-groups';
import * as categoryGroups from '@florin/contract/cards/category-groups';
import * as cardActs from '@florin/contract/cards/cards/acts';
import * as cardIssuing from '@florin/contract/cards/cards/issue';
import * as cards from '@florin/contract/cards/cards';
import * as externalAccounts from '@florin/contract/money/external-accounts';
import * as fundingSchedules from '@florin/contract/money/funding-schedules';
import { MINUTE } from '@florin/contract/limits';
import * as requests from '@florin/contract/money/requests';
import * as simulator from '@florin/contract/cards/simulator';
import * as spendLimits from '@florin/contract/cards/spend-limits';
import * as spendOverrides from '@florin/contract/cards/spend-overrides';
import * as spendPolicies from '@florin/contract/cards/spend-policies';
import * as teamMembers from '@florin/contract/access/team-members';
import * as transactions from '@florin/contract/cards/transactions';
import * as transfers from '@florin/contract/money/transfers';
import * as vendorLinks from '@florin/contract/cards/vendor-links';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authorize } from '../core/transactions/authorize.ts';
import { newId } from '../db/ids.ts';
import type { TestBrowser } from '../testing/browser.ts';
import { addCard } from '../testing/cards/card-business.ts';
import { addCardholder, addCards, fundedBusiness, type FundedBusiness } from '../testing/money/funded-business.ts';
import { amountsIn } from '../testing/money/bank-account.ts';
import { purchase } from '../testing/cards/spending.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { proveAgain } from '../testing/cards/vendor.ts';

/** Modules whose calls act on money or on cards. */
const modules = [
  businessCalls, cardActs, cardDetails, cardFunding, cardGroups, cardIssuing, cards, categoryGroups,
  externalAccounts, fundingSchedules, requests, simulator, spendLimits, spendOverrides, spendPolicies, teamMembers,
  transactions, transfers, vendorLinks,
]; // prettier-ignore

/** Calls of these modules that change neither money nor a card, and why. */
const notActs = {
  previewFunding: 'a dry run',
  previewFundingSchedule: 'a dry run',
  previewTransfer: 'a dry run',
  tryNewCard: 'a trial',
  backtestSpendPolicy: 'a trial',
  canIBuy: 'a trial',
  addNoteToMyRequest: 'a note',
  addNoteToRequest: 'a note',
  noteTransactions: 'a note',
  noteMyTransaction: 'a note',
  noteTransaction: 'a note',
  dismissOutstandingFees: 'hides a banner',
  openFundsVerification: 'a read',
  signInToDemoBank: 'of the embedded bank',
  shareDemoBankAccounts: 'of the embedded bank',
  simulatePurchase: 'of the embedded network',
  simulateAct: 'of the embedded network',
  simulateShipment: 'of the embedded network',
  simulateBankAct: 'of the embedded bank',
  passTime: 'of the embedded network',
  setFaults: 'of the embedded network',
  startBankLink: 'tested in bank-links.test.ts',
  finishBankLink: 'tested in bank-links.test.ts',
  verifyFunds: 'tested with validateExternalAccount, by the same function',
  vendorAuthenticate: 'tested in vendor-links.test.ts',
} as const;

let server: TestServer;
let business: FundedBusiness;
let administrator: TestBrowser;
let holder: TestBrowser;
let membershipId: string;
const made: Record<string, string> = {};

const inDays = (days: number) => new Date(server.clock.now().getTime() + days * 86_400_000).toISOString();
const keyed = (body: object) => ({ ...body, idempotencyKey: newId() });

beforeAll(async () => {
  server = await startTestServer();
  business = await fundedBusiness(server, 5_000_00n, { proven: true });
  administrator = business.browser;
  const { businessId } = business;
  const owner = await addCardholder(server, business);
  holder = owner.browser;
  membershipId = owner.membershipId;
  await proveAgain(server, holder);
  await server.context.db
    .updateTable('business')
    .set({ profile_address: '1 Test Way\nSpringfield, IL 62701' })
    .where('id', '=', businessId)
    .execute();
  for (const name of ['own', 'spare', 'lost', 'ownLost', 'closing', 'ownClosing'])
    made[name] = (await addCard(server, { businessId, membershipId })).cardId;
  for (const name of ['printed', 'ownPrinted']) {
    made[name] = (await addCard(server, { businessId, membershipId, kind: 'PHYSICAL' })).cardId;
    await server.owner.updateTable('card').set({ status: 'PENDING_ACTIVATION' }).where('id', '=', made[name]).execute();
  }
  await sql`create function test_refuses_events() returns trigger language plpgsql as
    $$ begin raise 'no events'; end $$`.execute(server.owner);
  await sql`create trigger test_refuses_events before insert on audit_event
    execute function test_refuses_events()`.execute(server.owner);
  await refuseEvents(false);
  const [card] = await addCards(server, business, [{ holder: membershipId }]);
  made['wallet'] = card!.cardId;
});
afterAll(() => server.close());

interface Act {
  by?: 'holder';
  path?: Record<string, string>;
  body?: () => object;
  /** Keeps the id that the answer names. */
  makes?: string;
  /** What has to be there before it. */
  first?: () => Promise<void>;
}

const idOf = async (by: TestBrowser, path: string, body: object) => {
  const answer = await by.ask('POST', path, { body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return String(answer.body['id']);
};
const askFor = (purpose: string) => async () => {
  made[purpose] = await idOf(holder, '/api/my-requests', asked(purpose)());
};
const findReport = async () => {
  const found = await server.context.db
    .selectFrom('transaction_report')
    .select('id')
    .where('transaction_id', '=', made['bought']!)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  made['report'] = found.id;
};

const rules = [{ kind: 'amount', period: 'day', limit: 900_00 }];
const schedule = () => ({
  name: 'Monday', act: 'TOP_UP', amount: 50_00, frequency: 'WEEKLY', weekday: 1, timeOfDay: '09:00',
  startsOn: '2099-01-05', endsOn: '2099-12-31', cardIds: [made['wallet']],
}); // prettier-ignore
const funding = { act: 'FUND', amount: 10_00, whenShort: 'NONE' } as const;
const fundingOrder = () => ({ ...funding, cards: [{ cardId: made['wallet'] }] });
const asked = (purpose: string) => () =>
  keyed({ kind: 'LIMIT', cardId: made['own'], amount: 5_00, period: 'DAY', until: inDays(1), purpose });
const policy = (name: string) => ({ name, layer: 'BUSINESS', rules });
const report = { reason: 'OTHER', text: 'Not ours' };
const bankAccount = {
  bankName: 'Granite State Bank', accountType: 'CHECKING', routingNumber: '011000015', accountNumber: '000123456789',
}; // prettier-ignore

/** Every call that acts on money or on a card, in an order in which each one can be made. */
const acts: Partial<Record<keyof typeof api, Act>> = {
  addExternalAccount: { body: () => bankAccount, makes: 'account' },
  validateExternalAccount: {
    path: { id: 'account' },
    body: () => ({ amounts: made['amounts']!.split(',').map(Number) }),
    first: async () => {
      made['amounts'] = String(await amountsIn(server, made['account']!));
    },
  },
  createTransfer: {
    body: () => keyed({ direction: 'IN', externalAccountId: made['account'], amount: 50_00, note: 'March' }),
    makes: 'transfer',
  },
  cancelTransfer: { path: { id: 'transfer' }, body: () => ({}) },
  runFunding: {
    first: async () => {
      const { body } = await administrator.ask('POST', '/api/card-funding/preview', { body: fundingOrder() });
      made['basis'] = String(body['basis']);
    },
    body: () => keyed({ ...fundingOrder(), basis: made['basis'] }),
  },
  createFundingSchedule: { body: () => keyed(schedule()), makes: 'schedule' },
  changeFundingSchedule: { path: { id: 'schedule' }, body: () => ({ ...schedule(), amount: 60_00, version: 1 }) },
  setFundingScheduleStatus: { path: { id: 'schedule' }, body: () => ({ status: 'PAUSED' }) },

  createCardGroup: { body: () => ({ name: 'Sales' }), makes: 'group' },
  renameCardGroup: { path: { id: 'group' }, body: () => ({ name: 'Sales and service' }) },
  changeCardGroupMembers: { path: { id: 'group' }, body: () => ({ add: [made['own']] }) },
  changeNewCardDefault: { body: () => ({ groupId: made['group'], replaces: null }) },
  setCardPolicies: { body: () => keyed({ dryRun: false, name: 'Lunch', rules, cardIds: [made['own']] }) },
  createSpendPolicy: { body: () => policy('All cards'), makes: 'policy' },
  renameSpendPolicy: { path: { id: 'policy' }, body: () => ({ name: 'Every card' }) },
  saveSpendPolicyDraft: {
    first: async () => {
      const { body } = await administrator.ask('GET', `/api/spend-policies/${made['policy']}`);
      made['draftAt'] = (body['versions'] as { createdAt: string }[])[0]!.createdAt;
    },
    path: { id: 'policy' },
    body: () => ({ rules, replaces: made['draftAt'] }),
  },
  shadowSpendPolicyVersion: { path: { id: 'policy', number: '1' } },
  activateSpendPolicyVersion: { path: { id: 'policy', number: '1' }, body: () => ({}) },
  deactivateSpendPolicyVersion: { path: { id: 'policy', number: '1' } },
  restoreSpendPolicyVersion: { path: { id: 'policy', number: '1' } },
  discardSpendPolicyDraft: {
    first: async () => {
      made['drafted'] = await idOf(administrator, '/api/spend-policies', policy('Draft'));
    },
    path: { id: 'drafted' },
  },
  createSpendOverride: { body: () => ({ cardId: made['own'], rules, until: inDays(2) }), makes: 'override' },
  endSpendOverride: { path: { id: 'override' } },
  createCategoryGroup: { body: () => ({ name: 'Meals', ranges: [{ from: 5811, to: 5814 }] }), makes: 'categories' },
  changeCategoryGroup: {
    path: { id: 'categories' },
    body: () => ({ name: 'Meals', ranges: [{ from: 5811, to: 5813 }] }),
  },
  deleteCategoryGroup: { path: { id: 'categories' } },

  issueCard: { body: () => keyed({ holder: membershipId, kind: 'VIRTUAL', name: 'Travel' }) },
  bulkCardAct: { body: () => keyed({ act: 'FREEZE', dryRun: false, cardIds: [made['spare']], reason: 'Lost' }) },
  unfreezeCard: { path: { id: 'spare' }, body: () => ({}) },
  freezeCard: { path: { id: 'spare' }, body: () => ({ reason: 'Lost' }) },
  updateCard: { path: { id: 'spare' }, body: () => ({ name: 'Office', controls: { usesAtMost: 3 } }) },
  setCardPin: { path: { id: 'own' }, body: () => ({ pin: '4831' }) },
  activateCard: { path: { id: 'printed' }, body: () => ({}) },
  replaceCard: { path: { id: 'lost' }, body: () => keyed({ reason: 'LOST' }) },
  closeCard: { path: { id: 'closing' }, body: () => ({}) },
  freezeOwnCard: { by: 'holder', path: { id: 'own' }, body: () => ({}) },
  unfreezeOwnCard: { by: 'holder', path: { id: 'own' }, body: () => ({}) },
  setOwnCardPin: { by: 'holder', path: { id: 'own' }, body: () => ({ pin: '4831' }) },
  activateOwnCard: {
    first: async () => {
      const card = await server.context.db
        .selectFrom('card')
        .select(['last_four', 'expires_on'])
        .where('id', '=', made['ownPrinted']!)
        .executeTakeFirstOrThrow();
      made['lastFour'] = card.last_four;
      made['expiry'] = card.expires_on.replace(/^..(..)-(..)-..$/, '$2/$1');
    },
    by: 'holder',
    path: { id: 'ownPrinted' },
    body: () => ({ lastFour: made['lastFour'], expiry: made['expiry'] }),
  },
  replaceOwnCard: { by: 'holder', path: { id: 'ownLost' }, body: () => keyed({ reason: 'LOST' }) },
  closeOwnCard: { by: 'holder', path: { id: 'ownClosing' }, body: () => ({}) },
  viewCardDetails: { by: 'holder', body: () => ({ cardId: made['own'] }) },

  createVendorLink: { body: () => ({ cardId: made['own'], email: 'vendor@vendors.example' }), makes: 'link' },
  resendVendorLink: {
    first: () => Promise.resolve(server.clock.advance(MINUTE)),
    path: { id: 'link' },
    makes: 'link',
  },
  revokeVendorLink: { path: { id: 'link' } },

  createRequest: { by: 'holder', body: asked('Parts'), makes: 'request' },
  approveRequest: { path: { id: 'request' }, body: () => keyed({}) },
  rejectRequest: { first: askFor('another'), path: { id: 'another' }, body: () => keyed({ note: 'Not now' }) },
  cancelRequest: { first: askFor('third'), by: 'holder', path: { id: 'third' }, body: () => ({}) },

  reportTransaction: {
    first: async () => {
      const { context } = server;
      const bought = await authorize(context, purchase(made['own']!, 12_00, { at: context.clock.now() }));
      made['bought'] = bought.transactionId!;
    },
    path: { id: 'bought' },
    body: () => report,
  },
  closeTransactionReport: {
    first: findReport,
    path: { id: 'bought', reportId: 'report' },
    body: () => ({ answer: null }),
  },
  reportMyTransaction: { by: 'holder', path: { id: 'bought' }, body: () => report },
  withdrawTransactionReport: {
    first: findReport,
    by: 'holder',
    path: { id: 'bought', reportId: 'report' },
    body: () => ({}),
  },

  deleteCardGroup: {
    first: async () => {
      made['unused'] = await idOf(administrator, '/api/card-groups', { name: 'Unused' });
    },
    path: { id: 'unused' },
  },
  closeMember: {
    first: async () => {
      made['leaving'] = (await addCardholder(server, business)).membershipId;
    },
    path: { id: 'leaving' },
    body: () => ({ cards: 0, returned: 0 }),
  },
};

test('every call that changes something is an act, or listed as none', () => {
  const changing = modules
    .flatMap((module) => Object.entries(module))
    .filter(([name, call]) => name in api && (call as { method: string }).method !== 'GET')
    .map(([name]) => name);
  expect([...Object.keys(acts), ...Object.keys(notActs)].toSorted()).toEqual(changing.toSorted());
});

const make = ({ by, path = {}, body }: Act, call: { method: string; path: string }) =>
  (by === 'holder' ? holder : administrator).ask(
    call.method as 'POST',
    call.path.replaceAll(/\{(\w+)\}/g, (_all, part: string) => made[path[part]!] ?? path[part]!),
    body && { body: body() },
  );

/** What says what cards can do, where money is and what people asked for. Jobs write to none of them in this test. */
const tables = [
  'bank_transfer', 'bank_transfer_event', 'business', 'card', 'card_freeze', 'card_group', 'card_group_member',
  'card_request', 'card_request_event', 'card_shipment', 'card_transition', 'entry', 'external_account', 'funding_run',
  'funding_schedule', 'funding_schedule_card', 'membership', 'merchant_category_group', 'pending_change',
  'processor_act', 'spend_policy', 'spend_policy_version', 'transaction_report', 'transfer', 'vendor_link',
]; // prettier-ignore

/** The number of rows of each table, and a sum of their contents. */
async function contents(): Promise<string> {
  const sums = tables.map(
    (name) =>
      sql`select ${sql.lit(name)} as name, count(*) as rows, sum(hashtext(t::text)) as sum from ${sql.table(name)} t`,
  );
  const { rows } = await sql`${sql.join(sums, sql` union all `)}`.execute(server.owner);
  return rows.map((row) => Object.values(row as object).join(' ')).join('\n');
}

const refuseEvents = (on: boolean) =>
  sql`alter table audit_event ${sql.raw(on ? 'enable' : 'disable')} trigger test_refuses_events`.execute(server.owner);

describe.each(Object.entries(acts))('%s', (name, act) => {
  test('writes an audit event, and nothing without it', async () => {
    await act.first?.();
    const call = api[name as keyof typeof api];
    const before = await contents();
    await refuseEvents(true);
    const failed = await make(act, call);
    await refuseEvents(false);
    expect([failed.status, await contents()]).toEqual([500, before]);

    const done = await make(act, call);
    expect(done.status, JSON.stringify(done.body)).toBeLessThan(300);
    if (act.makes) made[act.makes] = String(done.body['id'] ?? done.body['key']);
    const events = await server.context.db
      .selectFrom('audit_event')
      .select(['type', 'business_id'])
      .where('correlation_id', '=', String(done.headers['x-correlation-id']))
      .execute();
    expect(events.map(({ business_id }) => business_id)).toContain(business.businessId);
  });
});
