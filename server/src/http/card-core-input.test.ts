import { api } from '@florin/contract/api';
import type { Endpoint } from '@florin/contract/endpoint';
import { defaultDeliveries } from '@florin/contract/program/notification-preferences';
import { errors } from '@florin/contract/errors';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authorize } from '../core/transactions/authorize.ts';
import { newId } from '../db/ids.ts';
import { administratorOf } from '../testing/administrator.ts';
import { TestBrowser } from '../testing/browser.ts';
import {
  addCard,
  addCardBusiness,
  addCardholder,
  shippingTo,
  type CardBusiness,
} from '../testing/cards/card-business.ts';
import { testPassword } from '../testing/person.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { fundBusiness, purchase } from '../testing/cards/spending.ts';

let server: TestServer;
let business: CardBusiness;
/** Another business's card, account and group: well-formed ids of nobody here. */
let foreign: string[];
const made: Record<string, string> = {};

const nobodysId = '01990000-0000-7000-8000-000000000000';
const inDays = (days: number) => new Date(server.clock.now().getTime() + days * 86_400_000).toISOString();

beforeAll(async () => {
  server = await startTestServer();
  business = await addCardBusiness(server);
  const other = await addCardBusiness(server);
  foreign = [other.cardId, other.membershipId, other.businessId];
  const { context } = server;
  const { businessId, membershipId, cardId, administrator, holder } = business;
  await fundBusiness(context.db, businessId, 5_000_00);
  made['card'] = cardId;
  made['holder'] = membershipId;
  made['spare'] = (await addCard(server, { businessId, membershipId })).cardId;
  const post = async (who: TestBrowser, path: string, body: object) => {
    const answer = await who.ask('POST', path, { body });
    expect([path, answer.status, answer.body]).toEqual([path, 201, answer.body]);
    return String(answer.body['id'] ?? answer.body['key']);
  };
  made['group'] = await post(administrator, '/api/card-groups', { name: 'Sales' });
  made['policy'] = await post(administrator, '/api/spend-policies', { name: 'All', layer: 'BUSINESS', rules });
  const ranges = [{ from: 5811, to: 5814 }];
  made['categories'] = await post(administrator, '/api/merchant-category-groups', { name: 'Meals', ranges });
  made['view'] = await post(administrator, '/api/list-views', {
    list: 'cards',
    name: 'Frozen',
    search: 'state=PAUSED',
    shared: true,
  });
  const asked = { kind: 'LIMIT', cardId, amount: 1_00, period: 'DAY', until: inDays(1), purpose: 'Parts' };
  made['request'] = await post(holder, '/api/my-requests', { ...asked, idempotencyKey: newId() });
  const bought = await authorize(context, purchase(cardId, 12_00, { at: context.clock.now() }));
  made['transaction'] = bought.transactionId!;
});
afterAll(() => server.close());

const rules = [
  { kind: 'amount', period: 'since', since: '2026-01-01', limit: 900_00, group: 'RESTAURANTS' },
  { kind: 'count', period: 'day', limit: 9 },
  { kind: 'allow', field: 'country', values: ['US'] },
  { kind: 'hours', windows: [{ weekdays: [1, 2], from: 480, to: 1080 }] },
  { kind: 'receipts', overdueAtMost: 2, withinDays: 7, fromAmount: 25_00 },
];
const order = () => ({
  act: 'FUND',
  amount: 10_00,
  cards: [{ cardId: made['card'], amount: 5_00 }],
  whenShort: 'NONE',
});
const schedule = () => ({
  name: 'Monday', act: 'TOP_UP', amount: 50_00, frequency: 'WEEKLY', weekday: 1, timeOfDay: '09:00',
  startsOn: '2099-01-05', endsOn: '2099-12-31', cardIds: [made['card']],
}); // prettier-ignore
const asks = (body: object) => ({ cardId: made['card'], purpose: 'Parts', note: 'Soon', ...body });

interface Act {
  method: 'POST' | 'PUT' | 'PATCH';
  path: string;
  body: () => Record<string, unknown>;
  by: 'administrator' | 'holder';
  /** A quota of the person, or a missing bank account, refuses it once its fields are checked. */
  isRefused?: boolean;
}
const act = (method: Act['method'], path: string, body: Act['body'], by: Act['by'] = 'administrator'): Act => ({
  method,
  path,
  body,
  by,
});
let named = 0;
/** A text that no other act has; an id can hold the digits of a card number, which free text refuses. */
const unique = () => `No. ${(named += 1)}`;
const keyed = (body: Record<string, unknown>) => ({ ...body, idempotencyKey: newId() });

