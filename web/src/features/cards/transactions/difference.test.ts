import type { TransactionEvent } from '@florin/contract/cards/transactions';
import { expect, test } from 'vitest';
import { differenceText } from './difference.ts';
import type { Transaction } from './queries.ts';

const usd = (amount: number) => ({ amount, currency: 'USD' });

const event = (change: Partial<TransactionEvent>): TransactionEvent => ({
  id: 'e',
  type: 'AUTHORIZATION',
  at: '2026-11-02T15:00:00Z',
  amount: usd(0),
  merchantAmount: null,
  outcome: null,
  declineCode: null,
  approved: null,
  held: usd(0),
  milliseconds: null,
  flags: [],
  ...change,
});

const purchase = (held: number, settled: number, mcc: number, change: Partial<Transaction> = {}): Transaction => ({
  id: 't',
  at: '2026-11-02T15:00:00Z',
  status: 'SETTLED',
  merchant: { id: 'm', name: 'Shop', city: null, state: null, country: 'US', mcc },
  card: { id: 'c', last4: '0932', kind: 'VIRTUAL' as const, name: null },
  cardholder: null,
  presence: 'PRESENT',
  amount: usd(settled),
  merchantAmount: null,
  requested: usd(held),
  settled: usd(settled),
  returned: usd(0),
  hold: null,
  fees: [],
  declineCode: null,
  note: null,
  decline: null,
  reports: [],
  events: [
    event({ amount: usd(held), outcome: 'APPROVED', approved: usd(held), held: usd(held) }),
    event({ type: 'CLEARING', amount: usd(settled) }),
  ],
  ...change,
});

test.each<[string, Transaction, string | null]>([
  ['the same', purchase(50_00, 50_00, 5411), null],
  ['a part settled, the rest on hold', purchase(50_00, 20_00, 5411, { status: 'PENDING' }), null],
  ['a tip', purchase(146_00, 171_20, 5812), '$146.00 was held before the tip. With a tip of $25.20, $171.20 settled.'],
  ['a ride', purchase(13_55, 16_52, 4121), '$13.55 was held before the tip. With a tip of $2.97, $16.52 settled.'],
  [
    'fuel',
    purchase(100_00, 42_17, 5542),
    'The pump held $100.00 before the amount was known, and settled $42.17 for the fuel that was taken.',
  ],
  [
    'a hotel',
    purchase(824_00, 870_00, 7011),
    '$824.00 was held as an estimate at check-in, and $870.00 settled at check-out.',
  ],
  [
    'a rental car',
    purchase(400_00, 380_00, 3390),
    '$400.00 was held as an estimate, and $380.00 settled when the car was back.',
  ],
  [
    'another currency',
    purchase(20_00, 20_31, 5812, { merchantAmount: { amount: 400_00, currency: 'MXN' } }),
    '$20.00 was held and $20.31 settled: the rate of the day of settlement counts, not the rate of the purchase.',
  ],
  [
    'a hotel abroad that settled more in its own currency',
    purchase(612_89, 632_61, 7011, {
      merchantAmount: { amount: 559_83, currency: 'CHF' },
      events: [
        event({ amount: usd(454_00), merchantAmount: { amount: 401_77, currency: 'CHF' }, held: usd(454_00) }),
        event({
          type: 'AUTHORIZATION_INCREMENTAL',
          amount: usd(158_89),
          merchantAmount: { amount: 140_61, currency: 'CHF' },
          held: usd(612_89),
        }),
        event({ type: 'CLEARING', amount: usd(632_61), merchantAmount: { amount: 559_83, currency: 'CHF' } }),
      ],
    }),
    '$612.89 was held as an estimate at check-in, and $632.61 settled at check-out.',
  ],
  [
    'the same bill abroad at another rate',
    purchase(612_89, 615_00, 7011, {
      merchantAmount: { amount: 542_38, currency: 'CHF' },
      events: [
        event({ amount: usd(612_89), merchantAmount: { amount: 542_38, currency: 'CHF' }, held: usd(612_89) }),
        event({ type: 'CLEARING', amount: usd(615_00), merchantAmount: { amount: 542_38, currency: 'CHF' } }),
      ],
    }),
    '$612.89 was held and $615.00 settled: the rate of the day of settlement counts, not the rate of the purchase.',
  ],
  ['less', purchase(60_00, 45_00, 5411), '$60.00 was held and $45.00 settled. The other $15.00 can be spent again.'],
  ['more', purchase(60_00, 62_00, 5411), '$60.00 was held, and the merchant settled $2.00 more.'],
  [
    'without a hold',
    purchase(0, 30_00, 5411, { events: [event({ type: 'CLEARING', amount: usd(30_00), flags: ['FORCE_POST'] })] }),
    'The merchant settled $30.00 without asking first, so nothing was on hold before.',
  ],
  [
    'late',
    purchase(30_00, 30_00, 5411, {
      events: [event({ held: usd(30_00) }), event({ type: 'CLEARING', amount: usd(30_00), flags: ['LATE'] })],
    }),
    'The merchant settled $30.00 after the hold had ended. Merchants may do so for purchases they have made.',
  ],
  [
    'a part',
    purchase(30_00, 30_00, 5411, {
      events: [event({ outcome: 'PARTIAL', amount: usd(45_00), approved: usd(30_00), held: usd(30_00) })],
    }),
    'The merchant asked for $45.00, and the card approved $30.00. The rest was paid another way.',
  ],
])('%s', (_what, of, text) => {
  expect(differenceText(of)).toBe(text);
});
