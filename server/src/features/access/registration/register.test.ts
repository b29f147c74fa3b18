import { registration } from '@florin/contract/limits';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { EasyCaptcha } from '../../../testing/ports/easy-captcha.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { ipPrefixOf } from '../../../http/client.ts';
import { recordContext } from '../../../ports/keys/keys.ts';
import { eventsOf } from '../../../testing/person.ts';
import { outbox, sentMessages } from '../../../testing/browser.ts';
import { addWaitingCard } from '../../../testing/cards/waiting-card.ts';
import { cardCode, newPassword, numberOf, TestWizard } from '../../../testing/access/wizard.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ environment: { PHONE_COUNTRIES: 'CA,GB,DE' } });
});
afterAll(() => server.close());

const codeOf = ({ body }: { body: Record<string, unknown> }) => body['Code'];
let names = 0;
const freeName = () => `new.person.${(names += 1)}`;
const personOf = (username: string) =>
  server.context.db.selectFrom('person').selectAll().where('username', '=', username).executeTakeFirst();
const cardRow = (cardId: string) =>
  server.context.db.selectFrom('card').selectAll().where('id', '=', cardId).executeTakeFirstOrThrow();

test(
  'card, code, details, account: a new cardholder who can log in',
  { tags: ['@3.12', '@3.15', '@3.18', '@3.20', '@7.8', '@7.9', '@7.12'] },
  async () => {
    const rosa = new TestWizard(server);
    const token = await rosa.prove(numberOf('Rosa Delgado'));
    expect((await rosa.profile(token)).body).toEqual({
      email: 'rosa.delgado@northwind-trading.example',
      firstName: 'Rosa',
      middleName: null,
      lastName: 'Delgado',
      nameOnCard: 'ROSA DELGADO',
      dateOfBirth: null,
      homePhone: null,
      homePhoneCountryCode: null,
      mobilePhone: null,
      mobilePhoneCountryCode: null,
      businessName: 'Northwind Trading',
      role: 'CARDHOLDER',
      cardLast4: '5672',
      draft: null,
    });
    expect((await rosa.ask('GET', '/Business/AllowedPhoneCountries', { bearer: token })).body).toEqual({
      allowedCountries: [
        { countryCode: 'CA', countryName: 'Canada', dialingCode: '+1' },
        { countryCode: 'GB', countryName: 'United Kingdom', dialingCode: '+44' },
        { countryCode: 'US', countryName: 'United States', dialingCode: '+1' },
      ],
    });
    expect(await rosa.isAvailable(token, 'rosa.delgado')).toMatchObject({ status: 200 });
    expect(await rosa.register(token, 'rosa.delgado', { firstName: 'Rosalía' })).toMatchObject({
      status: 200,
      body: {
        firstName: 'Rosalía',
        lastName: 'Delgado',
        phoneNumber: '(555) 010-0120',
        email: 'maya.chen@northwind-trading.example',
      },
    });
    const here = new TestWizard(server);
    expect(await here.login('rosa.delgado', newPassword)).toMatchObject({
      status: 200,
      body: { hasUnverifiedPhone: true },
    });
    expect((await here.ask('GET', '/api/user-info')).body).toMatchObject({
      userName: 'rosa.delgado',
      role: 'CARDHOLDER',
      cardLast4: '5672',
    });
    expect((await here.ask('GET', '/api/balance')).body).toMatchObject({ available: { amount: 0, currency: 'USD' } });

    const person = (await personOf('rosa.delgado'))!;
    const { keys, db } = server.context;
    const place = {
      table: 'person',
      row: person.id,
      column: 'date_of_birth_sealed',
      program: person.program_id,
    };
    expect(keys.open(person.date_of_birth_sealed!, recordContext(place)).toString()).toBe('1990-01-15');
    expect(await eventsOf(server, person.id)).toContain('user_registered');
    const contacts = await db.selectFrom('contact').selectAll().where('person_id', '=', person.id).execute();
    const opened = contacts.map((row) => [
      row.kind,
      keys.open(row.address_sealed, `contact|${row.id}`).toString(),
      row.verified_at !== null,
    ]);
    expect(opened.toSorted()).toEqual([
      ['Email', 'rosa.delgado@northwind-trading.example', true],
      ['PhoneNumber', '+12015550123', false],
    ]);
    const [welcome] = await outbox(server);
    expect(welcome).toMatchObject({ recipient: 'rosa.delgado@northwind-trading.example' });
    expect(welcome!.text).toContain('rosa.delgado');
  },
);