/** Calls that write or decide in the card core, with a body as a screen sends it. */
const acts: Record<string, Act> = {
  issueCard: act(
    'POST',
    '/api/cards',
    () =>
    keyed({
      holder: made['holder'], kind: 'PHYSICAL', name: 'Travel', purpose: 'Trips', externalId: unique(),
      groupIds: [made['group']], limit: { amount: 100_00, period: 'month' },
      shipping: { ...shippingTo('Priya Nair'), line2: '2nd floor', method: 'STANDARD' },
      controls: {
        usesAtMost: 5, amountLock: 50_00, merchantLock: { kind: 'NAMED', merchantId: 'M1', merchant: 'Acme' },
        validFrom: inDays(1), validUntil: inDays(9),
      },
    }), // prettier-ignore
  ),
  tryNewCard: act('POST', '/api/card-trials', () => ({
    holder: made['holder'],
    limit: { amount: 100_00, period: 'day' },
    groupIds: [made['group']],
    controls: { amountLock: 1_00, validUntil: inDays(1) },
    purchases: [{ amount: 20_00, merchant: 'Acme', country: 'MX' }],
  })),
  issueMany: act('POST', '/api/cards/bulk', () =>
    keyed({ act: 'ISSUE', dryRun: true, csv: `holder,limit,every,name\n${business.person.username},20.00,day,Lunch` }),
  ),
  freezeMany: act('POST', '/api/cards/bulk', () =>
    keyed({ act: 'FREEZE', dryRun: true, cardIds: [made['spare']], reason: 'Lost', until: inDays(2) }),
  ),
  updateCard: act('PATCH', `/api/cards/{spare}`, () => ({
    name: 'Office', purpose: 'Paper', externalId: unique(), groupIds: [made['group']],
    controls: { usesAtMost: 3, amountLock: 20_00, merchantLock: { kind: 'NAMED', merchant: 'Acme' }, validUntil: inDays(5) },
  })), // prettier-ignore
  freezeCard: act('POST', '/api/cards/{spare}/freeze', () => ({ reason: 'Lost', until: inDays(2) })),
  unfreezeCard: act('POST', '/api/cards/{spare}/unfreeze', () => ({ reason: 'Found' })),
  createCardGroup: act('POST', '/api/card-groups', () => ({ name: `Group ${unique()}` })),
  changeCardGroupMembers: act('POST', '/api/card-groups/{group}/members', () => ({
    add: [made['card']],
    remove: [made['spare']],
  })),
  createSpendPolicy: act('POST', '/api/spend-policies', () => ({
    name: 'Sales', layer: 'GROUP', groupId: made['group'], rules, note: 'First',
  })), // prettier-ignore
  setCardPolicies: act('POST', '/api/spend-policies/cards', () =>
    keyed({ dryRun: true, name: 'Lunch', rules, note: 'Fair', cardIds: [made['card']] }),
  ),
  saveSpendPolicyDraft: act('PUT', '/api/spend-policies/{policy}/draft', () => ({ rules, note: 'Again' })),
  backtestSpendPolicy: act('POST', '/api/spend-policy-backtests', () => ({
    layer: 'BUSINESS', rules, from: inDays(-30), to: inDays(0),
  })), // prettier-ignore
  createSpendOverride: act('POST', '/api/spend-overrides', () => ({
    cardId: made['card'], rules: rules.slice(1, 3), from: inDays(1), until: inDays(2), note: 'Fair',
  })), // prettier-ignore
  changeCategoryGroup: act('PUT', '/api/merchant-category-groups/{categories}', () => ({
    name: 'Meals',
    ranges: [{ from: 5811, to: 5814 }],
  })),
  changeNewCardDefault: act('PUT', '/api/new-card-default', () => ({ groupId: null, replaces: null })),
  canIBuy: act(
    'POST',
    '/api/can-i-buy',
    () => ({
      cardId: made['card'], amount: 20_00, mcc: 5812, group: 'RESTAURANTS', merchant: 'Acme', merchantId: 'M1',
      country: 'MX', state: 'NY', currency: 'EUR', presence: 'PRESENT', at: inDays(1),
    }), // prettier-ignore
    'holder',
  ),
  previewFunding: act('POST', '/api/card-funding/preview', order),
  previewFundingSchedule: act('POST', '/api/funding-schedules/preview', schedule),
  createFundingSchedule: act('POST', '/api/funding-schedules', () => keyed(schedule())),
  askForMore: act('POST', '/api/my-requests', () => keyed(asks({ kind: 'LIMIT', amount: 5_00, period: 'DAY', until: inDays(1), countries: ['MX'] })), 'holder'), // prettier-ignore
  askAfterDecline: {
    ...act('POST', '/api/my-requests', () => keyed(asks({ kind: 'LIMIT', amount: 5_00, period: 'DAY', until: inDays(1), declinedTransactionId: nobodysId })), 'holder'), // prettier-ignore
    isRefused: true,
  },
  askForCard: act('POST', '/api/my-requests', () => keyed({ kind: 'CARD', cardName: 'Travel', cardKind: 'VIRTUAL', amount: 5_00, period: 'MONTH', purpose: 'Trips' }), 'holder'), // prettier-ignore
  addNoteToRequest: act('POST', '/api/requests/{request}/notes', () => keyed({ note: 'Which one?' })),
  createVendorLink: {
    ...act('POST', '/api/vendor-links', () => ({
      email: 'vendor@vendors.example', invoice: 'I-1', amount: 20_00, note: 'Paper', processBefore: '2099-01-05',
    })), // prettier-ignore
    isRefused: true,
  },
  createTransfer: {
    ...act('POST', '/api/transfers', () =>
      keyed({ direction: 'IN', externalAccountId: nobodysId, amount: 50_00, note: 'March' }),
    ),
    isRefused: true,
  },
  noteTransaction: act('PATCH', '/api/transactions/{transaction}', () => ({ note: 'Client dinner' })),
  saveListView: act('POST', '/api/list-views', () => ({
    list: 'cards', name: unique(), search: 'q=acme', shared: true,
  })), // prettier-ignore
  changeListView: act('PATCH', '/api/list-views/{view}', () => ({ version: 1, name: 'Cold', search: 'q=a' })),
  changeBusinessProfile: act('PUT', '/api/business/profile', () => ({
    address: '1 Harbor Street', timeZone: 'America/New_York', version: 1,
  })), // prettier-ignore
  changeNotificationPreferences: act('PUT', '/api/notification-preferences', () => ({
    deliveries: defaultDeliveries.ADMIN, quietHours: { from: '22:00', until: '07:00' }, lowBalanceBelow: 100_00,
  })), // prettier-ignore
};

