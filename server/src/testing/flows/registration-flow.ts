import { DAY, invite, registration as limits } from '@florin/contract/limits';
import { secondsUntilSend } from '../../core/throttle/send-quota.ts';
import { codeGuard } from '../../features/access/registration/rules.ts';
import { Guards } from './guards.ts';
import type { SentCode } from './person-codes.ts';
import type { RegistrationEvent } from './registration-events.ts';

/** An event with the values sent to the server. */
export type RegistrationAct =
  | { type: 'card'; browser: number }
  | { type: 'resend'; browser: number }
  | { type: 'invite'; browser: number }
  | { type: 'code'; browser: number; code: SentCode | null; isSolved: boolean; isOwnCard: boolean }
  | { type: 'finish'; registration: number }
  | { type: 'card closed' }
  | { type: 'invite revoked' }
  | { type: 'wait'; seconds: number };

export const registrationGuards = [
  'the code',
  'a code of its own',
  'a code that expired',
  'the number of the card',
  'the captcha',
  'the lock',
  'a registration that expired',
  'a registration that is over',
  'a card that is registered',
  'a card that is closed',
  'an invite that was revoked',
  'an invite that was accepted',
  'an invite that expired',
] as const;
export type RegistrationGuard = (typeof registrationGuards)[number];

interface Registration {
  browser: number;
  by: 'card' | 'invite';
  step: 'CODE' | 'DETAILS' | 'OVER';
  expiresAt: number;
  code: SentCode | null;
  superseded: SentCode[];
}

const lifetime = limits.lifetimeSeconds * 1000;
const codeLifetime = limits.verificationCodeLifetimeSeconds * 1000;
const day = DAY * 1000;

/**
 * An unregistered card and invite, in memory: the rules of the server, and stores that change like its guarded
 * statements.
 */
export class RegistrationFlow {
  now: number;
  readonly registrations: Registration[] = [];
  sent: SentCode | null = null;
  /** The registration of each browser's cookie. */
  readonly #current: (number | null)[] = [null, null];
  readonly #guards: Guards<RegistrationGuard>;
  readonly #sends: (SentCode & { used: boolean })[] = [];
  readonly #inviteEnd: number;
  #card: 'waiting' | 'registered' | 'closed' = 'waiting';
  #invite: 'waiting' | 'accepted' | 'revoked' = 'waiting';
  #wrong = 0;
  #wrongSince = -Infinity;
  /** Since the last correct code. */
  #wrongInAll = 0;

  constructor(now: number, leftOut: readonly RegistrationGuard[] = []) {
    this.now = now;
    this.#inviteEnd = now + invite.lifetimeSeconds * 1000;
    this.#guards = new Guards(leftOut);
  }

  resolve(event: RegistrationEvent): RegistrationAct | null {
    if (event.type === 'finish') {
      const registration = this.registrations.length - 1 - event.which;
      return registration < 0 ? null : { type: 'finish', registration };
    }
    if (event.type !== 'code') return event;
    const { typed, ...rest } = event;
    const own = this.registrations[this.#current[event.browser] ?? -1];
    const code = {
      right: own?.code ?? null,
      wrong: null,
      superseded: own?.superseded.at(-1) ?? null,
      'of another': this.registrations.find((other) => other !== own && other.code)?.code ?? null,
    };
    return { ...rest, code: code[typed] };
  }

  /** The registration of a browser's act: for a card or an invite, once it was played. */
  registrationOf(act: RegistrationAct): number | null {
    return act.type === 'code' || act.type === 'card' || act.type === 'invite' ? this.#current[act.browser]! : null;
  }

  /** @returns the code of the answer, or `done` */
  play(act: RegistrationAct): string {
    this.sent = null;
    if (act.type === 'wait') this.now += act.seconds * 1000;
    else if (act.type === 'card closed') this.#card = this.#card === 'waiting' ? 'closed' : this.#card;
    else if (act.type === 'invite revoked') this.#invite = this.#invite === 'waiting' ? 'revoked' : this.#invite;
    else if (act.type === 'card') return this.#enterCard(act.browser);
    else if (act.type === 'resend') return this.#resend(act.browser);
    else if (act.type === 'invite') return this.#openInvite(act.browser);
    else if (act.type === 'code') return this.#enterCode(act);
    else return this.#finish(this.registrations[act.registration]!);
    return 'done';
  }

  #isAlive({ step, expiresAt }: Registration): boolean {
    return (
      !this.#guards.stops('a registration that is over', step === 'OVER') &&
      !this.#guards.stops('a registration that expired', expiresAt <= this.now)
    );
  }

  /** The registration of a browser that waits for the code of its card. */
  #waiting(of: number): Registration | null {
    const own = this.registrations[this.#current[of] ?? -1];
    return own && own.by === 'card' && own.step === 'CODE' && this.#isAlive(own) ? own : null;
  }

