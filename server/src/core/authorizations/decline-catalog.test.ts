import { declines, type DeclineCode } from '@florin/contract/cards/decline-codes';
import type { Rule } from '@florin/contract/cards/policies/spend-rules';
import type { Updateable } from 'kysely';
import { declineAdvice, declineReason } from '@florin/contract/cards/decline-sentences';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Schema } from '../../db/schema.ts';
import { at } from '../../testing/business.ts';
import { administratorOf } from '../../testing/administrator.ts';
import { addCardholder } from '../../testing/cards/card-business.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { addPolicy } from '../../testing/cards/active-policy.ts';
import { openSpendingBusiness, purchase } from '../../testing/cards/spending.ts';
import { authorize } from '../transactions/authorize.ts';
import type { AuthorizationRequest } from './request.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  server.clock.advance((at.getTime() - server.clock.now().getTime()) / 1000);
});
afterAll(() => server.close());

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
  cash_not_allowed: { request: { presence: 'CASH' } },
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

/** Gives a card to a cardholder whose account is closed. */
async function closeHolder(businessId: string, cardId: string) {
  const { membershipId } = await addCardholder(server, businessId);
  const { db } = server.context;
  await db.updateTable('membership').set({ status: 'CLOSED' }).where('id', '=', membershipId).execute();
  await db.updateTable('card').set({ membership_id: membershipId }).where('id', '=', cardId).execute();
}

