import type { CardEventType, DecisionOutcome } from '@florin/contract/cards/transaction-states';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { merchantAmountOf } from './merchant-amount.ts';

const event = (type: CardEventType, amount: bigint, merchantAmount: bigint | null, more: object = {}) => ({
  type,
  amount,
  merchantAmount,
  merchantCurrency: merchantAmount === null ? null : 'CHF',
  outcome: (type === 'AUTHORIZATION' ? 'APPROVED' : null) as DecisionOutcome | null,
  ...more,
});
const asked = event('AUTHORIZATION', 454_00n, 401_76n);
const figures = {
  status: 'PENDING',
  amount: 0n,
  held: 0n,
  settled: 0n,
  returned: 0n,
  merchantAmount: 401_76n,
  merchantCurrency: 'CHF',
};

test.each<[string, Partial<Parameters<typeof merchantAmountOf>[0]>, ReturnType<typeof event>[], bigint | null]>([
  ['as asked', { amount: 454_00n, held: 454_00n }, [asked], 401_76n],
  [
    'with another night',
    { amount: 612_89n, held: 612_89n },
    [asked, event('AUTHORIZATION_INCREMENTAL', 158_89n, 140_61n)],
    542_38n,
  ],
  ['half of it approved', { amount: 227_00n, held: 227_00n }, [asked], 200_88n],
  [
    'settled for more',
    { status: 'SETTLED', amount: 632_61n, settled: 632_61n },
    [asked, event('CLEARING', 632_61n, 559_83n)],
    559_83n,
  ],
  [
    'settled without an amount of the merchant',
    { status: 'SETTLED', amount: 454_00n, settled: 454_00n },
    [asked, event('CLEARING', 454_00n, null)],
    401_76n,
  ],
  [
    'settled at another rate than that of the purchase',
    { status: 'SETTLED', amount: 460_00n, settled: 460_00n },
    [asked, event('CLEARING', 460_00n, 401_76n)],
    401_76n,
  ],
  [
    'a part settled, the rest on hold',
    { amount: 454_00n, held: 227_00n, settled: 227_00n },
    [asked, event('CLEARING', 227_00n, 200_90n)],
    401_78n,
  ],
  [
    'a part returned',
    { status: 'SETTLED', amount: 404_00n, settled: 454_00n, returned: 50_00n },
    [asked, event('CLEARING', 454_00n, 401_76n), event('RETURN', 50_00n, 44_25n)],
    357_51n,
  ],
  [
    'all returned',
    { status: 'RETURNED', settled: 454_00n, returned: 454_00n },
    [asked, event('CLEARING', 454_00n, 401_76n), event('RETURN', 454_00n, 401_76n)],
    null,
  ],
  [
    'a rate that is beyond all amounts',
    { status: 'SETTLED', amount: 100_000_01n, settled: 100_000_01n },
    [event('CLEARING', 1n, 1_000_000_000_000n), event('CLEARING', 100_000_00n, null)],
    null,
  ],
  ['voided', { status: 'VOIDED' }, [asked, event('AUTHORIZATION_REVERSAL', 454_00n, null)], null],
  [
    'declined',
    { status: 'DECLINED', amount: 454_00n },
    [event('AUTHORIZATION', 454_00n, 401_76n, { outcome: 'DECLINED' })],
    401_76n,
  ],
  [
    'in dollars',
    { amount: 454_00n, held: 454_00n, merchantAmount: null },
    [event('AUTHORIZATION', 454_00n, null)],
    null,
  ],
])('%s', (_, change, events, expected) => {
  expect(merchantAmountOf({ ...figures, ...change }, events)).toBe(expected);
});

test('at one rate it is the amount at that rate, however the purchase was settled', () => {
  const amount = fc.bigInt({ min: 1n, max: 1_000_000_00n });
  fc.assert(
    fc.property(
      amount,
      fc.array(amount, { maxLength: 5 }),
      fc.array(amount, { maxLength: 3 }),
      (held, cleared, back) => {
        const rate = 3n;
        const stated = (type: CardEventType) => (of: bigint) => event(type, of, of * rate);
        const sum = (of: readonly bigint[]) => of.reduce((total, one) => total + one, 0n);
        const [settled, returned] = [sum(cleared), sum(back)];
        const of = {
          ...figures,
          amount: held + settled - returned,
          held,
          settled,
          returned,
          merchantAmount: held * rate,
        };
        const events = [
          stated('AUTHORIZATION')(held),
          ...cleared.map(stated('CLEARING')),
          ...back.map(stated('RETURN')),
        ];
        expect(merchantAmountOf(of, events)).toBe(of.amount === 0n ? null : of.amount * rate);
      },
    ),
  );
});
