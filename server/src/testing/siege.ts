import { randomInt } from 'node:crypto';
import { HOUR, MINUTE } from '@florin/contract/limits';
import { sql } from 'kysely';
import { setTimeout as pause } from 'node:timers/promises';
import type { CaptchaAction } from '@florin/contract/program/captcha';
import { TestCaller, type Answer } from './caller.ts';
import { addAppOf } from './access/factors.ts';
import { addPerson, testPassword } from './person.ts';
import { solve } from './ports/solve.ts';
import type { TestServer } from './server.ts';
import { addWaitingCard } from './cards/waiting-card.ts';

/** Names that the owner of an account, and the holder of a card, have in a siege. */
export interface Targets {
  username: string;
  password: string;
  /** The owner's mailbox. */
  mailbox: string;
  /** The present code of the owner's authenticator app. */
  appCode: () => string;
  card: { number: string; email: string };
}

/**
 * Strangers with a thousand addresses who solve every captcha and ask for everything they can: wrong passwords, codes,
 * sign-in links, reset mails, and the registration of one card.
 */
export class Siege {
  requests = 0;
  /** Captchas that they have solved. */
  captchas = 0;
  /** Strangers' requests that were let in; there must be none. */
  admitted = 0;
  readonly #targets: Targets;
  readonly #strangers: TestCaller[];

  constructor(server: TestServer, targets: Targets, addresses: number) {
    this.#targets = targets;
    this.#strangers = Array.from({ length: addresses }, () => new TestCaller(server));
  }

  /** One of each kind of request, from strangers in turn. */
  async wave(): Promise<void> {
    const { username, card } = this.#targets;
    const guess = String(randomInt(1_000_000)).padStart(6, '0');
    for (let attempt = 0; attempt < 2; attempt += 1)
      await this.#send('login', (stranger, token) => stranger.login(username, `wrong ${guess}`, token));
    await this.#send('login', (stranger) => stranger.authenticate(username, guess, `mfp_${'A'.repeat(43)}`));
    await this.#send('forgot-password', (stranger, token) => forgotPassword(stranger, username, token));
    await this.#send('login-link', (stranger, token) => sendLoginLink(stranger, username, token));
    // One browser: the link is sent to the holder of the card that it has named.
    const one = this.#next();
    await this.#send('registration', (by, token) => verifyCard(by, card.number, token), one);
    await this.#send('registration', sendRegistrationLink, one);
    await this.#send('registration', (by, token) => verifyCode(by, { number: card.number, guess }, token), one);
  }

  #next(): TestCaller {
    return this.#strangers[this.requests % this.#strangers.length]!;
  }

  async #send(
    action: CaptchaAction,
    make: (stranger: TestCaller, token?: string) => Promise<Answer>,
    stranger = this.#next(),
  ): Promise<void> {
    this.requests += 1;
    const { answer, solved } = await solving(stranger, action, (token) => make(stranger, token));
    this.captchas += solved.length;
    if ('access_token' in answer.body) this.admitted += 1;
  }
}

type Difficulty = keyof typeof phoneSeconds;
/** What a captcha costs a phone at most (ports/captcha/altcha-work.ts). */
const phoneSeconds = { 1: 0.4, 2: 2, 3: 8 };

/** Sends a call, and again with the captcha that it wants: another one has been harder meanwhile, if strangers were there. */
async function solving(caller: TestCaller, action: CaptchaAction, send: (token?: string) => Promise<Answer>) {
  const solved: Difficulty[] = [];
  let answer = await send();
  while (answer.body['Code'] === 'RECAPTCHA_LOCK' && solved.length < 3) {
    const difficulty = answer.body['Difficulty'] as Difficulty;
    const { body } = await caller.ask('GET', `/api/captcha/challenge?action=${action}&difficulty=${difficulty}`);
    const { token } = await solve(body as unknown as Parameters<typeof solve>[0]);
    solved.push(difficulty);
    answer = await send(token);
  }
  return { answer, solved };
}

const forgotPassword = (caller: TestCaller, userName: string, recaptchaToken?: string) =>
  caller.ask('POST', '/api/forgot-password', { body: { userName, recaptchaToken } });