/** What people read about a decline: why, and for the cardholder and an administrator what helps and the button for it. */
const words: Record<keyof typeof cases, readonly string[]> = {
  insufficient_funds: [
    'The card did not have enough money for this purchase.',
    'Ask for funds and try again.',
    'REQUEST_FUNDS',
    'Put money on the card, and the purchase can be tried again.',
    'FUND_CARD',
  ],
  insufficient_business_balance: [
    'The company account was too low for this purchase.',
    'Ask your administrator to add funds.',
    'NOTIFY_ADMINISTRATOR',
    'Add funds to the company account.',
    'ADD_FUNDS',
  ],
  limit_transaction: [
    'This purchase was above the limit of a single purchase.',
    'Ask for a higher limit.',
    'REQUEST_RAISE',
    'Raise the limit for a time, or change the rule.',
    'ALLOW_ONCE',
  ],
  limit_day: [
    'This purchase was above the daily limit.',
    'Ask for a higher limit, or try again tomorrow.',
    'REQUEST_RAISE',
    'Raise the limit for a time, or change the rule.',
    'ALLOW_ONCE',
  ],
  limit_week: [
    'This purchase was above the weekly limit.',
    'Ask for a higher limit, or try again next week.',
    'REQUEST_RAISE',
    'Raise the limit for a time, or change the rule.',
    'ALLOW_ONCE',
  ],
  limit_month: [
    'This purchase was above the monthly limit.',
    'Ask for a higher limit, or try again next month.',
    'REQUEST_RAISE',
    'Raise the limit for a time, or change the rule.',
    'ALLOW_ONCE',
  ],
  limit_quarter: [
    'This purchase was above the quarterly limit.',
    'Ask for a higher limit.',
    'REQUEST_RAISE',
    'Raise the limit for a time, or change the rule.',
    'ALLOW_ONCE',
  ],
  limit_year: [
    'This purchase was above the yearly limit.',
    'Ask for a higher limit.',
    'REQUEST_RAISE',
    'Raise the limit for a time, or change the rule.',
    'ALLOW_ONCE',
  ],
  limit_lifetime: [
    'This purchase was above all that this card may ever spend.',
    'Ask for a higher limit.',
    'REQUEST_RAISE',
    'Raise the limit for a time, or change the rule.',
    'ALLOW_ONCE',
  ],
  limit_since: [
    'This purchase was above the limit that counts since a date.',
    'Ask your administrator for more.',
    'NOTIFY_ADMINISTRATOR',
    'Raise the limit for a time, or change the rule.',
    'ALLOW_ONCE',
  ],
  count_limit: [
    'The number of purchases allowed in this time was reached.',
    'Try again later, or ask your administrator for more.',
    'NOTIFY_ADMINISTRATOR',
    'Change the rule, or let the time pass.',
    'ALLOW_ONCE',
  ],
  mcc_not_allowed: [
    'Purchases of this category are not allowed.',
    'Ask to have it allowed.',
    'REQUEST_EXCEPTION',
    'Allow it once, or change the rule.',
    'ALLOW_ONCE',
  ],
  merchant_not_allowed: [
    'This merchant is not allowed.',
    'Ask to have it allowed.',
    'REQUEST_EXCEPTION',
    'Allow it once, or change the rule.',
    'ALLOW_ONCE',
  ],
  merchant_locked_elsewhere: [
    'This card works at one merchant only.',
    'Use another card here.',
    'USE_OTHER_CARD',
    'Another card works here, or change the merchant of this one.',
    'OPEN_CARD',
  ],
  country_not_allowed: [
    'Purchases in this country are not allowed.',
    'Ask to have it allowed.',
    'REQUEST_TRAVEL',
    'Allow it once, or change the rule.',
    'ALLOW_ONCE',
  ],
  international_off: [
    'International purchases are off.',
    'Ask to have this country allowed.',
    'REQUEST_TRAVEL',
    'Allow it once, or change the rule.',
    'ALLOW_ONCE',
  ],
  state_not_allowed: [
    'Purchases in this state are not allowed.',
    'Ask to have it allowed.',
    'REQUEST_EXCEPTION',
    'Allow it once, or change the rule.',
    'ALLOW_ONCE',
  ],
  time_window: [
    'This card does not work at this day or hour.',
    'Ask to have it allowed.',
    'REQUEST_EXCEPTION',
    'Allow it once, or change the rule.',
    'ALLOW_ONCE',
  ],
  presence_not_allowed: [
    'This way of paying is not allowed.',
    'Pay another way, or ask to have it allowed.',
    'REQUEST_EXCEPTION',
    'Allow it once, or change the rule. No rule allows recurring charges on a consumer card.',
    'ALLOW_ONCE',
  ],
  cash_not_allowed: [
    'Cash is not allowed with this card.',
    'Pay by card.',
    'NONE',
    'The cardholder agreement gives no access to cash, so no rule can allow it.',
    'OPEN_CARD',
  ],
  card_frozen: [
    'The card was frozen.',
    'Unfreeze it, or ask for it if an administrator froze it.',
    'UNFREEZE',
    'Unfreeze it if that is right, and the purchase can be tried again.',
    'UNFREEZE',
  ],
  card_not_activated: [
    'The card is not activated yet.',
    'Activate it and try again.',
    'ACTIVATE',
    'The cardholder can activate it and try again.',
    'ACTIVATE',
  ],
  card_closed: [
    'The card is closed.',
    'Use its replacement, or ask for one.',
    'OPEN_REPLACEMENT',
    'Replace the card if it is still needed.',
    'REPLACE',
  ],
  card_expired: [
    'The card has expired.',
    'Use its replacement, or ask for one.',
    'OPEN_REPLACEMENT',
    'Replace the card if it is still needed.',
    'REPLACE',
  ],
  business_suspended: [
    'The company account is suspended or under review.',
    'Contact your administrator.',
    'CONTACT_ADMINISTRATOR',
    'Contact support to learn what it needs.',
    'CONTACT_SUPPORT',
  ],
  cardholder_inactive: [
    'The account of the cardholder is not active.',
    'Contact your administrator.',
    'CONTACT_ADMINISTRATOR',
    'Look at the account of the cardholder among the team members.',
    'OPEN_TEAM',
  ],
  cvc_mismatch: [
    'The security code was wrong.',
    'Look at the card details and try again.',
    'SHOW_CARD_DETAILS',
    'The cardholder can look at the card details and try again.',
    'OPEN_CARD',
  ],
  expiry_mismatch: [
    'The expiry date was wrong.',
    'Look at the card details and try again.',
    'SHOW_CARD_DETAILS',
    'The cardholder can look at the card details and try again.',
    'OPEN_CARD',
  ],
  zip_mismatch: [
    'The ZIP code was wrong.',
    'Look at the billing address and try again.',
    'SHOW_CARD_DETAILS',
    'The cardholder can look at the card details and try again.',
    'OPEN_CARD',
  ],
  address_mismatch: [
    'The billing address was wrong.',
    'Look at the card details and try again.',
    'SHOW_CARD_DETAILS',
    'The cardholder can look at the card details and try again.',
    'OPEN_CARD',
  ],
  pin_wrong: [
    'The PIN was wrong.',
    'Try again, or set a new one.',
    'SET_PIN',
    'The cardholder can set a new PIN, or you set one for them.',
    'SET_PIN',
  ],
  pin_blocked: [
    'The PIN is blocked after too many wrong tries.',
    'Set a new one.',
    'SET_PIN',
    'The cardholder can set a new PIN, or you set one for them.',
    'SET_PIN',
  ],
  pin_not_set: [
    'The card has no PIN yet.',
    'Set one and try again.',
    'SET_PIN',
    'The cardholder can set a new PIN, or you set one for them.',
    'SET_PIN',
  ],
  suspected_fraud: [
    'We stopped this purchase to protect the card.',
    'If it was you, try again.',
    'CONFIRM_PURCHASE',
    'Ask the cardholder whether it was them; if not, freeze the card.',
    'FREEZE',
  ],
  challenge_failed: [
    'The purchase could not be confirmed.',
    'Try again.',
    'TRY_AGAIN',
    'The cardholder can try again.',
    'OPEN_CARD',
  ],
  single_use_used: [
    'This card was for one purchase, which it has made.',
    'Ask for a new card.',
    'NEW_CARD',
    'Issue another card if it is needed.',
    'ISSUE_CARD',
  ],
  issuer_timeout: [
    'Our answer came too late.',
    'Try again.',
    'TRY_AGAIN',
    'The cardholder can try again.',
    'OPEN_CARD',
  ],
  system: [
    'Something went wrong on our side.',
    'Try again.',
    'TRY_AGAIN',
    'The cardholder can try again.',
    'OPEN_CARD',
  ],
  card_unknown: [
    'The card is unknown.',
    'Look at the card number and try again.',
    'NONE',
    'The number is of no card here.',
    'OPEN_CARD',
  ],
  event_id_reused: [
    'The network sent another purchase under the same number.',
    'Try again.',
    'NONE',
    'The cardholder can try again.',
    'OPEN_CARD',
  ],
};

