import { expect, test } from 'vitest';
import { wordsOf } from './words.ts';

const usd = (amount: number) => ({ amount, currency: 'USD' });
const card = { last4: '0932', amount: usd(42_10), merchant: 'Blue Bottle' };

test.each([
  [{ kind: 'PURCHASE', ...card }, '$42.10 at Blue Bottle with the card ending in 0932.'],
  [{ kind: 'PURCHASE', ...card, merchant: 'WWW.EVIL.COM/a' }, '$42.10 at WWW EVIL COM a with the card ending in 0932.'],
  [
    { kind: 'PURCHASE', ...card, amount: { amount: 1200, currency: 'JPY' } },
    '¥1,200 at Blue Bottle with the card ending in 0932.',
  ],
  [
    { kind: 'REFUND', ...card, merchant: 'St. Mary Books' },
    'St. Mary Books has refunded $42.10 to the card ending in 0932.',
  ],
  [{ kind: 'REFUND', ...card, merchant: '@' }, 'a merchant has refunded $42.10 to the card ending in 0932.'],
  [
    { kind: 'DECLINE', ...card, code: null },
    'A purchase of $42.10 at Blue Bottle with the card ending in 0932 was declined.',
  ],
  [
    { kind: 'DECLINE', ...card, code: 'limit_day' },
    'A purchase of $42.10 at Blue Bottle with the card ending in 0932 was declined. This purchase was above the daily limit.',
  ],
  [
    { kind: 'REQUEST', what: 'FUNDING', step: 'MADE', by: 'Sam Whitfield', amount: usd(100_00) },
    'Sam Whitfield has made a request for funds ($100.00).',
  ],
  [
    { kind: 'REQUEST', what: 'CARD', step: 'EXPIRED', by: null, amount: null },
    'Nobody has decided your request for a card in time.',
  ],
  [
    { kind: 'REQUEST', what: 'LIMIT', step: 'APPROVED', by: 'Maya Chen', amount: null },
    'Your request for a higher limit was approved by Maya Chen.',
  ],
  [
    { kind: 'FUNDING', last4: '0932', cards: 1, amount: usd(25_00), by: 'Maya Chen' },
    'Maya Chen has added $25.00 to the card ending in 0932.',
  ],
  [
    { kind: 'FUNDING', last4: null, cards: 12, amount: usd(-300_00), by: null },
    'A schedule has taken $300.00 back from 12 cards.',
  ],
  [{ kind: 'LOW_BALANCE', last4: null, available: usd(900_00) }, 'Your business has $900.00 available.'],
  [{ kind: 'LOW_BALANCE', last4: '0932', available: usd(-1_00) }, 'The card ending in 0932 has -$1.00 available.'],
  [
    { kind: 'CARD_CHANGE', last4: '0932', change: 'FROZEN', by: 'Maya Chen' },
    'The card ending in 0932 was frozen, by Maya Chen.',
  ],
  [
    { kind: 'CARD_CHANGE', last4: '0932', change: 'REPLACED', by: 'Robin Example', sentTo: '1 H•••, Portland' },
    'The card ending in 0932 was replaced, by Robin Example. The new card goes to 1 H•••, Portland.',
  ],
  [{ kind: 'CARD_CHANGE', last4: '0932', change: 'SHIPPED', by: null }, 'The card ending in 0932 was shipped.'],
] as const)('%j: %s', (facts, sentence) => {
  expect(wordsOf(facts).sentence).toBe(sentence);
});
