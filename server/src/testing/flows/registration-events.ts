import { registration as limits } from '@florin/contract/limits';
import fc from 'fast-check';

/** The generated events for one card and one invite, in two browsers. `which` counts from the newest. */
export type RegistrationEvent =
  | { type: 'card' | 'resend' | 'invite'; browser: number }
  | {
      type: 'code';
      browser: number;
      typed: 'right' | 'wrong' | 'superseded' | 'of another';
      isSolved: boolean;
      isOwnCard: boolean;
    }
  | { type: 'finish'; which: number }
  | { type: 'card closed' | 'invite revoked' }
  | { type: 'wait'; seconds: number };

const browser = fc.nat({ max: 1 });
const is = <const T>(type: T) => fc.constant(type);
const events: fc.Arbitrary<RegistrationEvent> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ type: is('card'), browser }) },
  { weight: 2, arbitrary: fc.record({ type: is('resend'), browser }) },
  { weight: 2, arbitrary: fc.record({ type: is('invite'), browser }) },
  { weight: 5, arbitrary: fc.record({ type: is('finish'), which: fc.constantFrom(0, 0, 1, 2) }) },
  {
    weight: 9,
    arbitrary: fc.record({
      type: is('code'),
      browser,
      typed: fc.constantFrom('right', 'right', 'wrong', 'wrong', 'superseded', 'of another'),
      isSolved: fc.boolean(),
      isOwnCard: fc.constantFrom(true, true, true, true, false),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constantFrom('card closed', 'invite revoked') }) },
  {
    weight: 4,
    arbitrary: fc.record({
      type: is('wait'),
      seconds: fc.constantFrom(1, 30, 31, 31, 600, 1799, 1800, 86_401, 604_801),
    }),
  },
);
const guess = (of: number): RegistrationEvent => ({
  type: 'code',
  browser: of,
  typed: 'wrong',
  isSolved: true,
  isOwnCard: true,
});
const guesses = browser.map((of) => Array.from({ length: limits.captchaFromWrongCodes }, () => guess(of)));
/** The whole flow, with events in between: single events get there too seldom in a few dozen sequences. */
const code = (of: number): RegistrationEvent => ({
  type: 'code',
  browser: of,
  typed: 'right',
  isSolved: true,
  isOwnCard: true,
});
const ways: readonly (readonly RegistrationEvent[])[] = [
  [{ type: 'card', browser: 1 }, code(1), { type: 'finish', which: 0 }, { type: 'finish', which: 0 }],
  [{ type: 'card', browser: 1 }, code(1), { type: 'card closed' }, { type: 'finish', which: 0 }],
  [{ type: 'invite', browser: 0 }, { type: 'invite revoked' }, { type: 'finish', which: 0 }],
  [
    { type: 'invite', browser: 0 },
    { type: 'invite', browser: 1 },
    { type: 'finish', which: 0 },
    { type: 'finish', which: 1 },
  ],
];

export const registrationSequences: fc.Arbitrary<RegistrationEvent[]> = fc
  .array(
    fc.oneof(
      { weight: 20, arbitrary: events.map((event) => [event]) },
      { weight: 1, arbitrary: guesses },
      { weight: 1, arbitrary: fc.constantFrom(...ways) },
    ),
    {
      minLength: 4,
      maxLength: 25,
      size: 'max',
    },
  )
  .map((parts) => [{ type: 'card', browser: 0 }, ...parts.flat()]);