test('a card is activated; one paused by an administrator stays paused', async () => {
  for (const [status, after] of [
    ['PENDING_ACTIVATION', 'OPEN'],
    ['OPEN', 'OPEN'],
    ['PAUSED', 'PAUSED'],
  ] as const) {
    const { number, cardId } = await addWaitingCard(server, { status });
    const here = new TestWizard(server);
    expect((await here.register(await here.prove(number), freeName())).status).toBe(200);
    expect(await cardRow(cardId)).toMatchObject({ status: after, membership_id: expect.any(String) });
  }
});

test('an address on file in capitals finds the username, whatever the case typed', async () => {
  const email = 'Kim.Capitals@Holders.Example';
  const { number } = await addWaitingCard(server, { details: { email } });
  const here = new TestWizard(server);
  const username = freeName();
  await here.register(await here.prove(number), username);
  const { captcha } = server.context;
  server.context.captcha = new EasyCaptcha();
  const body = { emailId: email.toLowerCase(), recaptchaToken: 'solved' };
  expect(await here.ask('POST', '/api/forgot-username', { body })).toMatchObject({ status: 200 });
  server.context.captcha = captcha;
  await sentMessages(server);
  const [mail] = await outbox(server);
  expect(mail).toMatchObject({ recipient: email, subject: 'Florin: your username' });
  expect(mail!.text).toContain(username);
});

test('a phone that got the code is confirmed', async () => {
  const mobilePhone = '+12015550187';
  const { number } = await addWaitingCard(server, { details: { email: null, mobilePhone } });
  const here = new TestWizard(server);
  const username = freeName();
  await here.register(await here.prove(number), username, { mobilePhone: '201 555 0187' });
  expect(await new TestWizard(server).login(username, newPassword)).toMatchObject({
    status: 200,
    body: { hasUnverifiedPhone: false },
  });
});

test.each([
  ['Enabled', true, 401],
  ['Enabled', false, 200],
  ['Disabled', true, 200],
  ['Required', false, 401],
] as const)(
  'second factor of a %s business, chosen %j: login answers %i',
  { tags: ['@3.10', '@3.11', '@7.6'] },
  async (mfa, mfaEnable, status) => {
    const { number } = await addWaitingCard(server, { mfa });
    const here = new TestWizard(server);
    await here.card(number);
    const { body } = await here.code(number, await cardCode(server, number));
    expect(body).toMatchObject({ MFAModeBusiness: mfa, MFAEnabled: false, expiresInSeconds: expect.closeTo(1800, -1) });
    const username = freeName();
    await here.register(String(body['access_token']), username, { mfaEnable });
    expect((await new TestWizard(server).login(username, newPassword)).status).toBe(status);
  },
);

