import { accessCode, DAY, mfaSession } from '@florin/contract/limits';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { offsetClock, type OffsetClock } from '../../outside/clock/offset.ts';
import { startTestServer, type TestServer } from '../../test-server.ts';
import { lastCode, otherThan, TestBrowser } from '../session/test-browser.ts';
import { addPerson, testPassword, type TestPerson } from '../session/test-person.ts';
import { secondsUntilSend } from './rules.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  // The model is about what a proof leads to, and sequences are many: here a password is compared as it is.
  server.context.passwords = {
    verify: async (stored, password) => stored !== null && password === testPassword,
    hash: async () => 'unused',
    isUnderPressure: () => false,
  };
});
afterAll(() => server.close());

interface ModelCode {
  digits: string;
  sentAt: Date;
  tries: number;
}
interface ModelPending {
  token: string;
  expiresAt: Date;
  completed: boolean;
  code: ModelCode | null;
  superseded: string[];
}

type Event =
  | { type: 'password' }
  | { type: 'wrong password' }
  | { type: 'send'; which: number }
  | { type: 'enter'; which: number; typed: 'right' | 'wrong' | 'superseded' | 'of another'; name: 'own' | 'foreign' }
  | { type: 'wait'; seconds: number };

/** What the specification and the design say of a person's pending sign-ins, without a server. */
class Model {
  readonly pending: ModelPending[] = [];
  readonly sends: Date[] = [];
  failures = 0;
  failuresSince = new Date(0);
  readonly #clock: OffsetClock;
  constructor(clock: OffsetClock) {
    this.#clock = clock;
  }

  get now() {
    return this.#clock.now();
  }
  get locked() {
    const age = (this.now.getTime() - this.failuresSince.getTime()) / 1000;
    return this.failures >= accessCode.maxFailuresPerDay && age < DAY;
  }

  begun(token: string) {
    const expiresAt = new Date(this.now.getTime() + mfaSession.lifetimeSeconds * 1000);
    this.pending.push({ token, expiresAt, completed: false, code: null, superseded: [] });
  }

  /** The code of the answer; `sent` where a code goes out. */
  send(pending: ModelPending): string {
    if (pending.completed || pending.expiresAt <= this.now) return 'MFA_SESSION_EXPIRED';
    if (this.locked) return 'LOCKED';
    return secondsUntilSend(this.sends, this.now) > 0 ? 'RESEND_LIMIT_REACHED' : 'sent';
  }

  sent(pending: ModelPending, digits: string) {
    this.sends.push(this.now);
    if (pending.code) pending.superseded.push(pending.code.digits);
    pending.code = { digits, sentAt: this.now, tries: 0 };
  }

  enter(pending: ModelPending, digits: string, ownName: boolean): string {
    const { code } = pending;
    if (!ownName || pending.completed) return 'MFA_SESSION_EXPIRED';
    if (!code) return 'MFA_INVALID_CODE';
    if (this.now.getTime() - code.sentAt.getTime() >= accessCode.lifetimeSeconds * 1000)
      return this.#resend(pending, 'MFA_CODE_EXPIRED');
    if (code.tries >= accessCode.maxTries) return this.#resend(pending, 'MFA_MAX_ATTEMPT_LIMIT_REACHED');
    code.tries += 1;
    if (this.locked) return 'LOCKED';
    if (digits === code.digits) {
      pending.completed = true;
      return pending.expiresAt <= this.now ? 'MFA_SESSION_EXPIRED' : 'signed in';
    }
    this.#fail();
    if (code.tries < accessCode.maxTries) return 'MFA_INVALID_CODE';
    return this.#resend(pending, 'MFA_MAX_ATTEMPT_LIMIT_REACHED');
  }

  #resend(pending: ModelPending, answer: string): string {
    const sending = this.send(pending);
    return sending === 'sent' ? answer : sending;
  }

  #fail() {
    if (this.now.getTime() - this.failuresSince.getTime() >= DAY * 1000) {
      this.failures = 0;
      this.failuresSince = this.now;
    }
    this.failures += 1;
  }
}

