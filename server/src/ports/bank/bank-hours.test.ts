import { expect, test } from 'vitest';
import { openingOf, transferTimes } from './bank-hours.ts';

test.each([
  // A Tuesday before the cutoff, and a second after it.
  ['2026-11-17T21:59:59Z', '2026-11-17T22:00:00.000Z', '2026-11-18', '2026-11-23'],
  ['2026-11-17T22:00:00Z', '2026-11-18T22:00:00.000Z', '2026-11-19', '2026-11-24'],
  // Over a weekend and Thanksgiving.
  ['2026-11-21T15:00:00Z', '2026-11-23T22:00:00.000Z', '2026-11-24', '2026-11-30'],
  ['2026-11-26T15:00:00Z', '2026-11-27T22:00:00.000Z', '2026-11-30', '2026-12-03'],
  // In the evening in New York it is the next day in UTC.
  ['2026-11-18T02:00:00Z', '2026-11-18T22:00:00.000Z', '2026-11-19', '2026-11-24'],
  // The clocks go forward on March 8 and back on November 1: the cutoff stays at 5 PM.
  ['2026-03-06T23:00:00Z', '2026-03-09T21:00:00.000Z', '2026-03-10', '2026-03-13'],
  ['2026-10-30T22:00:00Z', '2026-11-02T22:00:00.000Z', '2026-11-03', '2026-11-06'],
])(
  'a transfer requested at %s is sent at %s, settles on %s, a deposit is available on %s',
  (at, sends, settles, available) => {
    const times = transferTimes(new Date(at), 'IN');
    expect([times.sendsAt.toISOString(), times.settlesOn, times.availableOn]).toEqual([sends, settles, available]);
    expect(transferTimes(new Date(at), 'OUT').availableOn).toBeNull();
  },
);

test('the bank opens at 8:30 AM Eastern Time', () => {
  expect(openingOf('2026-07-01').toISOString()).toBe('2026-07-01T12:30:00.000Z');
  expect(openingOf('2026-12-01').toISOString()).toBe('2026-12-01T13:30:00.000Z');
});
