import { HOUR } from '@florin/contract/limits';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { demoCardNumber } from '../../../../demo/waiting-cards.ts';
import { DeliveryError } from '../../../../ports/mail/mail.ts';
import { EasyCaptcha } from '../../../../testing/ports/easy-captcha.ts';
import { startTestServer, type TestServer } from '../../../../testing/server.ts';
import { outbox, otherThan } from '../../../../testing/browser.ts';
import { administratorOf } from '../../../../testing/administrator.ts';
import { phoneIndex } from '../../../../core/people/contacts.ts';
import { liftStop, noteStop } from '../../../../core/people/stop-list.ts';
import { addWaitingCard } from '../../../../testing/cards/waiting-card.ts';
import { cardCode, numberOf, TestWizard } from '../../../../testing/access/wizard.ts';

let server: TestServer;
let captcha: EasyCaptcha;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(() => {
  captcha = new EasyCaptcha();
  server.context.captcha = captcha;
});

const unknown = '4111111111111111';
const codeOf = ({ body }: { body: Record<string, unknown> }) => body['Code'];
const mailTo = async (address: string | null) =>
  (await outbox(server)).filter(({ recipient }) => recipient === address);

describe('a card that cannot be registered', () => {
  test('gets the same refusal whatever the reason, and nothing is sent', { tags: ['@3.9', '@7.4'] }, async () => {
    const unproduced = await addWaitingCard(server, { status: 'PENDING_FULFILLMENT' });
    const unreachable = await addWaitingCard(server, { details: { email: null } });
    const costly = await addWaitingCard(server, { details: { email: null, mobilePhone: '+19002345678' } });
    const before = (await outbox(server)).length;
    const answers = [];
    for (const number of [
      unknown,
      demoCardNumber('0932'),
      numberOf('Nils Aalto'),
      unproduced.number,
      unreachable.number,
      costly.number,
    ]) {
      const { status, body, headers } = await new TestWizard(server).card(number);
      expect(headers['set-cookie']).toBeUndefined();
      answers.push({ status, body });
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toMatchObject({ status: 400, body: { Code: 'CARD_NOT_FOUND' } });
    expect(await outbox(server)).toHaveLength(before);
  });

  test('with a wrong check digit is a wrong field, and is not counted', async () => {
    const here = new TestWizard(server);
    for (let time = 0; time < 7; time += 1)
      expect(await here.card('4111111111111112')).toMatchObject({
        status: 400,
        body: { Code: 'VALIDATION', Fields: [{ Field: 'cardNumber', Problem: 'format' }] },
      });
    expect(codeOf(await here.card(unknown))).toBe('CARD_NOT_FOUND');
  });

  test(
    'the third needs a captcha, the sixth waits for the hour to end, even a good card',
    { tags: ['@3.9', '@7.5'] },
    async () => {
      const { number } = await addWaitingCard(server);
      const here = new TestWizard(server);
      const seen = [];
      for (let time = 0; time < 2; time += 1) seen.push(codeOf(await here.card(unknown)));
      expect(await here.card(number)).toMatchObject({ status: 402, body: { Code: 'RECAPTCHA_LOCK', Difficulty: 1 } });
      expect(codeOf(await here.card(number, 'wrong'))).toBe('RECAPTCHA_LOCK');
      const next = [];
      for (let time = 0; time < 3; time += 1) {
        const answer = await here.card(unknown, 'solved');
        seen.push(codeOf(answer));
        next.push(answer.body['Difficulty']);
      }
      // Each names the captcha of the next attempt, so that a harder one is asked for at once.
      expect(next).toEqual([2, 2, 2]);
      expect(seen).toEqual(['CARD_NOT_FOUND', 'CARD_NOT_FOUND', 'CARD_NOT_FOUND', 'CARD_NOT_FOUND', 'CARD_NOT_FOUND']);
      expect(captcha.asked.map(({ action, minimumDifficulty }) => [action, minimumDifficulty])).toEqual([
        ['registration', 1],
        ['registration', 1],
        ['registration', 2],
        ['registration', 2],
      ]);
      const refused = await here.card(number, 'solved');
      expect([refused.status, codeOf(refused)]).toEqual([429, 'TOO_MANY_REQUESTS']);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3000);
      server.clock.advance(HOUR + 1);
      expect((await here.card(number)).status).toBe(200);
    },
  );

  test('a good card is not counted', async () => {
    const here = new TestWizard(server);
    for (let time = 0; time < 6; time += 1) {
      const { number } = await addWaitingCard(server);
      expect((await here.card(number)).status).toBe(200);
    }
  });

  test('of many at once, two are checked without a captcha', async () => {
    const here = new TestWizard(server);
    const answers = await Promise.all(Array.from({ length: 20 }, () => here.card(unknown)));
    const looked = answers.filter((answer) => codeOf(answer) === 'CARD_NOT_FOUND');
    expect(looked).toHaveLength(2);
    const rest = answers.filter((answer) => codeOf(answer) === 'RECAPTCHA_LOCK');
    expect(rest).toHaveLength(18);
  });
});

