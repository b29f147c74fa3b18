import { accessCode, authenticator, mfaSession } from '@florin/contract/limits';
import { Guards } from './guards.ts';
import { PersonCodes, type OpenCode, type SentCode } from './person-codes.ts';
import type { SignInEvent } from './sign-in-events.ts';

export interface Challenge {
  id: number;
  /** The pending sign-in it was made for; null: to sign in by passkey alone. */
  madeFor: number | null;
}

/** An event with the values sent to the server. Codes and challenges are objects, not digits. */
export type SignInAct =
  | { type: 'password'; right: boolean }
  | { type: 'send'; pending: number }
  | { type: 'enter'; pending: number; code: SentCode | null; own: boolean }
  | { type: 'totp'; pending: number; step: number | null }
  | { type: 'backup'; pending: number; code: number | null }
  | { type: 'passkey'; pending: number | null; challenge: Challenge; isNew: boolean; recognised: boolean }
  | { type: 'password changed' }
  | { type: 'wait'; seconds: number };

export const signInGuards = [
  'the password',
  'the name',
  'a password that changed',
  'a sign-in that is over',
  'a sign-in that expired',
  'a code that expired',
  'five tries',
  'a code of its own',
  'a code used once',
  'a time step used once',
  'one step either way',
  'a backup code used once',
  'a challenge used once',
  'a challenge of its own',
  'an owner who is recognised',
] as const;
export type SignInGuard = (typeof signInGuards)[number];

interface Pending {
  createdAt: number;
  completed: boolean;
  code: OpenCode | null;
  superseded: SentCode[];
}

const pendingMilliseconds = mfaSession.lifetimeSeconds * 1000;
const codeMilliseconds = accessCode.lifetimeSeconds * 1000;
const stepOf = (now: number) => Math.floor(now / 1000 / authenticator.stepSeconds);

/** One person's sign-ins, in memory: the rules of the server, and stores that change like its guarded statements. */
export class SignInFlow {
  now: number;
  readonly pending: Pending[] = [];
  /** The code sent by the last act, if any. */
  sent: SentCode | null = null;
  readonly #codes = new PersonCodes();
  readonly #guards: Guards<SignInGuard>;
  #changedAt = -Infinity;
  #lastStep = -Infinity;
  readonly #usedBackupCodes: number[] = [];
  readonly #challenges: (Challenge & { used: boolean })[] = [];

  constructor(now: number, leftOut: readonly SignInGuard[] = []) {
    this.now = now;
    this.#guards = new Guards(leftOut);
  }

