import { expect } from 'vitest';
import { waitingCards } from '../../demo/waiting-cards.ts';
import type { TestServer } from '../server.ts';
import { outbox, sentMessages, TestBrowser } from '../browser.ts';

const base = '/Account/Cardholder/Registration';
export const newPassword = 'violet-anchor-ferry-1907';

/** The number of a demo card that waits for its cardholder. */
export const numberOf = (holder: string): string => waitingCards.find((card) => card.holder === holder)!.number;

/** What the details form sends. */
export const typedDetails = {
  dateOfBirth: '01/15/1990',
  homePhone: '201 555 0123',
  homePhoneCountryCode: 'US',
  mobilePhone: '(201) 555-0123',
  mobilePhoneCountryCode: 'US',
};

/** The newest verification code of a card, as its holder finds it. */
export async function cardCode(server: TestServer, cardNumber: string): Promise<string> {
  await sentMessages(server);
  const about = new RegExp(`(\\d{6}) is your .* verification code[^]*ending in ${cardNumber.slice(-4)}\\.`);
  const texts = (await outbox(server)).map(({ text }) => about.exec(text)?.[1]);
  return texts.find((code) => code !== undefined)!;
}

/** A browser at the wizard. */
export class TestWizard extends TestBrowser {
  readonly #of: TestServer;

  constructor(server: TestServer) {
    super(server);
    this.#of = server;
  }

  #device() {
    return { deviceId: 'a-browser', device: this.userAgent };
  }

  card(cardNumber: string, recaptchaToken?: string) {
    return this.ask('POST', `${base}/Card/Verify`, { body: { cardNumber, recaptchaToken } });
  }

  code(cardNumber: string, verificationCode: string, recaptchaToken?: string) {
    return this.ask('POST', `${base}/Code/Verify`, {
      body: { cardNumber, verificationCode, recaptchaToken, ...this.#device() },
    });
  }

  invite(inviteCode: string) {
    return this.ask('POST', `${base}/Invite/Verify`, { body: { inviteCode, ...this.#device() } });
  }

  resume() {
    return this.ask('POST', '/api/registration/resume', { body: {} });
  }

  finished() {
    return this.ask('GET', '/api/registration/finished');
  }

  resend() {
    return this.ask('POST', '/api/registration/resend-code', { body: {} });
  }

  sendLink(recaptchaToken?: string) {
    return this.ask('POST', '/api/registration/send-link', { body: { recaptchaToken } });
  }

  openLink(requestCode: string) {
    return this.ask('POST', '/api/registration/open-link', { body: { requestCode, ...this.#device() } });
  }

  profile(token: string) {
    return this.ask('GET', `${base}/ShortProfile`, { bearer: token });
  }

  keep(token: string, changes: object = {}) {
    return this.ask('POST', '/api/registration/details', { body: { ...typedDetails, ...changes }, bearer: token });
  }

  leave(token: string) {
    return this.ask('POST', '/api/registration/leave', { body: {}, bearer: token });
  }

  isAvailable(token: string, username: string) {
    const path = `${base}/Username/IsAvailable?username=${encodeURIComponent(username)}`;
    return this.ask('GET', path, { bearer: token });
  }

  register(token: string, username: string, changes: object = {}) {
    const passwords = { password: newPassword, passwordConfirmation: newPassword };
    return this.ask('POST', `${base}/Profile`, {
      body: { token, ...typedDetails, username, ...passwords, ...this.#device(), ...changes },
    });
  }

  /** Adds the card to the signed-in person's login, as a page that names them. */
  async link(token: string, changes: object = {}) {
    const { epoch = '' } = (await this.session()).body;
    return this.ask('POST', '/api/registration/link', { body: { token, epoch, ...typedDetails, ...changes } });
  }

  /** From the card to the flow token, with the code that was sent. */
  async prove(cardNumber: string): Promise<string> {
    expect(await this.card(cardNumber)).toMatchObject({ status: 200 });
    const proven = await this.code(cardNumber, await cardCode(this.#of, cardNumber));
    expect(proven).toMatchObject({ status: 200 });
    return String(proven.body['access_token']);
  }
}

/** What no field takes, whatever it is for; some fields may be missing. */
export const hostileValues: readonly (readonly [what: string, value: unknown])[] = [
  ['missing', undefined],
  ['empty', ''],
  ['a number', 7],
  ['null', null],
  ['a list', ['x']],
  ['an object', { $gt: '' }],
  ['too long', 'x'.repeat(5000)],
  ['U+0000', 'a\u0000b'],
  ['a lone surrogate', 'a\ud800b'],
];
