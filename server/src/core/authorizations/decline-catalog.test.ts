import { declines, type DeclineCode } from '@florin/contract/decline-codes';
import type { Rule } from '@florin/contract/spend-rules';
import type { Updateable } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Schema } from '../../db/schema.ts';
import { at } from '../../testing/business.ts';
import { openTestDatabase } from '../../testing/database/open.ts';
import { addPolicy } from '../../testing/active-policy.ts';
import { openSpendingBusiness, purchase } from '../../testing/spending.ts';
import { authorize } from '../transactions/authorize.ts';
import type { AuthorizationRequest } from './request.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let context: { db: typeof database.db; clock: { now: () => Date } };
beforeAll(async () => {
  database = await openTestDatabase();
  context = { db: database.db, clock: { now: () => at } };
});
afterAll(() => database[Symbol.asyncDispose]());

interface Case {
  balance?: number;
  business?: Updateable<Schema['business']>;
  card?: Updateable<Schema['card']>;
  rules?: readonly Rule[];
  /** Purchases before the one that is declined. */
  before?: number;
  request?: Partial<AuthorizationRequest>;
  received?: number;
}

const amount = 60_00;
const limit = (period: Extract<Rule, { kind: 'amount' }>['period'], since?: string): Case => ({
  rules: [{ kind: 'amount', period, limit: 50_00, ...(since && { since }) }],
});
const list = (
  kind: 'allow' | 'block',
  field: Extract<Rule, { kind: 'allow' | 'block' }>['field'],
  value: string,
): Case => ({
  rules: [{ kind, field, values: [value] }],
});
const check = (failedCheck: AuthorizationRequest['failedCheck']): Case => ({ request: { failedCheck } });

/** How a purchase of $60.00 at a grocer's in Oregon is declined with each code. */
const cases: Record<Exclude<DeclineCode, 'receipts_overdue'>, Case> = {
  insufficient_funds: { business: { use_business_balance_for_auths: false } },
  insufficient_business_balance: { balance: 59_99 },
  limit_transaction: limit('purchase'),
  limit_day: limit('day'),
  limit_week: limit('week'),
  limit_month: limit('month'),
  limit_quarter: limit('quarter'),
  limit_year: limit('year'),
  limit_lifetime: limit('lifetime'),
  limit_since: limit('since', '2026-11-01'),
  count_limit: { rules: [{ kind: 'count', period: 'day', limit: 1 }], before: 1 },
  mcc_not_allowed: list('block', 'group', 'GROCERIES'),
  merchant_not_allowed: list('block', 'merchant', 'cedar*'),
  merchant_locked_elsewhere: { card: { merchant_lock: 'NAMED', locked_merchant_name: 'Ironwood' } },
  country_not_allowed: list('allow', 'country', 'CA'),
  international_off: { ...list('allow', 'country', 'US'), request: { country: 'MX' } },
  state_not_allowed: list('allow', 'state', 'ME'),
  // The purchase is on a Monday.
  time_window: { rules: [{ kind: 'hours', windows: [{ weekdays: [0], from: 0, to: 1440 }] }] },
  presence_not_allowed: list('block', 'presence', 'PRESENT'),
  cash_not_allowed: { ...list('block', 'presence', 'CASH'), request: { presence: 'CASH' } },
  card_frozen: { card: { status: 'PAUSED' } },
  card_not_activated: { card: { status: 'PENDING_ACTIVATION' } },
  card_closed: { card: { status: 'CLOSED' } },
  card_expired: { card: { expires_on: '2026-11-01' } },
  business_suspended: { business: { status: 'SUSPENDED', suspension_mode: 'Default' } },
  cardholder_inactive: { card: {} },
  cvc_mismatch: check('cvc_mismatch'),
  expiry_mismatch: check('expiry_mismatch'),
  zip_mismatch: check('zip_mismatch'),
  address_mismatch: check('address_mismatch'),
  pin_wrong: check('pin_wrong'),
  pin_blocked: check('pin_blocked'),
  pin_not_set: check('pin_not_set'),
  suspected_fraud: check('suspected_fraud'),
  challenge_failed: check('challenge_failed'),
  single_use_used: { card: { uses_at_most: 1 }, before: 1 },
  issuer_timeout: { received: Date.now() - 60_000 },
  system: { request: { amount: -1 } },
  card_unknown: { request: { cardId: '01990000-0000-7000-8000-000000000000' } },
  event_id_reused: { before: 1, request: { eventId: 'again' } },
};

/** Gives a card to a membership that is closed. */
async function closeHolder(businessId: string, cardId: string) {
  const { db } = database;
  const person = await db
    .insertInto('person')
    .values({
      id: cardId,
      program_id: (await db.selectFrom('program').select('id').executeTakeFirstOrThrow()).id,
      username: 'former',
      username_skeleton: 'former',
      first_name: 'Former',
      last_name: 'Holder',
      password_hash: '-',
      password_changed_at: at,
      passkey_handle: null,
      created_at: at,
      middle_name: null,
      date_of_birth_sealed: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('membership')
    .values({
      id: cardId,
      person_id: person.id,
      business_id: businessId,
      role: 'CARDHOLDER',
      status: 'CLOSED',
      created_at: at,
    })
    .execute();
  await db.updateTable('card').set({ membership_id: cardId }).where('id', '=', cardId).execute();
}

test.each(Object.entries(cases))(
  '%s',
  async (code, { balance = 1_000_00, business, card, rules, before = 0, request, received }) => {
    const opened = await openSpendingBusiness(database.db, { balance, business, card });
    const { businessId, cardId } = opened;
    if (code === 'cardholder_inactive') await closeHolder(businessId, cardId);
    if (rules) await addPolicy(database.db, { businessId, layer: 'CARD', chainId: cardId }, rules);
    for (let i = 0; i < before; i += 1)
      expect(
        await authorize(context, purchase(cardId, 10_00, { eventId: request?.eventId ?? `${cardId} ${i}` })),
      ).toMatchObject({
        outcome: 'APPROVED',
      });
    const answer = await authorize(context, purchase(cardId, amount, request), received);
    expect(answer).toMatchObject({ outcome: 'DECLINED', code, amount: 0 });
  },
);

test('every code can be reached, besides the one that waits for receipts', () => {
  const unreached = Object.keys(declines).filter((code) => !(code in cases));
  expect(unreached).toEqual(['receipts_overdue']);
});
