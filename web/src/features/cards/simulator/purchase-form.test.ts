import type { SimulatedMerchant } from '@florin/contract/cards/simulator';
import { expect, test } from 'vitest';
import { amountOf, outcomeOf, presenceOf, withKind, withMerchant, type PurchaseForm } from './purchase-form.ts';

const merchant = (more: Partial<SimulatedMerchant>): SimulatedMerchant => ({
  id: 'M1',
  name: 'Trattoria Lucca',
  mcc: 5812,
  category: 'Restaurants',
  city: 'Boston',
  state: 'MA',
  country: 'US',
  currency: 'USD',
  kinds: ['TIP', 'PLAIN'],
  presence: 'PRESENT',
  usualAmount: 6400,
  ...more,
});
const lucca = merchant({});
const hotel = merchant({ id: 'M2', kinds: ['HOTEL', 'PLAIN'], usualAmount: 64_000 });
const tokyo = merchant({ id: 'M3', kinds: ['PLAIN'], currency: 'JPY', country: 'JP', usualAmount: 9000 });
const form: PurchaseForm = { kind: 'TIP', merchantId: 'M1', cardId: 'C1', amount: '12.00', presence: 'PRESENT' };

test('another merchant has its own amount, and a kind that fits; the card stays', () => {
  expect(withMerchant(form, hotel)).toEqual({ ...form, merchantId: 'M2', kind: 'HOTEL', amount: '640.00' });
  expect(withMerchant({ ...form, kind: 'REFUND' }, hotel)).toMatchObject({ kind: 'REFUND' });
  expect(withMerchant(form, tokyo)).toMatchObject({ kind: 'PLAIN', amount: '9000' });
});

test('a kind of a trade goes to a merchant of that trade; any other stays where it is', () => {
  expect(withKind(form, 'HOTEL', [lucca, hotel])).toMatchObject({ merchantId: 'M2', kind: 'HOTEL', amount: '640.00' });
  expect(withKind(form, 'FORCE_POST', [lucca, hotel])).toEqual({ ...form, kind: 'FORCE_POST' });
});

test.each([
  ['PLAIN', 'PRESENT', false, 'PRESENT'],
  ['PLAIN', 'PRESENT', true, 'WALLET'],
  ['PLAIN', 'NOT_PRESENT', true, 'NOT_PRESENT'],
  ['ATM', 'PRESENT', false, 'CASH'],
] as const)('%s, %s chosen, virtual %s: %s', (kind, presence, isVirtual, expected) => {
  expect(presenceOf({ ...form, kind, presence }, isVirtual)).toBe(expected);
});

test.each([
  ['86.40', 'USD', 8640],
  ['3,50', 'USD', null],
  ['', 'USD', null],
  ['9000', 'JPY', 9000],
  ['90.5', 'JPY', null],
])('%j of %s is %j', (amount, currency, expected) => {
  expect(amountOf({ ...form, amount }, currency)).toBe(expected);
});

const usd = (amount: number) => ({ amount, currency: 'USD' });
const purchase = {
  id: 'p',
  kind: 'PLAIN' as const,
  presence: 'PRESENT' as const,
  merchant: { id: 'M1', name: 'Trattoria Lucca', city: 'Boston', country: 'US' },
  card: { id: 'C1', last4: '0932', holder: null },
  status: 'OPEN' as const,
  declineCode: null,
  requested: usd(100),
  asked: usd(100),
  held: usd(100),
  captured: usd(0),
  refunded: usd(0),
  holdUntil: null,
  renewsAt: null,
  at: '2026-11-19T12:00:00Z',
  acts: [],
};
test.each([
  ['APPROVED', 'OPEN', 'yes'],
  ['PARTIAL', 'OPEN', 'part'],
  ['DECLINED', 'DECLINED', 'no'],
  [null, 'SETTLED', 'advice'],
  [null, 'NO_ANSWER', 'silent'],
] as const)('%s of a purchase that is %s is %j', (outcome, status, kind) => {
  const answer = { purchase: { ...purchase, status }, outcome, declineCode: null, approved: usd(100) };
  expect(outcomeOf(answer)).toMatchObject({ kind, merchant: 'Trattoria Lucca' });
});
