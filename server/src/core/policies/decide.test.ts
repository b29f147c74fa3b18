import type { Rule } from '@florin/contract/cards/policies/spend-rules';
import { describe, expect, test } from 'vitest';
import { factsOf, noon, purchaseOf, versionOf, zone } from '../../testing/cards/policies.ts';
import { calendarOf } from './calendar.ts';
import { apply, count, decide } from './decide.ts';
import type { Facts, Purchase } from './facts.ts';
import { programOf, shadowProgramOf, type PolicyVersion } from './program.ts';

const hour = 3_600_000;
const day = 24 * hour;

/** Decides, and counts what is approved. */
function buy(facts: Facts, versions: readonly PolicyVersion[], changes: Partial<Purchase> = {}): string {
  const purchase = purchaseOf(changes);
  const program = programOf(versions, purchase.at);
  const calendar = calendarOf(zone, purchase.at);
  const { outcome, code, amount } = decide(purchase, facts, program, calendar);
  if (outcome !== 'DECLINED') apply(facts, purchase, program, calendar, amount);
  return outcome === 'PARTIAL' ? `PARTIAL ${amount} ${code}` : (code ?? outcome);
}

const card = (...rules: Rule[]) => [versionOf('CARD', rules)];

describe('each rule', () => {
  test.each<[string, Rule, Partial<Purchase>, string]>([
    ['a limit of a purchase', { kind: 'amount', period: 'purchase', limit: 60_00 }, {}, 'APPROVED'],
    ['a cent above it', { kind: 'amount', period: 'purchase', limit: 59_99 }, {}, 'limit_transaction'],
    [
      'a partial approval',
      { kind: 'amount', period: 'purchase', limit: 40_00 },
      { partialOk: true },
      'PARTIAL 4000 limit_transaction',
    ],
    ['a limit of another group', { kind: 'amount', period: 'purchase', limit: 1, group: 'FUEL' }, {}, 'APPROVED'],
    ['a limit of its group', { kind: 'amount', period: 'day', limit: 1, group: 'RESTAURANTS' }, {}, 'limit_day'],
    ['a count of none', { kind: 'count', period: 'day', limit: 0 }, {}, 'count_limit'],
    ['an allowed group', { kind: 'allow', field: 'group', values: ['FUEL', 'RESTAURANTS'] }, {}, 'APPROVED'],
    ['a group not allowed', { kind: 'allow', field: 'group', values: ['FUEL'] }, {}, 'mcc_not_allowed'],
    ['a blocked group', { kind: 'block', field: 'group', values: ['RESTAURANTS'] }, {}, 'mcc_not_allowed'],
    ['an unknown group', { kind: 'block', field: 'group', values: ['NOBODY'] }, {}, 'APPROVED'],
    ['a blocked category', { kind: 'block', field: 'mcc', values: ['5812'] }, {}, 'mcc_not_allowed'],
    ['another category', { kind: 'block', field: 'mcc', values: ['5814'] }, {}, 'APPROVED'],
    ['a category with zeros', { kind: 'allow', field: 'mcc', values: ['0742'] }, { mcc: 742 }, 'APPROVED'],
    ['a merchant id', { kind: 'allow', field: 'merchant', values: ['M-1'] }, {}, 'APPROVED'],
    ['a merchant name', { kind: 'allow', field: 'merchant', values: ['osteria lupa'] }, {}, 'APPROVED'],
    ['a part of the name', { kind: 'block', field: 'merchant', values: ['*ria lu*'] }, {}, 'merchant_not_allowed'],
    ['a beginning', { kind: 'block', field: 'merchant', values: ['oster*'] }, {}, 'merchant_not_allowed'],
    ['an end', { kind: 'block', field: 'merchant', values: ['*lupa'] }, {}, 'merchant_not_allowed'],
    ['not an end', { kind: 'block', field: 'merchant', values: ['*oster'] }, {}, 'APPROVED'],
    ['no regular expression', { kind: 'block', field: 'merchant', values: ['.+ .+'] }, {}, 'APPROVED'],
    ['another merchant', { kind: 'allow', field: 'merchant', values: ['Acme'] }, {}, 'merchant_not_allowed'],
    ['a country', { kind: 'allow', field: 'country', values: ['US', 'CA'] }, { country: 'MX' }, 'country_not_allowed'],
    ['any other country', { kind: 'allow', field: 'country', values: ['us'] }, { country: 'MX' }, 'international_off'],
    ['a state', { kind: 'block', field: 'state', values: ['NY'] }, {}, 'state_not_allowed'],
    ['no state', { kind: 'allow', field: 'state', values: ['NY'] }, { state: null }, 'APPROVED'],
    ['a currency', { kind: 'block', field: 'currency', values: ['MXN'] }, { currency: 'MXN' }, 'country_not_allowed'],
    ['cash', { kind: 'block', field: 'presence', values: ['CASH'] }, { presence: 'CASH' }, 'cash_not_allowed'],
    [
      'online',
      { kind: 'allow', field: 'presence', values: ['PRESENT', 'WALLET'] },
      { presence: 'NOT_PRESENT' },
      'presence_not_allowed',
    ],
    ['receipts in time', { kind: 'receipts', overdueAtMost: 0 }, {}, 'APPROVED'],
  ])('%s: %j', (_what, rule, changes, expected) => expect(buy(factsOf(), card(rule), changes)).toBe(expected));

  test('receipts that are overdue', () =>
    expect(buy(factsOf({ card: { receiptsOverdue: 3 } }), card({ kind: 'receipts', overdueAtMost: 2 }))).toBe(
      'receipts_overdue',
    ));

  test('a zero-amount check passes a limit that is used up, and no list', () => {
    expect(buy(factsOf(), card({ kind: 'amount', period: 'day', limit: 0 }), { amount: 0 })).toBe('APPROVED');
    const blocked = card({ kind: 'block', field: 'country', values: ['US'] });
    expect(buy(factsOf(), blocked, { amount: 0 })).toBe('country_not_allowed');
  });
});

