import { eventKinds, type EventKind } from '@florin/contract/program/events';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { maySee, patienceMilliseconds, Reading, type StoredEvent, type Viewer } from './rules.ts';

const viewer = (some: Partial<Viewer>): Viewer => ({
  businessId: 'business',
  membershipId: 'me',
  role: 'ADMIN',
  mayViewUsage: true,
  ...some,
});
const event = (some: Partial<StoredEvent>): StoredEvent => ({
  id: 1n,
  businessId: 'business',
  membershipId: 'holder',
  kind: 'transaction',
  subjectId: null,
  at: new Date(0),
  ...some,
});

test.each([
  ['an administrator, of a purchase', {}, {}, true],
  [
    'an administrator who may not view transactions',
    { preset: 'ADMINISTRATOR', withheld: ['VIEW_CARD_TRANSACTIONS'] },
    {},
    false,
  ],
  ['an administrator where card usage is private, of a purchase', { mayViewUsage: false }, {}, false],
  [
    'an administrator where card usage is private, of a holder’s balance',
    { mayViewUsage: false },
    { kind: 'balance' },
    false,
  ],
  [
    'an administrator where card usage is private, of the balance of the business',
    { mayViewUsage: false },
    { kind: 'balance', membershipId: null },
    true,
  ],
  ['an administrator where card usage is private, of a card', { mayViewUsage: false }, { kind: 'card' }, true],
  ['the holder', { role: 'CARDHOLDER', membershipId: 'holder' }, {}, true],
  ['another cardholder', { role: 'CARDHOLDER' }, {}, false],
  [
    'a cardholder, of the balance of the business',
    { role: 'CARDHOLDER' },
    { kind: 'balance', membershipId: null },
    false,
  ],
  ['an administrator of another business', { businessId: 'other' }, {}, false],
  ['the holder, by another business', { role: 'CARDHOLDER', membershipId: 'holder', businessId: 'other' }, {}, false],
] as const satisfies [string, Partial<Viewer>, Partial<StoredEvent>, boolean][])(
  '%s is told: %j %j %j',
  (_who, who, what, told) => {
    expect(maySee(viewer(who), event(what))).toBe(told);
  },
);

test.each(Object.keys(eventKinds) as EventKind[])('a cardholder is told of no %s but their own', (kind) => {
  const cardholder = viewer({ role: 'CARDHOLDER' });
  expect(maySee(cardholder, event({ kind, membershipId: 'me' }))).toBe(true);
  for (const membershipId of ['holder', null]) expect(maySee(cardholder, event({ kind, membershipId }))).toBe(false);
});

/** What a reader finds of the committed ids: those above the newest, and the gaps that have shown. */
const read = (reading: Reading, committed: ReadonlySet<bigint>) =>
  [...committed].filter((id) => id > reading.newest || reading.gaps.includes(id)).toSorted((a, b) => Number(a - b));

test('in whatever order events are committed, each is read once', () => {
  const ids = Array.from({ length: 20 }, (_, index) => BigInt(index + 1));
  const order = fc.shuffledSubarray(ids);
  fc.assert(
    fc.property(order, fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 20, maxLength: 20 }), (commits, sizes) => {
      const reading = new Reading(0n);
      const committed = new Set<bigint>();
      const found: bigint[] = [];
      for (let at = 0, turn = 0; at < commits.length; turn++) {
        for (const id of commits.slice(at, (at += sizes[turn]!))) committed.add(id);
        const now = read(reading, committed);
        reading.note(now, turn);
        found.push(...now);
      }
      expect(found.toSorted((a, b) => Number(a - b))).toEqual(commits.toSorted((a, b) => Number(a - b)));
    }),
  );
});

test('an id that never shows, of a transaction that was rolled back, is not looked for forever', () => {
  const reading = new Reading(10n);
  reading.note([12n], 0);
  expect(reading.gaps).toEqual([11n]);
  reading.note([], patienceMilliseconds - 1);
  expect(reading.gaps).toEqual([11n]);
  reading.note([], patienceMilliseconds);
  expect([reading.newest, reading.gaps]).toEqual([12n, []]);
});

test('a jump of the ids does not fill the memory', () => {
  const reading = new Reading(0n);
  reading.note([1_000_000_000n], 0);
  expect(reading.gaps.length).toBeLessThanOrEqual(10_000);
  expect(reading.newest).toBe(1_000_000_000n);
});