describe('refusals, which write nothing', () => {
  let here: TestWizard;
  let token: string;
  let card: Awaited<ReturnType<typeof addWaitingCard>>;
  beforeEach(async () => {
    card = await addWaitingCard(server);
    here = new TestWizard(server);
    token = await here.prove(card.number);
  });
  const people = async () => (await server.context.db.selectFrom('person').select('id').execute()).length;

  test.each([
    ['dateOfBirth', { dateOfBirth: '02/30/1990' }],
    ['dateOfBirth', { dateOfBirth: '01/01/2020' }],
    ['firstName', { firstName: 'Kim\nhttps' }],
    ['middleName', { middleName: '\u202emiK' }],
    ['lastName', { lastName: 'evil.example/x' }],
    ['firstName', { firstName: 'URGENT verify your card at www.florin-verify.com' }],
    ['homePhone', { homePhone: '123' }],
    ['mobilePhone', { mobilePhone: 'x' }],
    ['mobilePhone', { mobilePhone: '9002345678' }],
    ['mobilePhone', { mobilePhone: '0909 879 0000', mobilePhoneCountryCode: 'GB' }],
    ['mobilePhoneCountryCode', { mobilePhoneCountryCode: 'FR', mobilePhone: '01 23 45 67 89' }],
    ['username', { username: 'rosa delgado' }],
    ['username', { username: '' }],
    ['username', { username: '\u0430dmin' }],
    ['username', { username: 'rosa\u3164' }],
    ['password', { password: '' }],
  ])('%s: %j', async (field, changes) => {
    const before = await people();
    const { status, body } = await here.register(token, freeName(), changes);
    expect([status, body['Code']]).toEqual([400, 'VALIDATION']);
    expect((body['Fields'] as { Field: string }[]).map(({ Field }) => Field)).toEqual([field]);
    expect(await people()).toBe(before);
    expect((await here.register(token, freeName())).status).toBe(200);
  });

  test.each([
    ['tooShort', { password: 'short', passwordConfirmation: 'short' }],
    ['mismatch', { passwordConfirmation: 'something else' }],
    ['tooWeak', { password: 'Kim Soto 2026!', passwordConfirmation: 'Kim Soto 2026!' }],
    ['tooWeak', { password: 'Example Works', passwordConfirmation: 'Example Works' }],
  ])('password: %s', async (problem, changes) => {
    const { status, body } = await here.register(token, freeName(), changes);
    expect([status, body['Code']]).toEqual([400, 'PASSWORD_REJECTED']);
    expect(body['Problems']).toContain(problem);
    expect((await here.register(token, freeName())).status).toBe(200);
  });

  test('the password check knows the texts that the password must not consist of', { tags: '@5.30' }, async () => {
    const check = (password: string) => here.ask('POST', '/api/password/check', { body: { password }, bearer: token });
    expect((await check('Kim Soto 2026!')).body['problems']).toContain('tooWeak');
    expect((await check(newPassword)).body).toEqual({ problems: [] });
  });

  test.each([
    ['4111111111111111', 'format'],
    ['\u0430dmin', 'characters'],
    ['maya.chen@accounts.example', 'foreign'],
  ])(
    'username %s is refused as one that nobody may have',
    { tags: ['@5.27', '@7.10', '@beyond.38'] },
    async (username, Problem) => {
      const refusal = { status: 400, body: { Code: 'VALIDATION', Fields: [{ Field: 'username', Problem }] } };
      expect(await here.isAvailable(token, username)).toMatchObject(refusal);
      expect(await here.register(token, username)).toMatchObject(refusal);
    },
  );

  test.each(['admin', 'Admin', 'ＡＤＭＩＮ'])('username %s', async (username) => {
    expect(await here.isAvailable(token, username)).toMatchObject({
      status: 409,
      body: { Code: 'USERNAME_NOT_AVAILABLE' },
    });
    expect(codeOf(await here.register(token, username))).toBe('USERNAME_NOT_AVAILABLE');
    expect((await here.register(token, freeName())).status).toBe(200);
  });

  test("the person's own email address may be the username", async () => {
    expect((await here.isAvailable(token, 'kim@holders.example')).status).toBe(400);
    const address = `kim.${card.cardId.slice(-8)}@holders.example`;
    const own = await addWaitingCard(server, { details: { email: address } });
    const wizard = new TestWizard(server);
    const proven = await wizard.prove(own.number);
    expect((await wizard.isAvailable(proven, address)).status).toBe(200);
    expect((await wizard.register(proven, address)).status).toBe(200);
  });

  test('the last step does not reveal a taken name if the password is refused, and has ten checks of its own besides the thirty', async () => {
    const weak = { password: 'short', passwordConfirmation: 'short' };
    expect(codeOf(await here.register(token, 'admin', weak))).toBe('PASSWORD_REJECTED');
    for (let time = 0; time < 30; time += 1) await here.isAvailable(token, freeName());
    for (let time = 0; time < 10; time += 1)
      expect(codeOf(await here.register(token, 'admin'))).toBe('USERNAME_NOT_AVAILABLE');
    const over = await here.register(token, 'admin');
    expect([over.status, codeOf(over)]).toEqual([429, 'TOO_MANY_REQUESTS']);
    expect(Number(over.headers['retry-after'])).toBeGreaterThan(0);
  });

  test('names are counted over all registrations of a card, and taken ones by address', async () => {
    const { db, keys } = server.context;
    const counts = async (what: 'username-checks' | 'taken-usernames-address', about: string) =>
      (await db.selectFrom('throttle').select('failures').where('key', '=', keys.mac(what, about)).executeTakeFirst())
        ?.failures;
    for (const name of ['admin', freeName(), 'Admin']) await here.isAvailable(token, name);
    server.clock.advance(31);
    const again = new TestWizard(server);
    const proven = await again.prove(card.number);
    await again.isAvailable(proven, freeName());
    expect(await counts('username-checks', card.cardId)).toBe(4);
    const prefix = ipPrefixOf(here.address);
    expect(await counts('taken-usernames-address', prefix)).toBe(2);

    const most = { failures: registration.takenUsernamesPerHour };
    await db.updateTable('throttle').set(most).where('key', '=', keys.mac('taken-usernames-address', prefix)).execute();
    expect((await here.isAvailable(token, freeName())).status).toBe(429);
    expect((await here.register(token, freeName())).status).toBe(429);
    const all = { failures: registration.usernameChecksPerDay };
    await db.updateTable('throttle').set(all).where('key', '=', keys.mac('username-checks', card.cardId)).execute();
    expect((await again.isAvailable(proven, freeName())).status).toBe(429);
  });

  test('a registration may check thirty names, by GET or by POST', { tags: '@7.11' }, async () => {
    const path = '/Account/Cardholder/Registration/Username/IsAvailable';
    for (let time = 0; time < 15; time += 1) {
      expect((await here.isAvailable(token, freeName())).status).toBe(200);
      expect((await here.ask('POST', path, { body: { username: 'admin' }, bearer: token })).status).toBe(409);
    }
    expect((await here.isAvailable(token, freeName())).status).toBe(429);
  });

  test.each(['', '%00', '%ud800', 'a'.repeat(81), '%F0%9F%98%80', `'%20or%201=1`, '%E2%80%8B'])(
    'hostile name %j',
    async (query) => {
      const path = `/Account/Cardholder/Registration/Username/IsAvailable?username=${query}`;
      const { status } = await here.ask('GET', path, { bearer: token });
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
    },
  );

  test('a card that another person has registered in the meantime', { tags: '@7.13' }, async () => {
    const other = new TestWizard(server);
    expect((await other.register(await other.prove(card.number), freeName())).status).toBe(200);
    expect(await here.register(token, freeName())).toMatchObject({ status: 409, body: { Code: 'ALREADY_REGISTERED' } });
    expect(codeOf(await here.register(token, freeName()))).toBe('ALREADY_REGISTERED');
    expect(codeOf(await here.resume())).toBe('REGISTRATION_EXPIRED');
  });

  test('a card that an administrator has closed in the meantime', { tags: '@7.13' }, async () => {
    await server.context.db.updateTable('card').set({ status: 'CLOSED' }).where('id', '=', card.cardId).execute();
    expect(await here.register(token, freeName())).toMatchObject({
      status: 409,
      body: { Code: 'CARD_CLOSED_OR_CANCELLED' },
    });
    expect(codeOf(await here.profile(token))).toBe('REGISTRATION_EXPIRED');
  });

  test('an expired registration, and a finished one', async () => {
    const other = new TestWizard(server);
    const done = await other.prove((await addWaitingCard(server)).number);
    expect((await other.register(done, freeName())).status).toBe(200);
    expect(codeOf(await other.register(done, freeName()))).toBe('ALREADY_REGISTERED');
    server.clock.advance(1801);
    for (const answer of [
      await here.register(token, freeName()),
      await here.profile(token),
      await here.isAvailable(token, freeName()),
      await here.resume(),
    ])
      expect([answer.status, codeOf(answer)]).toEqual([401, 'REGISTRATION_EXPIRED']);
  });

  test('tokens of other kinds', async () => {
    const other = new TestWizard(server);
    for (const wrong of [token.replace('reg_', 'ses_'), token.replace('reg_', 'inv_'), `${token}x`, ''])
      expect(codeOf(await other.register(wrong, freeName()))).toBe('VALIDATION');
    expect(codeOf(await other.register(`reg_${'A'.repeat(43)}`, freeName()))).toBe('REGISTRATION_EXPIRED');
    expect((await other.session(token)).status).toBe(401);
  });
});