test('no card pays out cash, whatever a rule allows; an inquiry of the balance passes', { tags: ['@a1.14'] }, () => {
  const cash = { presence: 'CASH' } as const;
  expect(buy(factsOf(), [], cash)).toBe('cash_not_allowed');
  expect(buy(factsOf(), card({ kind: 'allow', field: 'presence', values: ['CASH'] }), cash)).toBe('cash_not_allowed');
  expect(buy(factsOf(), [], { mcc: 6010 })).toBe('cash_not_allowed');
  expect(buy(factsOf(), [], { ...cash, amount: 0 })).toBe('APPROVED');
});

test('a consumer card pays nothing that recurs, whatever a rule allows', { tags: ['@a1.15'] }, () => {
  const again = { presence: 'NOT_PRESENT', isRecurring: true } as const;
  const consumer = factsOf({ card: { isConsumer: true } });
  expect(buy(consumer, [], again)).toBe('presence_not_allowed');
  const allowed = card({ kind: 'allow', field: 'presence', values: ['NOT_PRESENT'] });
  expect(buy(consumer, allowed, again)).toBe('presence_not_allowed');
  expect(buy(consumer, [], { ...again, amount: 0 })).toBe('APPROVED');
  expect(buy(consumer, [], { presence: 'NOT_PRESENT' })).toBe('APPROVED');
  expect(buy(factsOf(), [], again)).toBe('APPROVED');
});

