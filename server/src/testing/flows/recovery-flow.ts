import { accessCode, recoveryConfirmation, resetLink } from '@florin/contract/limits';
import { Guards } from './guards.ts';
import { PersonCodes, type OpenCode, type SentCode } from './person-codes.ts';
import type { RecoveryEvent } from './recovery-events.ts';

/** An event with the values sent to the server. */
export type RecoveryAct =
  | { type: 'ask' }
  | { type: 'open'; link: number; browser: 0 | 1 }
  | { type: 'send'; flow: number }
  | { type: 'enter'; flow: number; code: SentCode | null }
  | { type: 'administrator confirms' }
  | { type: 'reset'; flow: number; password: 'new' | 'current' | 'weak' }
  | { type: 'password changed' }
  | { type: 'wait'; seconds: number };

export const recoveryGuards = [
  'a link that expired',
  'a link that was superseded',
  'a link that was used',
  'a password that changed since',
  'the second proof',
  'a proof of this browser',
  'a proof that goes on in its browser',
  'a proof that goes on for its link',
  'a code that expired',
  'five tries',
  'a code of its own',
  'an administrator’s word',
  'a word to this browser',
  'a word used once',
  'a word of the last day',
  'a new password',
  'a strong password',
] as const;
export type RecoveryGuard = (typeof recoveryGuards)[number];

interface Link {
  sentAt: number;
  opened: boolean;
  superseded: boolean;
  used: boolean;
}
interface Flow {
  link: number;
  /** The browser's secret since it opened the link. */
  secret: number;
  code: OpenCode | null;
  superseded: SentCode[];
  proven: boolean;
}
interface Request {
  /** Of the requesting browser; it moves to that browser's next secret. */
  secret: number;
  askedAt: number;
  confirmedAt: number | null;
  closed: boolean;
}

const second = 1000;

/** One person's recovery, in memory: the rules of the server, and stores that change like its guarded statements. */
export class RecoveryFlow {
  now: number;
  readonly links: Link[] = [];
  readonly flows: Flow[] = [];
  sent: SentCode | null = null;
  readonly #way: 'text' | 'administrator';
  readonly #codes = new PersonCodes();
  readonly #asks = new PersonCodes();
  readonly #guards: Guards<RecoveryGuard>;
  #requests: Request[] = [];
  #changedAt = -Infinity;
  /** The secret of each browser: another one with every link that it opens. */
  readonly #secrets: [number, number] = [0, 0];
  #lastSecret = 0;

  /** @param way the person's second proof besides email: a phone, or an administrator */
  constructor(now: number, by: 'text' | 'administrator', leftOut: readonly RecoveryGuard[] = []) {
    this.now = now;
    this.#way = by;
    this.#guards = new Guards(leftOut);
  }

  resolve(event: RecoveryEvent): RecoveryAct | null {
    if (!('which' in event)) return event;
    if (event.type === 'open') {
      const link = this.links.length - 1 - event.which;
      return link < 0 ? null : { type: 'open', link, browser: event.browser };
    }
    const flow = this.flows.length - 1 - event.which;
    if (flow < 0) return null;
    if (event.type === 'reset') return { type: 'reset', flow, password: event.password };
    if (event.type !== 'enter') return { type: 'send', flow };
    const own = this.flows[flow]!;
    const code = {
      right: own.code,
      wrong: null,
      superseded: own.superseded.at(-1) ?? null,
      'of another': this.flows.find((other) => other !== own && other.code)?.code ?? null,
    };
    return { type: 'enter', flow, code: code[event.typed] };
  }