  #begin(of: number, by: 'card' | 'invite'): Registration {
    const step = by === 'card' ? 'CODE' : 'DETAILS';
    const begun: Registration = { browser: of, by, step, expiresAt: this.now + lifetime, code: null, superseded: [] };
    this.#current[of] = this.registrations.push(begun) - 1;
    return begun;
  }

  #enterCard(of: number): string {
    if (this.#guards.stops('a card that is registered', this.#card === 'registered')) return 'CARD_NOT_FOUND';
    if (this.#guards.stops('a card that is closed', this.#card === 'closed')) return 'CARD_NOT_FOUND';
    this.#send(this.#waiting(of) ?? this.#begin(of, 'card'));
    return 'done';
  }

  #resend(of: number): string {
    const own = this.#waiting(of);
    if (!own) return 'REGISTRATION_EXPIRED';
    return this.#send(own) ? 'done' : 'RESEND_LIMIT_REACHED';
  }

  #send(own: Registration): boolean {
    const flow = this.registrations.indexOf(own);
    const ofDay = this.#sends.filter(({ sentAt, used }) => !used && sentAt > this.now - day);
    const timesOf = (some: typeof ofDay) => some.map(({ sentAt }) => new Date(sentAt));
    const paused = timesOf(ofDay.filter((send) => send.flow === flow));
    if (secondsUntilSend(timesOf(ofDay), new Date(this.now), paused) > 0) return false;
    if (own.code) own.superseded.push(own.code);
    const sent = { id: this.#sends.length, flow, sentAt: this.now, used: false };
    own.code = sent;
    this.#sends.push(sent);
    this.sent = sent;
    return true;
  }

  #openInvite(of: number): string {
    if (this.#guards.stops('an invite that was revoked', this.#invite === 'revoked')) return 'INVITE_INVALID';
    if (this.#guards.stops('an invite that was accepted', this.#invite === 'accepted')) return 'INVITE_INVALID';
    if (this.#guards.stops('an invite that expired', this.now >= this.#inviteEnd)) return 'INVITE_INVALID';
    const own = this.registrations[this.#current[of] ?? -1];
    // Opened again in its browser, it continues the same registration.
    if (own?.by === 'invite' && own.step === 'DETAILS' && this.#isAlive(own)) own.expiresAt = this.now + lifetime;
    else this.#begin(of, 'invite');
    return 'done';
  }

  #enterCode({ browser: of, code, isSolved, isOwnCard }: RegistrationAct & { type: 'code' }): string {
    const own = this.#waiting(of);
    if (!own) return 'REGISTRATION_EXPIRED';
    if (this.#guards.stops('the number of the card', !isOwnCard)) return 'VERIFICATION_CODE_INVALID';
    const isOld = this.#wrong < limits.lockFromWrongCodes && this.#wrongSince <= this.now - day;
    if (isOld) this.#wrong = 0;
    const guard = this.#wrongInAll >= limits.lockFromWrongCodesEver ? 'locked' : codeGuard(this.#wrong);
    if (this.#guards.stops('the lock', guard === 'locked')) return 'VERIFICATION_LOCKED';
    if (this.#guards.stops('the captcha', guard === 'captcha' && !isSolved)) return 'RECAPTCHA_LOCK';
    if (isOld) this.#wrongSince = this.now;
    this.#wrong += 1;
    this.#wrongInAll += 1;
    const live = own.code;
    const isDead = !live || this.#guards.stops('a code that expired', this.now >= live.sentAt + codeLifetime);
    if (isDead || code === null || this.#guards.stops('a code of its own', code !== live))
      return 'VERIFICATION_CODE_INVALID';
    for (const sent of this.#sends) if (sent.id === live.id) sent.used = true;
    this.#wrong -= 1;
    this.#wrongInAll = 0;
    own.step = 'DETAILS';
    own.expiresAt = this.now + lifetime;
    return 'done';
  }

  #isTaken = ({ by }: Registration) => (by === 'card' ? this.#card === 'registered' : this.#invite === 'accepted');

  #finish(own: Registration): string {
    const isOfCard = own.by === 'card';
    if (this.#guards.stops('the code', own.step === 'CODE') || !this.#isAlive(own))
      return own.step === 'OVER' && this.#isTaken(own) && own.expiresAt > this.now
        ? 'ALREADY_REGISTERED'
        : 'REGISTRATION_EXPIRED';
    if (this.#guards.stops('an invite that was revoked', !isOfCard && this.#invite === 'revoked'))
      return 'REGISTRATION_EXPIRED';
    own.step = 'OVER';
    const state = isOfCard ? this.#card : this.#invite;
    const isTaken = isOfCard
      ? this.#guards.stops('a card that is registered', state === 'registered')
      : this.#guards.stops('an invite that was accepted', state === 'accepted');
    if (isTaken) return 'ALREADY_REGISTERED';
    if (this.#guards.stops('a card that is closed', isOfCard && state === 'closed')) return 'CARD_CLOSED_OR_CANCELLED';
    if (isOfCard) {
      this.#card = 'registered';
      this.#wrong = 0;
      this.#wrongInAll = 0;
    } else this.#invite = 'accepted';
    this.#current[own.browser] = null;
    return 'done';
  }
}