const wordsOf = (code: DeclineCode) => [
  declineReason(code),
  declineAdvice(code, 'CARDHOLDER'),
  declines[code].action,
  declineAdvice(code, 'ADMIN'),
  declines[code].administrator,
];

/** Declines of requests that belong to no purchase: the network gets the answer, and no list has them. */
const unstored = new Set(['card_unknown', 'event_id_reused', 'system']);

test.each(Object.entries(cases))(
  '%s',
  async (code, { balance = 1_000_00, business, card, rules, before = 0, request, received }) => {
    const { context } = server;
    const { db } = context;
    const { businessId, cardId } = await openSpendingBusiness(db, { balance, card });
    const administrator = await administratorOf(server, businessId);
    if (business) await db.updateTable('business').set(business).where('id', '=', businessId).execute();
    if (code === 'cardholder_inactive') await closeHolder(businessId, cardId);
    if (rules) await addPolicy(db, { businessId, layer: 'CARD', chainId: cardId }, rules);
    for (let i = 0; i < before; i += 1)
      expect(
        await authorize(context, purchase(cardId, 10_00, { eventId: request?.eventId ?? `${cardId} ${i}` })),
      ).toMatchObject({
        outcome: 'APPROVED',
      });
    const answer = await authorize(context, purchase(cardId, amount, request), received);
    expect(answer).toMatchObject({ outcome: 'DECLINED', code, amount: 0 });
    if (unstored.has(code)) return;
    // A late decline is stored once its answer is out.
    const stored = () =>
      db
        .selectFrom('card_transaction')
        .select('id')
        .where('card_id', '=', cardId)
        .where('status', '=', 'DECLINED')
        .executeTakeFirst();
    await expect.poll(stored).toBeDefined();
    const shown = await administrator.ask('GET', `/api/transactions/${(await stored())!.id}`);
    expect(shown).toMatchObject({ status: 200, body: { status: 'DECLINED', declineCode: code } });
    expect(wordsOf(shown.body['declineCode'] as DeclineCode)).toEqual(words[code as keyof typeof cases]);
  },
);

test('every code can be reached, besides the one that waits for receipts', () => {
  const unreached = Object.keys(declines).filter((code) => !(code in cases));
  expect(unreached).toEqual(['receipts_overdue']);
});
