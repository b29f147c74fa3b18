import type { FundingLine, FundingReason } from '@florin/contract/money/card-funding';
import { FundingReason as reasons } from '@florin/contract/money/card-funding';
import { expect, test } from 'vitest';
import { planSentences } from './plan-words.ts';

const usd = (amount: number) => ({ amount, currency: 'USD' });
const line = (n: number, reason: FundingReason | null, change = 0): FundingLine => ({
  cardId: `c${n}`,
  cardName: 'Everyday',
  kind: 'VIRTUAL',
  last4: String(1000 + n),
  holder: null,
  before: usd(0),
  change: usd(change),
  after: usd(change),
  reason,
});
const sentences = (...lines: FundingLine[]) =>
  planSentences({
    act: 'TOP_UP',
    lines,
    cardsUnchanged: 0,
    account: { before: usd(500_00), after: usd(500_00), incoming: usd(0) } as never,
  });

test('cards with one reason are one line, a card alone is named', () => {
  const { main, stay } = sentences(
    line(1, null, 25_00),
    line(2, 'ABOVE_TARGET'),
    line(3, 'CARD_FROZEN'),
    line(4, 'ABOVE_TARGET'),
    line(5, 'ABOVE_TARGET'),
    line(6, 'AT_TARGET'),
  );
  expect(main).toBe('1 card gets $25.00.');
  expect(stay).toEqual(['4 cards have enough.', expect.stringMatching(/^Everyday .*1003 is frozen\.$/)]);
});

test.each(reasons.options)('several cards have words for %s', (reason) => {
  expect(sentences(line(1, reason), line(2, reason)).stay).toEqual([expect.stringMatching(/^2 cards [a-z :]+\.$/)]);
});