type Path = (string | number)[];
const numbers = [0, -1, 1.5, 2 ** 53, 1e308, 1_000_000_000_001, '7', null];
const texts = [
  '', 'x'.repeat(15_000), 'a\u0000b', 'two\nlines\u202e', '2026', '2026-13-45', '2026-02-30', '2026-13-45T00:00:00.000Z',
  '2099-12-31T23:59:59.999Z', 'ZZZ', 'XX', '9999', 7, null,
]; // prettier-ignore

/** What stands instead of a value. */
function insteadOf(value: unknown): unknown[] {
  if (typeof value === 'number') return numbers;
  if (typeof value === 'boolean') return ['yes', 0, null];
  if (typeof value !== 'string') return [];
  return /^[0-9a-f-]{36}$/.test(value) ? [nobodysId, ...foreign, value.toUpperCase(), 'x', null] : texts;
}

function* leavesOf(value: unknown, path: Path = []): Generator<[Path, unknown]> {
  if (value === null || typeof value !== 'object') yield [path, value];
  else for (const [key, each] of Object.entries(value)) yield* leavesOf(each, [...path, key]);
}

function replaced(value: unknown, [key, ...rest]: Path, by: unknown): unknown {
  if (key === undefined) return by;
  const copy = Array.isArray(value) ? [...value] : { ...(value as object) };
  (copy as Record<string, unknown>)[key] = replaced((value as Record<string, unknown>)[key], rest, by);
  return copy;
}