const sendLoginLink = (caller: TestCaller, username: string, recaptchaToken?: string) =>
  caller.ask('POST', '/api/login-link', { body: { username, recaptchaToken } });
const openLoginLink = (caller: TestCaller, requestCode: string) =>
  caller.ask('POST', '/api/login-link/open', { body: { requestCode } });
const base = '/Account/Cardholder/Registration';
const verifyCard = (caller: TestCaller, cardNumber: string, recaptchaToken?: string) =>
  caller.ask('POST', `${base}/Card/Verify`, { body: { cardNumber, recaptchaToken } });
const verifyCode = (caller: TestCaller, card: { number: string; guess: string }, recaptchaToken?: string) =>
  caller.ask('POST', `${base}/Code/Verify`, {
    body: { cardNumber: card.number, verificationCode: card.guess, recaptchaToken },
  });
const sendRegistrationLink = (caller: TestCaller, recaptchaToken?: string) =>
  caller.ask('POST', '/api/registration/send-link', { body: { recaptchaToken } });

/**
 * A way in, and whether it worked. `calls`: the owner's requests · `captchaSeconds`: what the captchas cost a phone at most ·
 * `wasLocked`: strangers had locked the name.
 */
export interface Entry {
  way: 'known browser' | 'new browser' | 'known API client' | 'new API client' | 'reset mail' | 'card';
  isIn: boolean;
  calls: number;
  captchaSeconds: number;
  wasLocked: boolean;
}

/** The owner of an account and the holder of a card, during a siege. Both follow the screens and read their mail. */
export class Owner {
  readonly #server: TestServer;
  readonly #targets: Targets;
  readonly #known: TestCaller;
  readonly #client: TestCaller;
  #calls = 0;
  #captchaSeconds = 0;
  #wasLocked = false;

  constructor(server: TestServer, targets: Targets) {
    this.#server = server;
    this.#targets = targets;
    this.#known = new TestCaller(server);
    this.#client = new TestCaller(server, 'token');
  }

  /** Signs in on both known devices, before the siege. */
  async begin(): Promise<boolean> {
    return (await this.#signIn(this.#known)) && this.#signIn(this.#client);
  }

  /** Every way in, one after the other. */
  async enter(): Promise<Entry[]> {
    return [
      await this.#entry('known browser', () => this.#signIn(this.#known)),
      await this.#entry('new browser', () => this.#signIn(new TestCaller(this.#server))),
      await this.#entry('known API client', () => this.#signIn(this.#client)),
      await this.#entry('new API client', () => this.#signIn(new TestCaller(this.#server, 'token'))),
      await this.#entry('reset mail', () => this.#openReset()),
      await this.#entry('card', () => this.#registerCard()),
    ];
  }

  async #entry(way: Entry['way'], enter: () => Promise<boolean>): Promise<Entry> {
    this.#calls = 0;
    this.#captchaSeconds = 0;
    this.#wasLocked = false;
    const isIn = await enter();
    return { way, isIn, calls: this.#calls, captchaSeconds: this.#captchaSeconds, wasLocked: this.#wasLocked };
  }

  /** Username and password; after LOCKED the sign-in link; then the code of the app. */
  async #signIn(caller: TestCaller): Promise<boolean> {
    const { username, password, mailbox, appCode } = this.#targets;
    const login = () => this.#solving(caller, 'login', (token) => caller.login(username, password, token));
    let answer = await login();
    if (answer.body['Code'] === 'LOCKED') {
      this.#wasLocked = true;
      await this.#solving(caller, 'login-link', (token) => sendLoginLink(caller, username, token));
      const link = await this.#newest(mailbox, /\/login-link\/(sgl_[\w-]{43})$/m);
      const opened = await this.#call(openLoginLink(caller, link));
      keepCredential(caller, opened);
      answer = await login();
    }
    if (answer.body['Code'] === 'MFA') {
      // Each code of an app works once.
      this.#server.clock.advance(MINUTE);
      const pending = String(answer.body['TwoFactorAuthSessionId']);
      answer = await this.#call(caller.authenticate(username, appCode(), pending, 'Authenticator'));
    }
    keepCredential(caller, answer);
    caller.cookies.delete('__Host-sid');
    return answer.status === 200;
  }