describe('hours', () => {
  const at = (moment: string) => ({ at: Date.parse(moment) });
  const office: Rule = { kind: 'hours', windows: [{ weekdays: [1, 2, 3, 4, 5], from: 420, to: 1380 }] };
  const night: Rule = { kind: 'hours', windows: [{ weekdays: [5], from: 1320, to: 120 }] };
  test.each<[string, Rule, string, string]>([
    ['Thursday noon', office, '2026-11-19T17:00:00Z', 'APPROVED'],
    ['Thursday 6:59', office, '2026-11-19T11:59:59Z', 'time_window'],
    ['Thursday 7:00', office, '2026-11-19T12:00:00Z', 'APPROVED'],
    ['Thursday 23:00', office, '2026-11-20T04:00:00Z', 'time_window'],
    ['Saturday noon', office, '2026-11-21T17:00:00Z', 'time_window'],
    ['Friday 22:00', night, '2026-11-21T03:00:00Z', 'APPROVED'],
    ['Saturday 1:59', night, '2026-11-21T06:59:00Z', 'APPROVED'],
    ['Saturday 2:00', night, '2026-11-21T07:00:00Z', 'time_window'],
    ['Friday 1:00', night, '2026-11-20T06:00:00Z', 'time_window'],
    // 1:30 comes twice on 1 November: it is in the window both times.
    [
      'Sunday 1:30',
      { kind: 'hours', windows: [{ weekdays: [0], from: 60, to: 120 }] },
      '2026-11-01T05:30:00Z',
      'APPROVED',
    ],
    [
      'Sunday 1:30',
      { kind: 'hours', windows: [{ weekdays: [0], from: 60, to: 120 }] },
      '2026-11-01T06:30:00Z',
      'APPROVED',
    ],
  ])('%s in %j', (_what, rule, moment, expected) => expect(buy(factsOf(), card(rule), at(moment))).toBe(expected));

  test('do not hold for exempt groups', () => {
    const exempting = card({ ...office, exempt: ['LODGING'] });
    expect(buy(factsOf(), exempting, { ...at('2026-11-21T17:00:00Z'), mcc: 3690 })).toBe('APPROVED');
  });
});

describe('limits over time', () => {
  test.each([
    ['day', 'limit_day', '2026-11-20T05:00:00Z'],
    ['week', 'limit_week', '2026-11-22T05:00:00Z'],
    ['month', 'limit_month', '2026-12-01T05:00:00Z'],
    ['quarter', 'limit_quarter', '2027-01-01T05:00:00Z'],
    ['year', 'limit_year', '2027-01-01T05:00:00Z'],
  ] as const)('a %s', (period, code, next) => {
    const facts = factsOf();
    const versions = card({ kind: 'amount', period, limit: 100_00 });
    expect(buy(facts, versions)).toBe('APPROVED');
    expect(buy(facts, versions)).toBe(code);
    expect(buy(facts, versions, { amount: 40_00 })).toBe('APPROVED');
    expect(buy(facts, versions, { at: Date.parse(next) - 1, amount: 1 })).toBe(code);
    expect(buy(facts, versions, { at: Date.parse(next) })).toBe('APPROVED');
  });

  test('a lifetime', () => {
    const facts = factsOf();
    const versions = card({ kind: 'amount', period: 'lifetime', limit: 100_00 });
    expect(buy(facts, versions)).toBe('APPROVED');
    expect(buy(facts, versions, { at: noon + 900 * day })).toBe('limit_lifetime');
  });

  test('since a date, and not before it', () => {
    const facts = factsOf();
    const versions = card({ kind: 'amount', period: 'since', since: '2026-11-20', limit: 100_00 });
    expect(buy(facts, versions, { amount: 500_00 })).toBe('APPROVED');
    expect(buy(facts, versions, { at: noon + day })).toBe('APPROVED');
    expect(buy(facts, versions, { at: noon + 300 * day })).toBe('limit_since');
  });

  test('counts', () => {
    const facts = factsOf();
    const versions = card({ kind: 'count', period: 'day', limit: 2 });
    expect([1, 2, 3].map(() => buy(facts, versions))).toEqual(['APPROVED', 'APPROVED', 'count_limit']);
    expect(buy(facts, versions, { at: noon + day })).toBe('APPROVED');
  });

  test('a purchase just before midnight that is decided just after it counts for the new day', () => {
    const facts = factsOf();
    const versions = card({ kind: 'amount', period: 'day', limit: 100_00 });
    const midnight = Date.parse('2026-11-20T05:00:00Z');
    expect(buy(facts, versions, { at: midnight })).toBe('APPROVED');
    expect(buy(facts, versions, { at: midnight - 1 })).toBe('limit_day');
    expect(buy(facts, versions, { at: midnight - 1, amount: 40_00 })).toBe('APPROVED');
    expect(buy(facts, versions, { at: midnight + 1, amount: 1 })).toBe('limit_day');
  });

  test('an increase is measured with what it increases, and is no further purchase', () => {
    const facts = factsOf({ card: { usesAtMost: 1 } });
    const versions = card(
      { kind: 'amount', period: 'purchase', limit: 100_00 },
      { kind: 'count', period: 'day', limit: 1 },
    );
    expect(buy(facts, versions)).toBe('APPROVED');
    expect(buy(facts, versions, { held: 60_00, amount: 40_01 })).toBe('limit_transaction');
    expect(buy(facts, versions, { held: 60_00, amount: 40_00 })).toBe('APPROVED');
    expect(facts.card.uses).toBe(1);
  });

  test('what is reversed can be spent again, in its own period only', () => {
    const facts = factsOf();
    const versions = card(
      { kind: 'amount', period: 'day', limit: 60_00 },
      { kind: 'amount', period: 'month', limit: 100_00 },
    );
    const program = programOf(versions, noon);
    const bought = calendarOf(zone, noon);
    expect(buy(facts, versions)).toBe('APPROVED');
    count(facts, 5812, program, bought, -60_00, -1);
    expect(buy(facts, versions)).toBe('APPROVED');
    expect(buy(facts, versions, { at: noon + day, amount: 40_00 })).toBe('APPROVED');
    count(facts, 5812, program, bought, -60_00, -1);
    expect(buy(facts, versions, { at: noon + day, amount: 20_01 })).toBe('limit_day');
    expect(buy(facts, versions, { at: noon + day, amount: 20_00 })).toBe('APPROVED');
  });
});