  /** The call of an event at this moment; null if it has no object yet. */
  resolve(event: SignInEvent): SignInAct | null {
    if (!('which' in event)) return event;
    const pending = event.which === null ? null : this.pending.length - 1 - event.which;
    if (pending !== null && pending < 0) return null;
    if (event.type === 'passkey') return this.#passkeyAct(pending, event);
    if (pending === null) return null;
    const own = this.pending[pending]!;
    if (event.type === 'send') return { type: 'send', pending };
    if (event.type === 'totp') {
      const { typed } = event;
      const replayed = Number.isFinite(this.#lastStep) ? this.#lastStep : null;
      const step = typed === 'wrong' ? null : typed === 'replayed' ? replayed : stepOf(this.now) + typed;
      return { type: 'totp', pending, step };
    }
    if (event.type === 'backup') {
      const code = { fresh: this.#usedBackupCodes.length, used: this.#usedBackupCodes.at(-1) ?? null, wrong: null };
      return { type: 'backup', pending, code: code[event.typed] };
    }
    const code = {
      right: own.code,
      wrong: null,
      superseded: own.superseded.at(-1) ?? null,
      'of another': this.pending.find((other) => other !== own && other.code)?.code ?? null,
    };
    return { type: 'enter', pending, code: code[event.typed], own: event.own };
  }

  #passkeyAct(pending: number | null, event: SignInEvent & { type: 'passkey' }): SignInAct {
    const { recognised } = event;
    const used = this.#challenges.findLast((challenge) => challenge.used);
    if (event.challenge === 'used' && used)
      return { type: 'passkey', pending, challenge: used, isNew: false, recognised };
    const newest = this.pending.length === 0 ? null : this.pending.length - 1;
    const wanted = event.challenge !== 'of another' ? pending : pending === null ? newest : null;
    const madeFor = wanted !== null && this.#isProvable(this.pending[wanted]!) ? wanted : null;
    const challenge = { id: this.#challenges.length, madeFor, used: false };
    this.#challenges.push(challenge);
    return { type: 'passkey', pending, challenge, isNew: true, recognised };
  }

  /** @returns the code of the answer, or `session`, `pending` or `sent` */
  play(act: SignInAct): string {
    this.sent = null;
    if (act.type === 'wait') {
      this.now += act.seconds * 1000;
      return 'done';
    }
    if (act.type === 'password changed') {
      this.#changedAt = this.now;
      return 'done';
    }
    if (act.type === 'password') {
      if (this.#guards.stops('the password', !act.right)) return 'INVALID_CREDENTIALS';
      this.pending.push({ createdAt: this.now, completed: false, code: null, superseded: [] });
      return 'pending';
    }
    if (act.type === 'passkey') return this.#passkey(act);
    const own = this.pending[act.pending]!;
    if (act.type === 'send') return this.#isLive(own) ? this.#send(act.pending) : 'UNAUTHENTICATED';
    if (act.type === 'enter' && this.#guards.stops('the name', !act.own)) return 'UNAUTHENTICATED';
    if (this.#isOver(own)) return 'UNAUTHENTICATED';
    return act.type === 'enter' ? this.#enter(own, act) : this.#typed(own, act);
  }

  #isLive(own: Pending): boolean {
    const isOver = this.#guards.stops('a sign-in that is over', own.completed);
    return !isOver && !this.#guards.stops('a sign-in that expired', this.now >= own.createdAt + pendingMilliseconds);
  }

  /** Until its last possible code expires; too late for a session, its proof trusts the device. */
  #isProvable(own: Pending): boolean {
    const isOver = this.#guards.stops('a sign-in that is over', own.completed);
    return !isOver && this.now < own.createdAt + pendingMilliseconds + codeMilliseconds;
  }

  #complete(own: Pending): string {
    own.completed = true;
    const isLate = this.#guards.stops('a sign-in that expired', this.now >= own.createdAt + pendingMilliseconds);
    return isLate ? 'MFA_SESSION_EXPIRED' : 'session';
  }

  #isOver(own: Pending): boolean {
    return (
      this.#guards.stops('a sign-in that is over', own.completed) ||
      this.#guards.stops('a password that changed', this.#changedAt > own.createdAt)
    );
  }

  #send(index: number, pausedBy: number | null = index): string {
    const own = this.pending[index]!;
    if (this.#codes.isLocked(this.now)) return 'LOCKED';
    if (!this.#codes.maySend(this.now, pausedBy)) return 'RESEND_LIMIT_REACHED';
    if (own.code) own.superseded.push(own.code);
    own.code = this.#codes.send(index, this.now);
    this.sent = own.code;
    return 'sent';
  }

  #resend(index: number, because: string): string {
    if (!this.#isLive(this.pending[index]!)) return 'UNAUTHENTICATED';
    const sending = this.#send(index, null);
    return sending === 'sent' ? because : sending;
  }

  #enter(own: Pending, act: SignInAct & { type: 'enter' }): string {
    const { code } = own;
    if (!code || this.#guards.stops('a code used once', code.used)) return 'MFA_INVALID_CODE';
    if (this.#guards.stops('a code that expired', this.now >= code.sentAt + codeMilliseconds))
      return this.#resend(act.pending, 'MFA_CODE_EXPIRED');
    if (this.#guards.stops('five tries', code.tries >= accessCode.maxTries))
      return this.#resend(act.pending, 'MFA_MAX_ATTEMPT_LIMIT_REACHED');
    code.tries += 1;
    if (!this.#codes.count(this.now)) return 'LOCKED';
    if (act.code !== null && !this.#guards.stops('a code of its own', act.code !== code)) {
      this.#codes.refund();
      code.used = true;
      return this.#complete(own);
    }
    return code.tries < accessCode.maxTries
      ? 'MFA_INVALID_CODE'
      : this.#resend(act.pending, 'MFA_MAX_ATTEMPT_LIMIT_REACHED');
  }

  #typed(own: Pending, act: SignInAct & { type: 'totp' | 'backup' }): string {
    if (!this.#isProvable(own)) return 'UNAUTHENTICATED';
    if (act.type === 'totp' && !this.#codes.count(this.now)) return 'LOCKED';
    if (!(act.type === 'totp' ? this.#useStep(act.step) : this.#useBackupCode(act.code))) return 'MFA_INVALID_CODE';
    if (act.type === 'totp') this.#codes.refund();
    return this.#complete(own);
  }

  #useStep(step: number | null): boolean {
    if (step === null) return false;
    const away = Math.abs(step - stepOf(this.now));
    if (this.#guards.stops('one step either way', away > authenticator.stepsEitherWay)) return false;
    if (this.#guards.stops('a time step used once', step <= this.#lastStep)) return false;
    this.#lastStep = Math.max(step, this.#lastStep);
    return true;
  }

  #useBackupCode(code: number | null): boolean {
    if (code === null) return false;
    if (this.#guards.stops('a backup code used once', this.#usedBackupCodes.includes(code))) return false;
    this.#usedBackupCodes.push(code);
    return true;
  }

  #passkey({ pending, challenge, recognised }: SignInAct & { type: 'passkey' }): string {
    const own = pending === null ? null : this.pending[pending]!;
    if (own && (!this.#isProvable(own) || this.#isOver(own))) return 'UNAUTHENTICATED';
    const kept = this.#challenges[challenge.id]!;
    // A challenge that does not fit stays unused.
    if (this.#guards.stops('a challenge of its own', kept.madeFor !== pending)) return 'PASSKEY_INVALID';
    if (this.#guards.stops('a challenge used once', kept.used)) return 'PASSKEY_INVALID';
    kept.used = true;
    if (this.#guards.stops('an owner who is recognised', !recognised)) return 'PASSKEY_INVALID';
    return own ? this.#complete(own) : 'session';
  }
}
