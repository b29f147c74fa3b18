import { expect } from 'vitest';
import { waitingCards } from '../demo/waiting-cards.ts';
import { newId } from '../db/ids.ts';
import type { TestServer } from './server.ts';
import type { CardStatus } from '@florin/contract/card-states';
import { Pan } from '../core/cards/pan.ts';
import { storeCardNumber } from '../core/cards/vault.ts';
import { outbox, sentMessages, TestBrowser } from './browser.ts';
import { nameOnCard, saveHolder, type HolderDetails } from '../core/cards/holder.ts';

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

interface WantedCard {
  details?: Partial<HolderDetails>;
  status?: CardStatus;
  mode?: 'SENT' | 'BIRTH_YEAR';
  mfa?: 'Disabled' | 'Enabled' | 'Required';
}

/** Orders a card for a person at a new business. */
export async function addWaitingCard(server: TestServer, wanted: WantedCard = {}) {
  const { db, keys } = server.context;
  const program = await db.selectFrom('program').select('id').where('is_default', '=', true).executeTakeFirstOrThrow();
  const [businessId, cardId] = [newId(), newId()];
  await db
    .insertInto('business')
    .values({
      id: businessId,
      program_id: program.id,
      name: 'Example Works',
      bank_id: 'BANCORP',
      program_type: 'Business',
      payment_network: 'Visa',
      funding_source: 'Prepaid',
      status: 'OPEN',
      suspension_mode: null,
      mfa_mode: wanted.mfa ?? 'Enabled',
      verification_mode: wanted.mode ?? 'SENT',
      credit_replenishment_delay_days: null,
      start_site_message: null,
    })
    .execute();
  const pan = Pan.generate('40000099');
  await db
    .insertInto('card')
    .values({
      id: cardId,
      business_id: businessId,
      membership_id: null,
      last_four: pan.lastFour,
      bin: pan.bin,
      status: wanted.status ?? 'PENDING_ACTIVATION',
      expires_on: '2030-09-30',
      wrong_codes_since: null,
    })
    .execute();
  await storeCardNumber(db, { keys }, { cardId, programId: program.id, pan });
  const email = `${cardId}@holders.example`;
  const details = { email, mobilePhone: null, homePhone: null, dateOfBirth: null, ...wanted.details };
  const holder = {
    firstName: 'Kim',
    middleName: null,
    lastName: 'Soto',
    nameOnCard: nameOnCard('Kim', 'Soto'),
    details,
  };
  await saveHolder(db, { keys }, { cardId, programId: program.id, holder });
  return { cardId, businessId, number: pan.reveal(), email: details.email };
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