describe('scopes', () => {
  test('a business limit is shared by its cards, a group limit by those of the group', () => {
    const one = factsOf({ groups: ['sales'] });
    const two: Facts = {
      ...factsOf(),
      windows: { card: {}, business: one.windows.business, groups: one.windows.groups },
    };
    const business = versionOf('BUSINESS', [{ kind: 'amount', period: 'day', limit: 200_00, of: 'business' }]);
    const group = versionOf('GROUP', [{ kind: 'amount', period: 'day', limit: 100_00, of: 'group' }], {
      subjectId: 'sales',
    });
    const own = versionOf('CARD', [{ kind: 'amount', period: 'day', limit: 90_00 }]);
    expect(buy(one, [business, group, own])).toBe('APPROVED');
    expect(buy(two, [business, group])).toBe('limit_day');
    expect(buy(two, [business, group], { amount: 40_00 })).toBe('APPROVED');
    expect(buy(one, [business, group, own], { amount: 1 })).toBe('limit_day');
    expect(buy(two, [business], { amount: 100_00 })).toBe('APPROVED');
    expect(buy(two, [business], { amount: 1 })).toBe('limit_day');
  });

  test('only what a limit needs is counted', () => {
    const facts = factsOf({ groups: ['sales'] });
    const versions = card({ kind: 'amount', period: 'day', limit: 900_00, group: 'RESTAURANTS' });
    buy(facts, versions);
    buy(facts, versions, { mcc: 5541 });
    expect(Object.keys(facts.windows.card)).toEqual(['*', 'RESTAURANTS']);
    expect(Object.keys(facts.windows.business)).toEqual(['*']);
    expect(facts.windows.groups['sales']).toEqual({});
  });
});