  async #openReset(): Promise<boolean> {
    const { username, mailbox } = this.#targets;
    const caller = new TestCaller(this.#server);
    await this.#solving(caller, 'forgot-password', (token) => forgotPassword(caller, username, token));
    const requestCode = await this.#newest(mailbox, /\/reset-password\/(rsl_[\w-]{43})$/m);
    return (await this.#call(caller.ask('POST', '/Forgot/Authenticate', { body: { requestCode } }))).status === 200;
  }

  /** The registration stops at the details, so that the card can be registered in the next hour, too. */
  async #registerCard(): Promise<boolean> {
    const { card } = this.#targets;
    const caller = new TestCaller(this.#server);
    await this.#solving(caller, 'registration', (token) => verifyCard(caller, card.number, token));
    await this.#solving(caller, 'registration', (token) => sendRegistrationLink(caller, token));
    const requestCode = await this.#newest(card.email, /\/registration-link\/(rgl_[\w-]{43})$/m);
    return (
      (await this.#call(caller.ask('POST', '/api/registration/open-link', { body: { requestCode } }))).status === 200
    );
  }

  async #call(answer: Promise<Answer>): Promise<Answer> {
    this.#calls += 1;
    return answer;
  }

  async #solving(
    caller: TestCaller,
    action: CaptchaAction,
    send: (token?: string) => Promise<Answer>,
  ): Promise<Answer> {
    const { answer, solved } = await solving(caller, action, (token) => this.#call(send(token)));
    for (const difficulty of solved) this.#captchaSeconds += phoneSeconds[difficulty];
    return answer;
  }

  /** The newest link in a mailbox. */
  async #newest(recipient: string, link: RegExp): Promise<string> {
    await settled(this.#server);
    const mails = await this.#server.context.db
      .selectFrom('outbox_message')
      .select('text')
      .where('recipient', '=', recipient)
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(200)
      .execute();
    return mails.map(({ text }) => link.exec(text)?.[1]).find((found) => found !== undefined) ?? 'none';
  }
}

function keepCredential(caller: TestCaller, { body }: Answer): void {
  if (typeof body['device_credential'] === 'string') caller.credential = body['device_credential'];
}

/** Waits until every job is done, so that every message is sent. */
export async function settled({ context: { db } }: TestServer): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ jobs: number }>`
      select count(*)::int as jobs from graphile_worker.jobs where attempts < max_attempts`.execute(db);
    if (rows[0]!.jobs === 0) return;
    await pause(5);
  }
}

/** The messages to an address so far, by their subject. */
export async function messagesTo({ context: { db } }: TestServer, recipient: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('outbox_message')
    .select(['subject', (eb) => eb.fn.countAll<string>().as('count')])
    .where('recipient', '=', recipient)
    .groupBy('subject')
    .execute();
  const counts = new Map<string, number>();
  for (const { subject, count } of rows) {
    const kind = (subject ?? 'text').replace(/^\d{6} is/, 'code is');
    counts.set(kind, (counts.get(kind) ?? 0) + Number(count));
  }
  return counts;
}

/** Spreads the waves of an hour over it, and lets the owner in at its end. */
export async function besiegedHour(server: TestServer, siege: Siege, owner: Owner, waves: number): Promise<Entry[]> {
  for (let wave = 0; wave < waves; wave += 1) {
    await siege.wave();
    server.clock.advance((HOUR - 10 * MINUTE) / waves);
  }
  await settled(server);
  const before = server.clock.now().getTime();
  const entries = await owner.enter();
  const spent = (server.clock.now().getTime() - before) / 1000;
  server.clock.advance(10 * MINUTE - spent);
  return entries;
}

/** A person with a mailbox and an app, and a card that waits for its holder. */
export async function addTargets(server: TestServer): Promise<Targets> {
  const mailbox = 'owner@besieged.example';
  const person = await addPerson(server, { mfaEnabled: true, contacts: [{ kind: 'Email', address: mailbox }] });
  const app = await addAppOf(server, person.id);
  const { number, email } = await addWaitingCard(server);
  const appCode = () => app.at(Math.floor(server.clock.now().getTime() / 30_000));
  return { username: person.username, password: testPassword, mailbox, appCode, card: { number, email: email! } };
}
