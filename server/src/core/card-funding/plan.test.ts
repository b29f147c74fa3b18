import { WhenShort, type FundingReason } from '@florin/contract/money/card-funding';
import { FundingAct } from '@florin/contract/money/funding-acts';
import { CardStatus } from '@florin/contract/cards/card-states';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { basisOf, planFunding, type FundableCard, type FundingOrder } from './plan.ts';

const card = (available: bigint | null, amount: bigint | null = 30_00n, status: CardStatus = 'OPEN'): FundableCard => ({
  cardId: `${available}|${amount}|${status}`,
  available,
  amount,
  status,
});
const changes = (order: Partial<FundingOrder>) =>
  planFunding({ act: 'FUND', whenShort: 'NONE', account: 1_000_000_00n, cards: [], ...order }).lines.map(
    ({ change, reason }) => [change, reason],
  );

describe('what one card gets', () => {
  test.each<[FundingAct, FundableCard, change: bigint, reason: FundingReason | null]>([
    ['FUND', card(10_00n), 30_00n, null],
    ['FUND', card(-5_00n), 30_00n, null],
    ['FUND', card(0n, 30_00n, 'PENDING_FULFILLMENT'), 30_00n, null],
    ['FUND', card(10_00n, 30_00n, 'PAUSED'), 0n, 'CARD_FROZEN'],
    ['FUND', card(10_00n, 30_00n, 'CLOSED'), 0n, 'CARD_CLOSED'],
    ['FUND', card(null), 0n, 'NO_BALANCE'],
    ['FUND', card(49_970_00n), 30_00n, null],
    ['FUND', card(49_970_01n), 0n, 'OVER_MAXIMUM'],
    ['DEFUND', card(30_00n), -30_00n, null],
    ['DEFUND', card(29_99n), 0n, 'CARD_SHORT'],
    ['DEFUND', card(30_00n, 30_00n, 'CLOSED'), -30_00n, null],
    ['DEFUND', card(30_00n, 30_00n, 'PAUSED'), -30_00n, null],
    ['SET', card(10_00n), 20_00n, null],
    ['SET', card(50_00n), -20_00n, null],
    ['SET', card(30_00n), 0n, 'AT_TARGET'],
    ['SET', card(50_00n, 30_00n, 'CLOSED'), -20_00n, null],
    ['SET', card(10_00n, 30_00n, 'CLOSED'), 0n, 'CARD_CLOSED'],
    ['TOP_UP', card(10_00n), 20_00n, null],
    ['TOP_UP', card(30_00n), 0n, 'AT_TARGET'],
    ['TOP_UP', card(34_00n), 0n, 'ABOVE_TARGET'],
    ['TOP_UP', card(7_50n, 30_00n, 'PAUSED'), 0n, 'CARD_FROZEN'],
    ['ZERO', card(12_34n, null), -12_34n, null],
    ['ZERO', card(0n, null), 0n, 'AT_TARGET'],
    ['ZERO', card(-3_00n, null), 0n, 'AT_TARGET'],
    ['ZERO', card(12_34n, null, 'CLOSED'), -12_34n, null],
  ])('%s of %o changes it by %s: %s', (act, one, change, reason) => {
    expect(changes({ act, cards: [one] })).toEqual([[change, reason]]);
  });
});