describe('the card', () => {
  test.each<[Parameters<typeof factsOf>[0], string]>([
    [{ eligibility: { business: { status: 'SUSPENDED' } } }, 'business_suspended'],
    [{ eligibility: { business: { status: 'OPEN', operational: false } } }, 'business_suspended'],
    [{ eligibility: { membership: { status: 'CLOSED' } } }, 'cardholder_inactive'],
    [{ eligibility: { card: { status: 'PAUSED' } } }, 'card_frozen'],
    [{ eligibility: { card: { status: 'PENDING_ACTIVATION' } } }, 'card_not_activated'],
    [{ eligibility: { card: { status: 'PENDING_FULFILLMENT' } } }, 'card_not_activated'],
    [{ eligibility: { card: { status: 'CLOSED' } } }, 'card_closed'],
    [{ card: { expiresOn: '2026-11-18' } }, 'card_expired'],
    [{ card: { expiresOn: '2026-11-19' } }, 'APPROVED'],
    [{ card: { validFrom: noon + 1 } }, 'card_not_activated'],
    [{ card: { validFrom: noon, validUntil: noon + 1 } }, 'APPROVED'],
    [{ card: { validUntil: noon } }, 'card_expired'],
    [{ card: { usesAtMost: 1, uses: 1 } }, 'single_use_used'],
    [{ card: { usesAtMost: 1, uses: 1 }, eligibility: { card: { status: 'CLOSED' } } }, 'single_use_used'],
    [{ card: { merchantLock: 'NAMED', lockedMerchantId: 'm-2' } }, 'merchant_locked_elsewhere'],
    [{ card: { merchantLock: 'NAMED', lockedMerchantId: 'm-1' } }, 'APPROVED'],
    [{ card: { merchantLock: 'NAMED', lockedMerchantName: 'lupa' } }, 'APPROVED'],
    [{ card: { merchantLock: 'NAMED', lockedMerchantName: 'Acme' } }, 'merchant_locked_elsewhere'],
    [{ card: { amountLock: 59_99 } }, 'limit_lifetime'],
    [{ funds: { available: 59_99 } }, 'insufficient_business_balance'],
    [{ funds: { available: -5 } }, 'insufficient_business_balance'],
    [{ funds: { available: 0, source: 'WALLET' } }, 'insufficient_funds'],
  ])('%j: %s', (changes, expected) => expect(buy(factsOf(changes), [])).toBe(expected));

  test('locks itself to its first merchant', () => {
    const facts = factsOf({ card: { merchantLock: 'FIRST' } });
    expect(buy(facts, [])).toBe('APPROVED');
    expect(buy(facts, [], { merchantId: 'm-2' })).toBe('merchant_locked_elsewhere');
    expect(buy(facts, [])).toBe('APPROVED');
  });

  test('an amount lock is for its life', () => {
    const facts = factsOf({ card: { amountLock: 100_00 } });
    expect(buy(facts, [])).toBe('APPROVED');
    expect(buy(facts, [], { at: noon + 400 * day })).toBe('limit_lifetime');
    expect(buy(facts, [], { at: noon + 400 * day, amount: 40_00 })).toBe('APPROVED');
  });

  test('a rule tells before the balance does, because more money would not help', () => {
    const broke = { funds: { available: 0 } };
    expect(buy(factsOf(broke), card({ kind: 'block', field: 'country', values: ['US'] }))).toBe('country_not_allowed');
    expect(buy(factsOf(broke), card({ kind: 'amount', period: 'day', limit: 10_00 }))).toBe(
      'insufficient_business_balance',
    );
  });
});

