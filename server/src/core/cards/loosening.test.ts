import { expect, test } from 'vitest';
import { loosenedControls, revisionOf, type UpdatableColumns } from './loosening.ts';

const now = new Date('2026-11-23T12:00:00Z');
const day = (n: number) => new Date(now.getTime() + n * 86_400_000);
const plain: UpdatableColumns = {
  name: null,
  purpose: null,
  external_id: null,
  uses_at_most: null,
  amount_lock: null,
  merchant_lock: null,
  locked_merchant_id: null,
  locked_merchant_name: null,
  valid_from: null,
  valid_until: null,
};
const atRamen = {
  merchant_lock: 'NAMED',
  locked_merchant_id: '42',
  locked_merchant_name: 'Ramen',
} as const;
const lockTo = (kind: 'FIRST' | 'NAMED', merchantId: string | null, merchant: string | null) => ({
  merchantLock: { kind, merchantId, merchant },
});

test.each([
  ['nothing', {}, {}, []],
  ['what was without limit', {}, { usesAtMost: 1, amountLock: 1n, validUntil: day(1), validFrom: day(1) }, []],
  ['fewer uses', { uses_at_most: 3 }, { usesAtMost: 2 }, []],
  ['more uses', { uses_at_most: 3 }, { usesAtMost: 4 }, ['USES']],
  ['any number of uses', { uses_at_most: 3 }, { usesAtMost: null }, ['USES']],
  ['a lower amount', { amount_lock: 500n }, { amountLock: 499n }, []],
  ['a higher amount', { amount_lock: 500n }, { amountLock: 501n }, ['AMOUNT']],
  ['any amount', { amount_lock: 500n }, { amountLock: null }, ['AMOUNT']],
  ['the same merchant', atRamen, lockTo('NAMED', '42', 'Ramen'), []],
  ['another merchant', atRamen, lockTo('NAMED', '43', 'Ramen'), ['MERCHANT']],
  ['the first merchant anew', { ...atRamen, merchant_lock: 'FIRST' }, lockTo('FIRST', null, null), ['MERCHANT']],
  ['any merchant', atRamen, { merchantLock: null }, ['MERCHANT']],
  ['an earlier end', { valid_until: day(9) }, { validUntil: day(8) }, []],
  ['a later end', { valid_until: day(9) }, { validUntil: day(10) }, ['VALID']],
  ['no end', { valid_until: day(9) }, { validUntil: null }, ['VALID']],
  ['a later start', { valid_from: day(1) }, { validFrom: day(2) }, []],
  ['an earlier start', { valid_from: day(2) }, { validFrom: day(1) }, ['VALID']],
  ['no start', { valid_from: day(2) }, { validFrom: null }, ['VALID']],
  ['another start after it has begun', { valid_from: day(-2) }, { validFrom: null }, []],
] as const)('a change of a card to %s', (_case, before, controls, expected) => {
  expect(loosenedControls({ ...plain, ...before }, controls, now)).toEqual(expected);
});

test('a revision changes with each field and group, and with nothing else', () => {
  const changes: Partial<UpdatableColumns>[] = [
    {},
    { name: 'Lunch' },
    { purpose: 'Lunch' },
    { external_id: 'Lunch' },
    { uses_at_most: 1 },
    { amount_lock: 1n },
    { merchant_lock: 'FIRST' },
    atRamen,
    { ...atRamen, locked_merchant_id: '43' },
    { valid_from: now },
    { valid_until: now },
  ];
  const revisions = changes.map((change) => revisionOf({ ...plain, ...change }, []));
  expect(new Set(revisions).size).toBe(changes.length);
  expect(revisions).not.toContain(revisionOf(plain, ['a']));
  expect(revisionOf(plain, ['b', 'a'])).toBe(revisionOf(plain, ['a', 'b']));
  // The first purchase decides about the merchant, not an administrator.
  expect(revisionOf({ ...plain, ...atRamen, merchant_lock: 'FIRST' }, [])).toBe(
    revisionOf({ ...plain, merchant_lock: 'FIRST' }, []),
  );
});