/** Flood limits are of a person: the calls of a test take as many as they need. */
class Caller {
  readonly #by: Act['by'];
  #browser: TestBrowser | null = null;
  sent = 0;
  /** A cardholder's own; an administrator changes the one of the business. */
  #card = made['card']!;

  constructor(by: Act['by']) {
    this.#by = by;
  }

  async sendOnce({ method, path }: Act, body: unknown) {
    const address = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => made[name]!);
    this.sent += 1;
    this.#browser ??= await this.#enter();
    const own = JSON.stringify(body).replaceAll(made['card']!, this.#card);
    return this.#browser.ask(method, address, { body: JSON.parse(own) as object });
  }

  async send(wanted: Act, body: unknown) {
    const answer = await this.sendOnce(wanted, body);
    if (answer.status !== 429 || wanted.isRefused) return answer;
    this.#browser = null;
    return this.sendOnce(wanted, body);
  }

  async #enter() {
    if (this.#by === 'administrator') return administratorOf(server, business.businessId);
    const { businessId } = business;
    const { person, membershipId } = await addCardholder(server, businessId);
    this.#card = (await addCard(server, { businessId, membershipId })).cardId;
    const browser = new TestBrowser(server);
    await browser.enter(person.username, testPassword);
    return browser;
  }
}

const callers = new Map<Act['by'], Caller>();
/** The last caller, while it is far from its limits: what people ask is mailed to every administrator. */
function callerOf({ by }: Act): Caller {
  const last = callers.get(by);
  if (last && last.sent < 12) return last;
  const next = new Caller(by);
  callers.set(by, next);
  return next;
}

/** The body that the contract declares for an act. */
const bodyOf = ({ method, path }: Act) =>
  Object.values(api as Record<string, Endpoint>).find(
    (endpoint) =>
      endpoint.method === method && endpoint.path.replaceAll(/\{\w+\}/g, '') === path.replaceAll(/\{\w+\}/g, ''),
  )!.body!;

const nameOf = ({ status, body }: Awaited<ReturnType<Caller['send']>>) => `${status} ${JSON.stringify(body)}`;

test.each(Object.entries(acts).filter(([, { isRefused }]) => !isRefused))(
  '%s is made as screens send it, and once where it has a key',
  async (_name, wanted) => {
    const caller = callerOf(wanted);
    const body = wanted.body();
    const first = await caller.send(wanted, body);
    expect(nameOf(first)).toMatch(/^20/);
    if (!('idempotencyKey' in body) || body['dryRun'] === true) return;
    const again = await caller.send(wanted, body);
    expect([again.status, again.body['id']]).toEqual([first.status, first.body['id']]);
    // The key of a note is the note's: the other one is not written.
    const field = ['name', 'purpose', 'reason'].find((each) => each in body);
    if (field === undefined) return;
    const other = await caller.send(wanted, { ...body, [field]: 'Another' });
    expect(other).toMatchObject({ status: 409, body: { Code: 'IDEMPOTENCY_KEY_REUSED' } });
  },
);

describe.each(Object.entries(acts))('%s', (_name, wanted) => {
  test('with any value that is wrong is answered', async () => {
    const caller = callerOf(wanted);
    const schema = bodyOf(wanted);
    const failed: unknown[] = [];
    for (const [path, value] of leavesOf(wanted.body())) {
      let refusals = 0;
      for (const wrong of insteadOf(value)) {
        const sent = replaced(wanted.body(), path, wrong);
        // What the contract refuses never reaches the act: one of a field is enough.
        if (!v.is(schema, sent) && (refusals += 1) > 1) continue;
        const { status, body } = await caller.send(wanted, sent);
        const isAnswered = status < 400 || String(body['Code']) in errors;
        if (status >= 500 || (status === 429 && !wanted.isRefused) || !isAnswered)
          failed.push([path.join('.'), wrong, status]);
      }
    }
    expect(failed).toEqual([]);
  });

  test('twice at once is answered', async () => {
    const caller = callerOf(wanted);
    const body = wanted.body();
    await caller.send(wanted, wanted.body());
    const both = await Promise.all([caller.sendOnce(wanted, body), caller.sendOnce(wanted, body)]);
    expect(both.map(nameOf).filter((text) => text.startsWith('5'))).toEqual([]);
  });
});