describe('resuming', () => {
  test("returns this browser's step, with the same token; another browser starts again", async () => {
    const { number } = await addWaitingCard(server);
    const here = new TestWizard(server);
    expect(codeOf(await here.resume())).toBe('REGISTRATION_EXPIRED');
    await here.card(number);
    expect((await here.resume()).body).toEqual({
      step: 'verificationCode',
      mode: 'default',
      cardLast4: number.slice(-4),
      token: null,
      resendInSeconds: 30,
    });
    const token = String((await here.code(number, await cardCode(server, number))).body['access_token']);
    expect((await here.resume()).body).toMatchObject({ step: 'details', token: { access_token: token } });
    expect((await here.profile(token)).status).toBe(200);
    expect(codeOf(await new TestWizard(server).resume())).toBe('REGISTRATION_EXPIRED');
    expect((await here.register(token, freeName())).status).toBe(200);
    // The cookie stays for the last page only.
    expect(here.cookies.has('__Host-reg')).toBe(true);
  });

  test('the cookie is for the server alone, and the database contains neither it nor the token', async () => {
    const { number } = await addWaitingCard(server);
    const here = new TestWizard(server);
    const { headers } = await here.card(number);
    expect(String(headers['set-cookie'])).toMatch(
      /^__Host-reg=[\w-]{43}; Max-Age=1800; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    );
    await here.code(number, await cardCode(server, number));
    const rows = await server.context.db.selectFrom('registration').selectAll().execute();
    const dump = rows.flatMap((row) =>
      Object.values(row).map((value) => (Buffer.isBuffer(value) ? value.toString('base64url') : String(value))),
    );
    expect(dump).not.toContain(here.cookies.get('__Host-reg'));
    expect(dump.join()).not.toContain('reg_');
  });
});
