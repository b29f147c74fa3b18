import { accessCode, sendQuota } from '@florin/contract/limits';
import fc from 'fast-check';

/** The generated events. `which` counts pending sign-ins from the newest. */
export type SignInEvent =
  | { type: 'password'; right: boolean }
  | { type: 'send'; which: number }
  | { type: 'enter'; which: number; typed: 'right' | 'wrong' | 'superseded' | 'of another'; own: boolean }
  | { type: 'totp'; which: number; typed: -2 | -1 | 0 | 1 | 2 | 'replayed' | 'wrong' }
  | { type: 'backup'; which: number; typed: 'fresh' | 'used' | 'wrong' }
  | { type: 'passkey'; which: number | null; challenge: 'own' | 'of another' | 'used'; recognised: boolean }
  | { type: 'password changed' }
  | { type: 'wait'; seconds: number };

const which = fc.nat({ max: 3 });
const is = <const T>(type: T) => fc.constant(type);
const events: fc.Arbitrary<SignInEvent> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ type: is('password'), right: fc.constantFrom(true, true, true, false) }) },
  { weight: 5, arbitrary: fc.record({ type: is('send'), which }) },
  {
    weight: 10,
    arbitrary: fc.record({
      type: is('enter'),
      which,
      typed: fc.constantFrom('right', 'right', 'wrong', 'wrong', 'wrong', 'superseded', 'of another'),
      own: fc.constantFrom(true, true, true, true, false),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      type: is('totp'),
      which,
      typed: fc.constantFrom(...([-2, -1, 0, 1, 2, 'replayed', 'wrong'] as const)),
    }),
  },
  { weight: 3, arbitrary: fc.record({ type: is('backup'), which, typed: fc.constantFrom('fresh', 'used', 'wrong') }) },
  {
    weight: 4,
    arbitrary: fc.record({
      type: is('passkey'),
      which: fc.option(which),
      challenge: fc.constantFrom('own', 'own', 'of another', 'used'),
      recognised: fc.constantFrom(true, true, false),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: is('password changed') }) },
  {
    weight: 6,
    arbitrary: fc.record({
      type: is('wait'),
      seconds: fc.constantFrom(1, 30, 31, 120, 301, 599, 600, 601, 899, 901, 7200, 86_401),
    }),
  },
);

const enter = (of: number, typed: 'right' | 'wrong'): SignInEvent => ({ type: 'enter', which: of, typed, own: true });
/** As many wrong codes as a code admits, one after the other. */
const guessesAt = (of: number) => Array.from({ length: accessCode.maxTries }, () => enter(of, 'wrong'));
const guesses = which.map(guessesAt);

const password: SignInEvent = { type: 'password', right: true };
const codesInTenMinutes = Array.from({ length: sendQuota[1].sends });
/** Uses up a proof and repeats it: single events get there too seldom in a few dozen sequences. */
const replays: readonly (readonly SignInEvent[])[] = [
  [password, { type: 'totp', which: 0, typed: 0 }, password, { type: 'totp', which: 0, typed: 'replayed' }],
  [password, { type: 'backup', which: 0, typed: 'fresh' }, password, { type: 'backup', which: 0, typed: 'used' }],
  ...(['own', 'used'] as const).map((challenge): SignInEvent[] => [
    { type: 'passkey', which: null, challenge: 'own', recognised: true },
    { type: 'passkey', which: null, challenge, recognised: true },
  ]),
  [password, { type: 'wait', seconds: 1 }, { type: 'password changed' }, { type: 'totp', which: 0, typed: 1 }],
  // The last code of a quota: no other replaces it.
  [password, { type: 'send', which: 0 }, ...codesInTenMinutes.flatMap(() => guessesAt(0)), enter(0, 'right')],
];

/** Every sequence begins where a sign-in can succeed. */
const beginning: readonly SignInEvent[] = [
  { type: 'password', right: true },
  { type: 'send', which: 0 },
];
export const signInSequences: fc.Arbitrary<SignInEvent[]> = fc
  .array(
    fc.oneof(
      { weight: 20, arbitrary: events.map((event) => [event]) },
      { weight: 1, arbitrary: guesses },
      { weight: 2, arbitrary: fc.constantFrom(...replays) },
    ),
    {
      minLength: 4,
      maxLength: 30,
      size: 'max',
    },
  )
  .map((parts) => [...beginning, ...parts.flat()]);