describe('layers', () => {
  const restaurants: Rule = { kind: 'block', field: 'group', values: ['RESTAURANTS'] };
  const daily = (limit: number): Rule => ({ kind: 'amount', period: 'day', limit });

  test('every layer must allow', () => {
    const layers = ['PROGRAM', 'BUSINESS', 'GROUP', 'CARD'] as const;
    for (const strict of layers) {
      const versions = layers.map((layer) => versionOf(layer, [daily(layer === strict ? 50_00 : 500_00)]));
      expect(buy(factsOf(), versions)).toBe('limit_day');
    }
  });

  test('an override raises the limits below the program, for its time', () => {
    const override = versionOf('OVERRIDE', [daily(500_00)], { from: noon, until: noon + hour });
    const below = [
      versionOf('BUSINESS', [daily(50_00)]),
      versionOf('GROUP', [daily(50_00)]),
      versionOf('CARD', [daily(50_00)]),
    ];
    expect(buy(factsOf(), [...below, override])).toBe('APPROVED');
    expect(buy(factsOf(), [...below, override], { at: noon - 1 })).toBe('limit_day');
    expect(buy(factsOf(), [...below, override], { at: noon + hour })).toBe('limit_day');
    expect(buy(factsOf(), [...below, override, versionOf('PROGRAM', [daily(50_00)])])).toBe('limit_day');
  });

  test('an override makes an exception from lists, and from those of the program none', () => {
    const exception = versionOf('OVERRIDE', [{ kind: 'allow', field: 'mcc', values: ['5812'] }]);
    expect(buy(factsOf(), [versionOf('BUSINESS', [restaurants]), exception])).toBe('APPROVED');
    expect(buy(factsOf(), [versionOf('CARD', [{ kind: 'allow', field: 'group', values: ['FUEL'] }]), exception])).toBe(
      'APPROVED',
    );
    expect(buy(factsOf(), [versionOf('PROGRAM', [restaurants]), exception])).toBe('mcc_not_allowed');
    // What it does not name stays as it was.
    expect(buy(factsOf(), [versionOf('BUSINESS', [restaurants]), exception], { mcc: 5814 })).toBe('mcc_not_allowed');
    expect(buy(factsOf(), [exception], { mcc: 5814 })).toBe('APPROVED');
  });

  test('no version changes what a group means in another', () => {
    const program = versionOf('PROGRAM', [restaurants]);
    const trick = versionOf('OVERRIDE', [{ kind: 'allow', field: 'group', values: ['RESTAURANTS'] }]);
    const renamed = {
      ...trick,
      document: { ...trick.document, groups: [{ key: 'RESTAURANTS', name: '', ranges: [] }] },
    };
    expect(buy(factsOf(), [program, renamed])).toBe('mcc_not_allowed');
  });

  test('of a policy the version that began last is in force', () => {
    const policyId = 'sales';
    const old = versionOf('GROUP', [daily(50_00)], { policyId });
    const next = versionOf('GROUP', [daily(500_00)], { policyId, from: noon + hour });
    expect(buy(factsOf(), [next, old])).toBe('limit_day');
    expect(buy(factsOf(), [next, old], { at: noon + hour })).toBe('APPROVED');
  });

  test('a version in shadow has no effect, but a program of its own', () => {
    const policyId = 'meals';
    const active = versionOf('CARD', [daily(500_00)], { policyId });
    const shadow = versionOf('CARD', [daily(50_00)], { policyId, shadow: true });
    const facts = factsOf();
    const beside = shadowProgramOf([active, shadow], noon)!;
    expect(decide(purchaseOf(), facts, beside, calendarOf(zone, noon)).code).toBe('limit_day');
    expect(buy(facts, [active, shadow])).toBe('APPROVED');
    expect(shadowProgramOf([active], noon)).toBeNull();
  });
});

test('a group is named many times, and its ranges overlap: the rules are compiled at once', () => {
  const everything = { key: 'ALL', name: 'All', ranges: Array.from({ length: 400 }, () => ({ from: 0, to: 9999 })) };
  const values = Array.from({ length: 500 }, () => 'ALL');
  const versions = Array.from({ length: 100 }, () => ({
    ...versionOf('BUSINESS', []),
    document: {
      rules: [
        { kind: 'allow', field: 'group', values },
        { kind: 'hours', windows: [{ weekdays: [0, 1, 2, 3, 4, 5, 6], from: 0, to: 1440 }], exempt: values },
      ] satisfies Rule[],
      groups: [everything],
    },
  }));
  expect(buy(factsOf(), versions)).toBe('APPROVED');
  expect(
    buy(factsOf(), [versionOf('CARD', [{ kind: 'block', field: 'group', values: ['FUEL', 'RESTAURANTS'] }])]),
  ).toBe('mcc_not_allowed');
});
