import { accessCode, sendQuota } from '@florin/contract/limits';
import fc from 'fast-check';

/** The generated events. `which` counts links or opened links from the newest. */
export type RecoveryEvent =
  | { type: 'ask' }
  | { type: 'open'; which: number; browser: 0 | 1 }
  | { type: 'send'; which: number }
  | { type: 'enter'; which: number; typed: 'right' | 'wrong' | 'superseded' | 'of another' }
  | { type: 'administrator confirms' }
  | { type: 'reset'; which: number; password: 'new' | 'current' | 'weak' }
  | { type: 'password changed' }
  | { type: 'wait'; seconds: number };

const which = fc.constantFrom(0, 0, 0, 1, 2);
const is = <const T>(type: T) => fc.constant(type);
const events: fc.Arbitrary<RecoveryEvent> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ type: is('ask') }) },
  { weight: 4, arbitrary: fc.record({ type: is('open'), which, browser: fc.constantFrom(0, 0, 1) }) },
  { weight: 3, arbitrary: fc.record({ type: is('send'), which }) },
  {
    weight: 8,
    arbitrary: fc.record({
      type: is('enter'),
      which,
      typed: fc.constantFrom('right', 'right', 'wrong', 'superseded', 'of another'),
    }),
  },
  { weight: 3, arbitrary: fc.record({ type: is('administrator confirms') }) },
  {
    weight: 6,
    arbitrary: fc.record({ type: is('reset'), which, password: fc.constantFrom('new', 'new', 'current', 'weak') }),
  },
  { weight: 1, arbitrary: fc.record({ type: is('password changed') }) },
  {
    weight: 4,
    arbitrary: fc.record({
      type: is('wait'),
      seconds: fc.constantFrom(1, 31, 31, 301, 599, 601, 1500, 1799, 1801, 86_000, 86_401),
    }),
  },
);
const guessesAt = (of: number) =>
  Array.from({ length: accessCode.maxTries }, (): RecoveryEvent => ({ type: 'enter', which: of, typed: 'wrong' }));
const guesses = which.map(guessesAt);
/** The whole flow, with other events in between and after it. */
const way: readonly RecoveryEvent[] = [
  { type: 'wait', seconds: 31 },
  { type: 'ask' },
  { type: 'open', which: 0, browser: 0 },
  { type: 'send', which: 0 },
  { type: 'administrator confirms' },
  { type: 'enter', which: 0, typed: 'right' },
  { type: 'reset', which: 0, password: 'new' },
];
/** The last code of the quota, guessed at until it stops working: no other replaces it. */
const lastCode: readonly RecoveryEvent[] = [
  ...way.slice(0, 4),
  ...Array.from({ length: sendQuota[1].sends }).flatMap(() => guessesAt(0)),
  { type: 'enter', which: 0, typed: 'right' },
  { type: 'reset', which: 0, password: 'new' },
];
/** Two links, of which the older one is opened first, or too late. */
const olderLink: fc.Arbitrary<readonly RecoveryEvent[]> = fc
  .constantFrom(31, 599, 601)
  .map((seconds) => [
    { type: 'wait', seconds: 31 },
    { type: 'ask' },
    { type: 'wait', seconds },
    { type: 'ask' },
    { type: 'open', which: 1, browser: 0 },
    { type: 'send', which: 0 },
    { type: 'enter', which: 0, typed: 'right' },
    { type: 'reset', which: 0, password: 'new' },
  ]);
export const recoverySequences: fc.Arbitrary<RecoveryEvent[]> = fc
  .array(
    fc.oneof(
      { weight: 20, arbitrary: events.map((event) => [event]) },
      { weight: 1, arbitrary: guesses },
      { weight: 1, arbitrary: fc.nat({ max: way.length }).map((steps) => way.slice(0, steps)) },
      { weight: 1, arbitrary: olderLink },
      { weight: 1, arbitrary: fc.constant(lastCode) },
    ),
    { minLength: 4, maxLength: 25, size: 'max' },
  )
  .map((parts) => [...way.slice(0, 4), ...parts.flat()]);