  /** @returns the code of the answer; `session` if the password was set */
  play(act: RecoveryAct): string {
    this.sent = null;
    if (act.type === 'wait') {
      this.now += act.seconds * second;
      return 'done';
    }
    if (act.type === 'password changed') {
      this.#changedAt = this.now;
      this.#endProofs();
      return 'done';
    }
    if (act.type === 'ask') return this.#ask();
    if (act.type === 'administrator confirms') return this.#confirm();
    const link = this.links[act.type === 'open' ? act.link : this.flows[act.flow]!.link]!;
    if (!this.#isLive(link)) return 'RESET_LINK_INVALID';
    if (act.type === 'open') {
      link.opened = true;
      const { link: of, browser } = act;
      const before = this.#secrets[browser];
      const secret = (this.#lastSecret += 1);
      this.#secrets[browser] = secret;
      for (const request of this.#requests) if (request.secret === before) request.secret = secret;
      this.flows.push({ link: of, secret, code: null, superseded: [], proven: this.#isProvenBefore(of, before) });
      return 'opened';
    }
    const flow = this.flows[act.flow]!;
    if (act.type === 'reset') return this.#reset(flow, link, act.password);
    if (act.type === 'send') return this.#way === 'text' ? this.#send(flow) : this.#askAdministrators(flow);
    return this.#way === 'text' ? this.#enter(flow, act.code) : this.#takeWord(flow);
  }

  /**
   * A browser's proof for a link counts when it opens the link again; an approval is stored with its request instead.
   */
  #isProvenBefore(link: number, secret: number): boolean {
    const isHere = (flow: Flow) => !this.#guards.stops('a proof that goes on in its browser', flow.secret !== secret);
    const isOfLink = (flow: Flow) => !this.#guards.stops('a proof that goes on for its link', flow.link !== link);
    return this.#way === 'text' && this.flows.some((flow) => flow.proven && isHere(flow) && isOfLink(flow));
  }

  #ask(): string {
    if (!this.#asks.maySend(this.now, 0)) return 'nothing';
    this.#asks.send(0, this.now);
    for (const link of this.links)
      if (!link.opened && this.now >= link.sentAt + resetLink.unopenedSeconds * second) link.superseded = true;
    this.links.push({ sentAt: this.now, opened: false, superseded: false, used: false });
    return 'link';
  }

  #isLive({ sentAt, superseded, used }: Link): boolean {
    const refusals: [RecoveryGuard, boolean][] = [
      ['a link that expired', this.now >= sentAt + resetLink.lifetimeSeconds * second],
      ['a link that was superseded', superseded],
      ['a link that was used', used],
      ['a password that changed since', this.#changedAt > sentAt],
    ];
    return !refusals.some(([guard, refused]) => this.#guards.stops(guard, refused));
  }

  #send(flow: Flow, isAsked = true): string {
    const index = this.flows.indexOf(flow);
    if (this.#codes.isLocked(this.now)) return 'LOCKED';
    if (!this.#codes.maySend(this.now, isAsked ? index : null)) return 'RESEND_LIMIT_REACHED';
    if (flow.code) flow.superseded.push(flow.code);
    flow.code = this.#codes.send(index, this.now);
    this.sent = flow.code;
    return 'sent';
  }

  #resend(flow: Flow, because: string): string {
    const sending = this.#send(flow, false);
    return sending === 'sent' ? because : sending;
  }

  #enter(flow: Flow, typed: SentCode | null): string {
    const { code } = flow;
    if (!code || code.used) return 'MFA_INVALID_CODE';
    const isOld = this.now >= code.sentAt + accessCode.lifetimeSeconds * second;
    if (this.#guards.stops('a code that expired', isOld)) return this.#resend(flow, 'MFA_CODE_EXPIRED');
    if (this.#guards.stops('five tries', code.tries >= accessCode.maxTries))
      return this.#resend(flow, 'MFA_MAX_ATTEMPT_LIMIT_REACHED');
    code.tries += 1;
    if (!this.#codes.count(this.now)) return 'LOCKED';
    if (typed !== null && !this.#guards.stops('a code of its own', typed !== code)) {
      this.#codes.refund();
      code.used = true;
      if (flow.proven) return 'RESET_LINK_INVALID';
      flow.proven = true;
      return 'proven';
    }
    return code.tries < accessCode.maxTries ? 'MFA_INVALID_CODE' : this.#resend(flow, 'MFA_MAX_ATTEMPT_LIMIT_REACHED');
  }

  #isOpen({ askedAt, confirmedAt, closed }: Request): boolean {
    const end = (confirmedAt ?? askedAt) + recoveryConfirmation.confirmedForSeconds * second;
    return (
      !this.#guards.stops('a word used once', closed) && !this.#guards.stops('a word of the last day', this.now >= end)
    );
  }

  /** The open request of a flow's browser. */
  #openRequest({ secret }: Flow): Request | null {
    return (
      this.#requests.findLast(
        (request) => !this.#guards.stops('a word to this browser', request.secret !== secret) && this.#isOpen(request),
      ) ?? null
    );
  }

  #askAdministrators(flow: Flow): string {
    if (this.#openRequest(flow)) return 'asked';
    this.#requests = this.#requests.filter(({ confirmedAt }) => confirmedAt !== null);
    this.#requests.push({ secret: flow.secret, askedAt: this.now, confirmedAt: null, closed: false });
    return 'asked';
  }

  #confirm(): string {
    const request = this.#requests.find((each) => each.confirmedAt === null && this.#isOpen(each));
    if (!request) return 'nothing';
    request.confirmedAt = this.now;
    return 'done';
  }

  #wordFor(flow: Flow): 'none' | 'waits' | 'given' {
    const request = this.#openRequest(flow);
    if (!request) return 'none';
    return this.#guards.stops('an administrator’s word', request.confirmedAt === null) ? 'waits' : 'given';
  }

  #endProofs(): void {
    for (const request of this.#requests) request.closed = true;
    for (const flow of this.flows) flow.proven = false;
  }

  #takeWord(flow: Flow): string {
    const word = this.#wordFor(flow);
    if (word !== 'given') return word === 'none' ? 'RESET_NOT_VERIFIED' : 'CONFIRMATION_PENDING';
    flow.proven = true;
    return 'proven';
  }

  #reset(flow: Flow, link: Link, password: 'new' | 'current' | 'weak'): string {
    const ofAnother = this.flows.some((other) => other.link === flow.link && other.proven);
    const isProven = flow.proven || (ofAnother && !this.#guards.stops('a proof of this browser', true));
    if (this.#guards.stops('the second proof', !isProven)) return 'RESET_NOT_VERIFIED';
    if (this.#guards.stops('a strong password', password === 'weak')) return 'PASSWORD_REJECTED';
    if (this.#way === 'administrator' && this.#guards.stops('the second proof', this.#wordFor(flow) !== 'given'))
      return 'RESET_NOT_VERIFIED';
    if (this.#guards.stops('a new password', password === 'current')) return '1';
    link.used = true;
    for (const other of this.links) if (other !== link) other.superseded = true;
    this.#endProofs();
    this.#changedAt = this.now;
    return 'session';
  }
}