describe('an account that is short', () => {
  const three = [card(0n, 30_00n), card(1n, 20_00n), card(2n, 10_00n)];

  test.each<[WhenShort, account: bigint, got: bigint[]]>([
    ['NONE', 60_00n, [30_00n, 20_00n, 10_00n]],
    ['NONE', 59_99n, [0n, 0n, 0n]],
    ['IN_ORDER', 60_00n, [30_00n, 20_00n, 10_00n]],
    ['IN_ORDER', 35_00n, [30_00n, 5_00n, 0n]],
    ['IN_ORDER', 30_00n, [30_00n, 0n, 0n]],
    ['IN_ORDER', -1n, [0n, 0n, 0n]],
    ['ALL', 60_00n, [30_00n, 20_00n, 10_00n]],
    ['ALL', 30_00n, [15_00n, 10_00n, 5_00n]],
    ['ALL', 10_00n, [5_01n, 3_33n, 1_66n]],
    ['ALL', 1n, [1n, 0n, 0n]],
    ['ALL', 0n, [0n, 0n, 0n]],
  ])('%s with %s gives %s', (whenShort, account, got) => {
    const plan = planFunding({ act: 'FUND', whenShort, account, cards: three });
    expect(plan.lines.map(({ change }) => change)).toEqual(got);
    expect(plan.missing).toBe(account < 0n ? 60_00n : 60_00n - account);
    expect(plan.outcome).toBe(account >= 60_00n ? 'DONE' : 'SHORT');
    for (const { change, before, reason } of plan.lines)
      expect(reason).toBe(
        change === three.find(({ available }) => available === before)!.amount ? null : 'ACCOUNT_SHORT',
      );
  });

  test('gives on what other cards give back, and with NONE takes nothing back either', () => {
    const cards = [card(0n, 50_00n), card(80_00n, 50_00n)];
    const set = { act: 'SET', cards } as const;
    expect(changes({ ...set, account: 20_00n })).toEqual([
      [50_00n, null],
      [-30_00n, null],
    ]);
    expect(changes({ ...set, account: 19_99n })).toEqual([
      [0n, 'ACCOUNT_SHORT'],
      [0n, 'ACCOUNT_SHORT'],
    ]);
  });
});

test('an order that changes nothing says so', () => {
  const plan = planFunding({ act: 'TOP_UP', whenShort: 'NONE', account: 0n, cards: [card(30_00n)] });
  expect(plan.outcome).toBe('NOTHING');
});

const amounts = fc.bigInt({ min: 1n, max: 60_000_00n });
const orders = fc.record<FundingOrder>({
  act: fc.constantFrom(...FundingAct.options),
  whenShort: fc.constantFrom(...WhenShort.options),
  account: fc.bigInt({ min: -1_000_00n, max: 100_000_00n }),
  cards: fc.array(
    fc.record<FundableCard>({
      cardId: fc.uuid(),
      status: fc.constantFrom(...CardStatus.options),
      available: fc.option(fc.bigInt({ min: -500_00n, max: 60_000_00n })),
      amount: amounts,
    }),
    { maxLength: 12 },
  ),
});

test('no order makes or loses money, overdraws the account or a card, or gives more than was asked for', () => {
  fc.assert(
    fc.property(orders, (order) => {
      const { lines, account, missing, outcome } = planFunding(order);
      const moved = lines.reduce((all, { change }) => all + change, 0n);
      expect(account.before - account.after).toBe(moved);
      if (account.after < account.before) expect(account.after).toBeGreaterThanOrEqual(0n);
      for (const [i, { change, before, reason }] of lines.entries()) {
        if (change < 0n) expect(before + change).toBeGreaterThanOrEqual(0n);
        if (change > 0n && order.act !== 'FUND') expect(before + change).toBeLessThanOrEqual(order.cards[i]!.amount!);
        if (order.act === 'FUND') expect(change).toBeLessThanOrEqual(order.cards[i]!.amount!);
        if (change === 0n) expect(reason).not.toBeNull();
        if (order.act === 'TOP_UP') expect(change).toBeGreaterThanOrEqual(0n);
      }
      // What is there is given away to the last cent.
      if (missing > 0n && order.whenShort !== 'NONE') expect(account.after).toBeLessThanOrEqual(0n);
      expect(outcome === 'SHORT').toBe(missing > 0n);
    }),
    { numRuns: 2000 },
  );
});

test('another balance of the account, or another amount that moves, is another basis', () => {
  const order = { act: 'FUND', whenShort: 'NONE', account: 100_00n, cards: [card(1n)] } as const;
  const basis = (change: Partial<FundingOrder>) => basisOf(planFunding({ ...order, ...change }));
  const spent = [{ ...card(1n), available: 2n }];
  expect(basis({ cards: spent })).toBe(basis({}));
  expect(basis({ account: 100_01n })).not.toBe(basis({}));
  expect(basis({ cards: [{ ...card(1n), status: 'PAUSED' }] })).not.toBe(basis({}));
  const filled = { act: 'TOP_UP', cards: [{ ...card(1n), amount: 50_00n }] } as const;
  expect(basis({ ...filled, cards: [{ ...filled.cards[0], available: 2n }] })).not.toBe(basis(filled));
});