test('many refused cards in a program make everyone there solve a captcha', async () => {
  const { number } = await addWaitingCard(server);
  for (let time = 0; time < 100; time += 1) await new TestWizard(server).card(unknown);
  expect(await new TestWizard(server).card(number)).toMatchObject({
    status: 402,
    body: { Code: 'RECAPTCHA_LOCK', Difficulty: 3 },
  });
  server.clock.advance(601);
  expect((await new TestWizard(server).card(number)).status).toBe(200);
});

describe('the verification code', () => {
  test('goes to the email on file, with the card’s last four digits only', async () => {
    const { number, email } = await addWaitingCard(server);
    const here = new TestWizard(server);
    await here.card(number);
    await cardCode(server, number);
    const [mail] = await mailTo(email);
    expect(mail!.text).toContain(`ending in ${number.slice(-4)}`);
    expect(`${mail!.subject}${mail!.text}${mail!.html}`).not.toContain(number.slice(0, 12));
    expect(mail!.html).not.toContain('<a ');
  });

  test('is sent by text if there is no email', async () => {
    const mobilePhone = '+12015550187';
    const { number } = await addWaitingCard(server, { details: { email: null, mobilePhone } });
    await new TestWizard(server).card(number);
    await cardCode(server, number);
    expect((await mailTo(mobilePhone))[0]).toMatchObject({
      channel: 'sms',
      text: expect.stringMatching(/@localhost #\d{6}$/),
    });
  });

  test('is not sent to a phone on the STOP list; after START, the same card goes on', async () => {
    const mobilePhone = '+12015550191';
    const { number } = await addWaitingCard(server, { details: { email: null, mobilePhone } });
    const { context } = server;
    const phone = phoneIndex(context, mobilePhone);
    await noteStop(context.db, phone, server.clock.now());
    const here = new TestWizard(server);
    const stopped = { status: 400, body: { Code: 'STOP_LIST_REQUESTED', PhoneNumber: context.config.smsStartNumber } };
    expect(await here.card(number)).toMatchObject(stopped);
    expect(await here.resend()).toMatchObject(stopped);
    await liftStop(context.db, phone);
    expect((await here.resend()).status).toBe(200);
    expect((await here.code(number, await cardCode(server, number))).status).toBe(200);
  });

  test('is a different one after a resend; the first stops working', async () => {
    const { number } = await addWaitingCard(server);
    const here = new TestWizard(server);
    await here.card(number);
    const first = await cardCode(server, number);
    expect(await here.resend()).toMatchObject({ status: 429, body: { Code: 'RESEND_LIMIT_REACHED' } });
    server.clock.advance(31);
    expect((await here.resend()).status).toBe(200);
    const second = await cardCode(server, number);
    if (first !== second) expect(codeOf(await here.code(number, first))).toBe('VERIFICATION_CODE_INVALID');
    expect((await here.code(number, second)).status).toBe(200);
  });

  test('is sent three times in ten minutes for a card, over all browsers; entering the card again does not help', async () => {
    const { number, email } = await addWaitingCard(server);
    const answers = [];
    for (let browser = 0; browser < 6; browser += 1) {
      const { status, body } = await new TestWizard(server).card(number);
      expect(status).toBe(200);
      answers.push(body['heldBackSeconds']);
    }
    await cardCode(server, number);
    expect(await mailTo(email)).toHaveLength(3);
    // The answer says when there will be a code.
    expect(answers.slice(0, 3)).toEqual([0, 0, 0]);
    for (const seconds of answers.slice(3)) expect(seconds).toBeGreaterThan(590);
    const here = new TestWizard(server);
    const { body } = await here.card(number);
    expect((await here.resend()).status).toBe(429);
    server.clock.advance(Number(body['heldBackSeconds']));
    expect((await here.resend()).status).toBe(200);
    expect((await here.code(number, await cardCode(server, number))).status).toBe(200);
  });

  test('stays valid if the card is entered again too early', async () => {
    const { number } = await addWaitingCard(server);
    const here = new TestWizard(server);
    await here.card(number);
    const code = await cardCode(server, number);
    expect((await here.card(number)).status).toBe(200);
    expect((await here.code(number, code)).status).toBe(200);
  });

  test('works only in the browser that requested it, for that card, for half an hour', { tags: '@7.7' }, async () => {
    const { number } = await addWaitingCard(server);
    const other = await addWaitingCard(server);
    const here = new TestWizard(server);
    await here.card(number);
    const code = await cardCode(server, number);
    const stranger = new TestWizard(server);
    expect(await stranger.code(number, code)).toMatchObject({ status: 401, body: { Code: 'REGISTRATION_EXPIRED' } });
    await stranger.card(number);
    expect(codeOf(await stranger.code(number, code))).toBe('VERIFICATION_CODE_INVALID');
    expect(codeOf(await here.code(other.number, code))).toBe('VERIFICATION_CODE_INVALID');
    expect(codeOf(await here.code(unknown, code))).toBe('VERIFICATION_CODE_INVALID');
    server.clock.advance(1801);
    expect(codeOf(await here.code(number, code))).toBe('REGISTRATION_EXPIRED');
  });

  test('is accepted with spaces and dashes', async () => {
    const { number } = await addWaitingCard(server);
    const here = new TestWizard(server);
    await here.card(number.replaceAll(/(\d{4})(?=\d)/g, '$1 '));
    const code = await cardCode(server, number);
    expect((await here.code(number.replaceAll(/(\d{4})(?=\d)/g, '$1-'), code)).status).toBe(200);
  });

  test('is the year of birth if the business has chosen that', async () => {
    const { number, email } = await addWaitingCard(server, {
      mode: 'BIRTH_YEAR',
      details: { dateOfBirth: '1988-04-17' },
    });
    const here = new TestWizard(server);
    expect((await here.card(number)).status).toBe(200);
    expect((await here.resend()).status).toBe(200);
    expect(codeOf(await here.code(number, '1987'))).toBe('VERIFICATION_CODE_INVALID');
    expect((await here.code(number, '1988')).status).toBe(200);
    expect(await mailTo(email)).toEqual([]);
  });
});

describe('wrong verification codes', () => {
  test(
    'five per card and day, then a captcha, then a lock until an administrator unlocks it',
    { tags: '@7.5' },
    async () => {
      const { number, cardId, businessId } = await addWaitingCard(server);
      const here = new TestWizard(server);
      await here.card(number);
      const right = await cardCode(server, number);
      const wrong = otherThan(right);
      for (let time = 0; time < 5; time += 1)
        expect(codeOf(await here.code(number, wrong))).toBe('VERIFICATION_CODE_INVALID');
      const elsewhere = new TestWizard(server);
      server.clock.advance(31);
      await elsewhere.card(number);
      expect(await elsewhere.code(number, wrong)).toMatchObject({ status: 402, body: { Code: 'RECAPTCHA_LOCK' } });
      for (let time = 0; time < 5; time += 1)
        expect(codeOf(await here.code(number, wrong, 'solved'))).toBe('VERIFICATION_CODE_INVALID');
      expect(await here.code(number, right, 'solved')).toMatchObject({
        status: 423,
        body: { Code: 'VERIFICATION_LOCKED' },
      });

      server.clock.advance(25 * HOUR);
      const tomorrow = new TestWizard(server);
      await tomorrow.card(number);
      expect(codeOf(await tomorrow.code(number, await cardCode(server, number), 'solved'))).toBe('VERIFICATION_LOCKED');

      const administrator = await administratorOf(server, businessId);
      const locked = await administrator.ask('GET', '/api/locked-registrations');
      expect(locked.body['lockedCards']).toEqual([
        { cardId, nameOnCard: 'KIM SOTO', cardLast4: number.slice(-4), timesUnlocked: 0 },
      ]);
      const stranger = await administratorOf(server, (await addWaitingCard(server)).businessId);
      expect((await stranger.ask('POST', `/api/cards/${cardId}/unlock-registration`)).status).toBe(404);
      expect((await administrator.ask('POST', `/api/cards/${cardId}/unlock-registration`)).status).toBe(204);
      expect((await administrator.ask('GET', '/api/locked-registrations')).body['lockedCards']).toEqual([]);
      expect((await tomorrow.code(number, await cardCode(server, number))).status).toBe(200);
    },
  );

  test('are cleared after a day if the card is not locked', async () => {
    const { number } = await addWaitingCard(server);
    const here = new TestWizard(server);
    await here.card(number);
    for (let time = 0; time < 5; time += 1) await here.code(number, otherThan(await cardCode(server, number)));
    server.clock.advance(25 * HOUR);
    await here.card(number);
    expect(codeOf(await here.code(number, otherThan(await cardCode(server, number))))).toBe(
      'VERIFICATION_CODE_INVALID',
    );
    expect((await here.code(number, await cardCode(server, number))).status).toBe(200);
  });

  test('are kept over the days: twenty without a correct one lock the card', async () => {
    const { number, cardId, businessId } = await addWaitingCard(server);
    const seen = [];
    for (let day = 0; day < 5; day += 1) {
      const here = new TestWizard(server);
      await here.card(number);
      const wrong = otherThan(await cardCode(server, number));
      for (let time = 0; time < 5; time += 1) seen.push(codeOf(await here.code(number, wrong)));
      server.clock.advance(25 * HOUR);
    }
    expect(seen).toEqual([...Array(20).fill('VERIFICATION_CODE_INVALID'), ...Array(5).fill('VERIFICATION_LOCKED')]);

    const administrator = await administratorOf(server, businessId);
    const lockedCards = async () => (await administrator.ask('GET', '/api/locked-registrations')).body['lockedCards'];
    expect(await lockedCards()).toMatchObject([{ cardId, timesUnlocked: 0 }]);
    expect((await administrator.ask('POST', `/api/cards/${cardId}/unlock-registration`)).status).toBe(204);
    expect(await lockedCards()).toEqual([]);
    const here = new TestWizard(server);
    await here.card(number);
    expect((await here.code(number, await cardCode(server, number))).status).toBe(200);
  });

  test('unlocking again and again does not help to guess a year of birth: a code is sent then', async () => {
    const { number, cardId, businessId, email } = await addWaitingCard(server, {
      mode: 'BIRTH_YEAR',
      details: { dateOfBirth: '1988-04-17' },
    });
    const administrator = await administratorOf(server, businessId);
    const unlock = () => administrator.ask('POST', `/api/cards/${cardId}/unlock-registration`);
    for (let lift = 0; lift < 2; lift += 1) {
      const here = new TestWizard(server);
      await here.card(number);
      for (let year = 0; year < 10; year += 1) {
        expect((await unlock()).status).toBe(204);
        expect(codeOf(await here.code(number, `19${50 + year}`, 'solved'))).toBe('VERIFICATION_CODE_INVALID');
      }
      expect((await administrator.ask('GET', '/api/locked-registrations')).body['lockedCards']).toMatchObject([
        { cardId, timesUnlocked: lift },
      ]);
      expect((await unlock()).status).toBe(204);
    }
    expect(await mailTo(email)).toEqual([]);
    const here = new TestWizard(server);
    await here.card(number);
    const code = await cardCode(server, number);
    expect(codeOf(await here.code(number, '1988'))).toBe('VERIFICATION_CODE_INVALID');
    expect((await here.code(number, code)).status).toBe(200);
  });

  test('a correct one is not counted', async () => {
    const { number, cardId } = await addWaitingCard(server);
    await new TestWizard(server).prove(number);
    const card = await server.context.db
      .selectFrom('card')
      .select('wrong_codes')
      .where('id', '=', cardId)
      .executeTakeFirstOrThrow();
    expect(card.wrong_codes).toBe(0);
  });
});

test('a provider that is down is reported; the registration goes on and the message stays queued', async () => {
  const down = { send: () => Promise.reject(new DeliveryError('down', { permanent: false })) };
  const broken = await startTestServer({ carriers: { mail: down } });
  const { number } = await addWaitingCard(broken);
  const here = new TestWizard(broken);
  expect(await here.card(number)).toMatchObject({ status: 503, body: { Code: 'DELIVERY_DELAYED' } });
  expect((await here.resume()).body).toMatchObject({ step: 'verificationCode' });
  await broken.close();
});
