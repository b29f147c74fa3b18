import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { accountSid, authToken, startTwilio, twilioError, type Answer } from '../../testing/ports/twilio.ts';
import { twilioSms, type TwilioSettings } from './twilio.ts';

const message = { id: randomUUID(), to: '+15550100123', text: 'Your code is 123456.' };

let twilio: Awaited<ReturnType<typeof startTwilio>>;
beforeAll(async () => {
  twilio = await startTwilio();
});
afterEach(() => twilio.answerWith(null));
afterAll(() => twilio.close());
const sms = (change: Partial<TwilioSettings> = {}) =>
  twilioSms({ url: twilio.url, accountSid, authToken, from: '+15550100000', ...change });

describe('the sender', () => {
  test.each([
    ['+15550100000', { From: '+15550100000' }],
    ['Florin', { From: 'Florin' }],
    ['MG0123456789abcdef0123456789abcdef', { MessagingServiceSid: 'MG0123456789abcdef0123456789abcdef' }],
  ])('%s', async (from, sender) => {
    await sms({ from }).send(message);
    expect(twilio.requests.at(-1)?.form).toEqual({ To: message.to, Body: message.text, ...sender });
  });
});

test('the account and the base address cannot be turned into another address', async () => {
  await expect(sms({ accountSid: '../../x?y=' }).send(message)).rejects.toMatchObject({ permanent: false });
  expect(twilio.requests.at(-1)?.path).toBe('/2010-04-01/Accounts/..%2F..%2Fx%3Fy%3D/Messages.json');
  await sms({ url: `${twilio.url}/` }).send(message);
  expect(twilio.requests.at(-1)?.path).toBe(`/2010-04-01/Accounts/${accountSid}/Messages.json`);
});

const plain =
  (status: number, body: string, headers: Record<string, string> = {}): Answer =>
  (response) => {
    response.writeHead(status, headers);
    response.end(body);
  };

describe('a refusal', () => {
  test.each<[string, Answer, 'DeliveryError' | 'StopListed', boolean]>([
    ['21610, the recipient said STOP', twilioError(400, 21610), 'StopListed', true],
    ['21211, no such number', twilioError(400, 21211), 'DeliveryError', true],
    ['21408, a country that is switched off', twilioError(400, 21408), 'DeliveryError', true],
    ['21612, no way there', twilioError(400, 21612), 'DeliveryError', true],
    ['21614, not a mobile number', twilioError(400, 21614), 'DeliveryError', true],
    ['21635, a landline', twilioError(400, 21635), 'DeliveryError', true],
    ['a code that is new', twilioError(400, 21999), 'DeliveryError', true],
    ['21606, a sender that cannot send', twilioError(400, 21606), 'DeliveryError', false],
    ['21611, the sender’s queue is full', twilioError(400, 21611), 'DeliveryError', false],
    ['21660, a sender of another account', twilioError(400, 21660), 'DeliveryError', false],
    ['401', twilioError(401, 20003), 'DeliveryError', false],
    ['403', twilioError(403, 20403), 'DeliveryError', false],
    ['404', twilioError(404, 20404), 'DeliveryError', false],
    ['429 with Retry-After', twilioError(429, 20429, { 'retry-after': '3' }), 'DeliveryError', false],
    ['500', twilioError(500, 20500), 'DeliveryError', false],
    ['503 of something in between', plain(503, '<html>+15550100123</html>'), 'DeliveryError', false],
    ['400 of something in between', plain(400, 'Bad Request'), 'DeliveryError', false],
    ['400 with JSON null', plain(400, 'null'), 'DeliveryError', false],
    ['400 with a code in words', plain(400, '{"code":"21211"}'), 'DeliveryError', false],
    ['400 with nothing', plain(400, ''), 'DeliveryError', false],
  ])('%s', async (_what, answer, name, permanent) => {
    twilio.answerWith(answer);
    const sending = sms().send(message);
    await expect(sending).rejects.toMatchObject({ name, permanent });
    await expect(sending).rejects.not.toThrow(/555|123456|secret|html/);
  });

  test('wrong credentials have a code of their own', async () => {
    const sending = sms({ authToken: 'another-secret' }).send(message);
    await expect(sending).rejects.toThrow(/^Twilio 401 20003$/);
  });
});

describe('a server that breaks down', () => {
  const refused = expect.objectContaining({
    name: 'DeliveryError',
    permanent: false,
    message: 'Twilio: no answer',
  }) as unknown;

  test('it never answers', async () => {
    twilio.answerWith(() => undefined);
    await expect(sms({ patienceMilliseconds: 40 }).send(message)).rejects.toEqual(refused);
  });

  test('it never finishes its answer', async () => {
    twilio.answerWith((response) => {
      response.writeHead(201, { 'content-length': '1000' });
      response.write('{"sid":');
    });
    await expect(sms({ patienceMilliseconds: 40 }).send(message)).rejects.toEqual(refused);
  });

  test('it drops the connection', async () => {
    twilio.answerWith((response) => response.destroy());
    await expect(sms().send(message)).rejects.toEqual(refused);
  });

  test('it sends the credentials elsewhere', async () => {
    const elsewhere = await startTwilio();
    for (const status of [301, 302, 307, 308]) {
      twilio.answerWith(
        plain(status, '', { location: `${elsewhere.url}/2010-04-01/Accounts/${accountSid}/Messages.json` }),
      );
      await expect(sms().send(message)).rejects.toEqual(refused);
    }
    expect(elsewhere.requests).toEqual([]);
    await elsewhere.close();
  });
});
