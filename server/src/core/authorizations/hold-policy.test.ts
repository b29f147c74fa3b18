import { expect, test } from 'vitest';
import type { HoldRule } from '../../db/hold-rules.ts';
import { holdOf, type HoldQuestion } from './hold-policy.ts';

const days = { standard: 7, estimate: 30, carRental: 60 };
const store: HoldQuestion = { network: 'Visa', presence: 'PRESENT', mcc: 5411, isEstimate: false };
const daysOf = (question: HoldQuestion, rules: readonly HoldRule[] = []) => {
  const { reason, until } = holdOf(question, { ...days, rules }, 0);
  return [reason, until / 86_400_000];
};

test.each<[string, Partial<HoldQuestion>, [string, number]]>([
  ['a purchase', {}, ['STANDARD', 7]],
  ['a purchase by Mastercard', { network: 'Mastercard' }, ['STANDARD', 7]],
  ['an estimate', { isEstimate: true }, ['ESTIMATE', 30]],
  ['a hotel', { mcc: 7011 }, ['LODGING', 30]],
  ['a hotel by name', { mcc: 3999 }, ['LODGING', 30]],
  ['a car rental', { mcc: 7512 }, ['CAR_RENTAL', 60]],
  ['a car rental by name', { mcc: 3351 }, ['CAR_RENTAL', 60]],
  ['cash at a hotel', { mcc: 7011, presence: 'CASH', isEstimate: true }, ['STANDARD', 7]],
])('%s is held as the agreements say', (_, change, expected) => {
  expect(daysOf({ ...store, ...change })).toEqual(expected);
});

const rules: readonly HoldRule[] = [
  { network: 'Mastercard', isEstimate: true, days: 25 },
  { network: 'Visa', presence: 'NOT_PRESENT', class: 'OTHER', isEstimate: false, days: 10 },
  { network: 'Visa', class: 'LODGING', days: 31 },
];
test.each<[string, Partial<HoldQuestion>, [string, number]]>([
  ['an estimate by Mastercard', { network: 'Mastercard', isEstimate: true }, ['ESTIMATE', 25]],
  ['an estimate by Visa', { isEstimate: true }, ['ESTIMATE', 30]],
  ['an online purchase by Visa', { presence: 'NOT_PRESENT' }, ['STANDARD', 10]],
  ['an online purchase by Mastercard', { presence: 'NOT_PRESENT', network: 'Mastercard' }, ['STANDARD', 7]],
  ['a purchase in a store by Visa', {}, ['STANDARD', 7]],
  ['a hotel by Visa', { mcc: 7011 }, ['LODGING', 31]],
  ['a hotel by Mastercard', { mcc: 7011, network: 'Mastercard' }, ['LODGING', 30]],
])('%s is held as the program’s rules say first', (_, change, expected) => {
  expect(daysOf({ ...store, ...change }, rules)).toEqual(expected);
});