const resentAnswers = new Set(['MFA_CODE_EXPIRED', 'MFA_MAX_ATTEMPT_LIMIT_REACHED']);
const codeOf = ({ body: { Code } }: { body: Record<string, unknown> }) =>
  typeof Code === 'string' ? Code : 'signed in';

/** Plays an event on the server and on the model, and compares what both make of it. */
async function play(event: Event, model: Model, person: TestPerson, clock: OffsetClock): Promise<void> {
  const here = new TestBrowser(server);
  if (event.type === 'wait') return clock.advance(event.seconds);
  if (event.type === 'password') return model.begun(await here.begin(person.username, testPassword));
  if (event.type === 'wrong password') {
    const answer = await here.login(person.username, 'wrong');
    expect(codeOf(answer)).toBe('INVALID_CREDENTIALS');
    expect([...here.cookies]).toEqual([]);
    // The owner's next success would forget it; so does the model, which leaves lock-outs to other tests.
    await server.context.db
      .deleteFrom('throttle')
      .where('failures', '<', 10)
      .where('closed_until', 'is', null)
      .execute();
    return undefined;
  }
  const pending = model.pending[event.which % Math.max(1, model.pending.length)];
  if (!pending) return undefined;
  if (event.type === 'send') {
    const expected = model.send(pending);
    const answer = await here.sendCode(person.username, pending.token);
    expect(answer.status === 200 ? 'sent' : codeOf(answer)).toBe(expected);
    if (expected === 'sent') model.sent(pending, await lastCode(server));
    return undefined;
  }
  const right = pending.code?.digits ?? '123456';
  const typed = {
    right,
    wrong: otherThan(right),
    superseded: pending.superseded.at(-1) ?? otherThan(right),
    'of another': model.pending.find((other) => other !== pending && other.code)?.code?.digits ?? otherThan(right),
  }[event.typed];
  const expected = model.enter(pending, typed, event.name === 'own');
  const name = event.name === 'own' ? person.username : 'cardholder';
  const answer = await here.authenticate(name, typed, pending.token);
  expect(codeOf(answer)).toBe(expected);
  expect(here.cookies.has('__Host-sid')).toBe(expected === 'signed in');
  if (resentAnswers.has(expected)) model.sent(pending, await lastCode(server));
  return undefined;
}

const which = fc.nat({ max: 3 });
const events: fc.Arbitrary<Event> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ type: fc.constant('password' as const) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('wrong password' as const) }) },
  { weight: 5, arbitrary: fc.record({ type: fc.constant('send' as const), which }) },
  {
    weight: 10,
    arbitrary: fc.record({
      type: fc.constant('enter' as const),
      which,
      typed: fc.constantFrom('right', 'wrong', 'wrong', 'wrong', 'superseded', 'of another'),
      name: fc.constantFrom('own', 'own', 'own', 'own', 'foreign'),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      type: fc.constant('wait' as const),
      seconds: fc.constantFrom(1, 30, 31, 120, 599, 600, 601, 899, 901, 7200, 86_401),
    }),
  },
);

test('no sequence of events reaches a session but by the password and a live code', { timeout: 120_000 }, async () => {
  let signedIn = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(events, { minLength: 5, maxLength: 40, size: 'max' }), async (sequence) => {
      const now = new Date();
      // A clock that stands still between events, so that both sides see the same moment.
      const clock = offsetClock({ now: () => now });
      server.context.clock = clock;
      const person = await addPerson(server, { mfaEnabled: true });
      const model = new Model(clock);
      for (const event of [{ type: 'password' as const }, { type: 'send' as const, which: 0 }, ...sequence])
        await play(event, model, person, clock);
      const sessions = await server.context.db
        .selectFrom('session')
        .select('id')
        .where('person_id', '=', person.id)
        .execute();
      const proven = model.pending.filter(({ completed }) => completed).length;
      expect(sessions.length).toBeLessThanOrEqual(proven);
      signedIn += sessions.length;
    }),
    { numRuns: 60 },
  );
  // The sequences are no use if none of them gets anywhere.
  expect(signedIn).toBeGreaterThan(10);
});
