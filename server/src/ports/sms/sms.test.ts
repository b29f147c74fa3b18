import { randomUUID } from 'node:crypto';
import { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestDatabase } from '../../testing/database/open.ts';
import type { Clock } from '../clock/clock.ts';
import { DeliveryError } from '../mail/mail.ts';
import { outboxSms } from './outbox.ts';
import { StopListed, type Sms, type SmsMessage } from './sms.ts';
import { accountSid, authToken, startTwilio, type Sent } from '../../testing/ports/twilio.ts';
import { twilioSms } from './twilio.ts';

/** A carrier, the phones at its other end, and the same carrier while its other end is down. */
interface Setup {
  sms: Sms;
  down: Sms;
  received(): Promise<Sent[]>;
  /** The number replies STOP (true) or START. */
  setStopped(to: string, stopped: boolean): void;
  close(): Promise<void>;
}

/** A second passes at each reading, so that the outbox has an order. */
function tickingClock(): Clock {
  let seconds = 0;
  return { now: () => new Date(Date.UTC(2026, 2, 1, 12, 0, seconds++)) };
}

async function outboxSetup(): Promise<Setup> {
  const database = await openTestDatabase();
  const { pool } = database;
  const deadPool = new Pool({ connectionString: 'postgresql://nobody@127.0.0.1:1/none', max: 1 });
  const stopped = new Set<string>();
  return {
    sms: outboxSms({ pool, clock: tickingClock(), isStopped: (to) => Promise.resolve(stopped.has(to)) }),
    down: outboxSms({ pool: deadPool, clock: tickingClock() }),
    async received() {
      const { rows } = await pool.query<Sent>(
        `select recipient as to, text from outbox_message
         where channel = 'sms' and subject is null and html is null order by at, id`,
      );
      return rows;
    },
    setStopped: (to, isStopped) => void (isStopped ? stopped.add(to) : stopped.delete(to)),
    async close() {
      await deadPool.end();
      await database[Symbol.asyncDispose]();
    },
  };
}

async function twilioSetup(): Promise<Setup> {
  const twilio = await startTwilio();
  const settings = { url: twilio.url, accountSid, authToken, from: '+15550100000' };
  return {
    sms: twilioSms(settings),
    down: twilioSms({ ...settings, url: 'http://127.0.0.1:1' }),
    received: () => Promise.resolve([...twilio.sent]),
    setStopped: (to, isStopped) => void (isStopped ? twilio.optedOut.add(to) : twilio.optedOut.delete(to)),
    close: twilio.close,
  };
}

const message = (change: Partial<SmsMessage> = {}): SmsMessage => ({
  id: randomUUID(),
  to: '+15550100123',
  text: 'Your code is 123456.',
  ...change,
});

/** The failure of a carrier; a text that is sent fails the test. */
async function failureOf(sending: Promise<void>): Promise<DeliveryError> {
  const error = await sending.then(
    () => new Error('the text went out'),
    (reason: unknown) => reason,
  );
  if (error instanceof DeliveryError) return error;
  throw error;
}

describe.each([
  ['the outbox', outboxSetup],
  ['Twilio', twilioSetup],
])('%s', (_name, setUp) => {
  let setup: Setup;
  let before: number;
  beforeAll(async () => {
    setup = await setUp();
  });
  beforeEach(async () => {
    before = (await setup.received()).length;
  });
  afterAll(() => setup.close());
  const arrived = async () => (await setup.received()).slice(before);

  test.each<[string, Partial<SmsMessage>]>([
    ['a plain text', {}],
    ['letters of every kind', { text: 'Código: 123456 — “übrig” 日本語 🔐' }],
    ['what forms give a meaning to', { text: 'a=1&b=2 + 50% #x\nTo=+15550100999' }],
    ['the longest text', { text: 'x'.repeat(1600) }],
    ['a short number', { to: '+2901234' }],
    ['a long number', { to: '+491512345678901' }],
  ])('%s arrives as it was written', async (_what, change) => {
    const sent = message(change);
    await setup.sms.send(sent);
    expect(await arrived()).toEqual([{ to: sent.to, text: sent.text }]);
  });

  test('two messages with the same text are two', async () => {
    await setup.sms.send(message());
    await setup.sms.send(message());
    expect(await arrived()).toHaveLength(2);
  });

  test('a number that replied STOP gets nothing until it replies START', async () => {
    const to = '+15550100200';
    setup.setStopped(to, true);
    const error = await failureOf(setup.sms.send(message({ to })));
    expect(error).toBeInstanceOf(StopListed);
    expect(error).toMatchObject({ name: 'StopListed', permanent: true });
    await setup.sms.send(message({ to: '+15550100201' }));
    setup.setStopped(to, false);
    await setup.sms.send(message({ to }));
    expect((await arrived()).map((sent) => sent.to)).toEqual(['+15550100201', to]);
  });

  test.each<[string, Partial<SmsMessage>]>([
    ['no number', { to: '' }],
    ['a number without its country', { to: '5550100123' }],
    ['a number with spaces', { to: '+1 555 010 0123' }],
    ['a number that starts with zero', { to: '+0555010012' }],
    ['a number that is too short', { to: '+155501' }],
    ['a number that is too long', { to: '+1555010012345678' }],
    ['two numbers', { to: '+15550100123,+15550100124' }],
    ['a number with another parameter', { to: '+15550100123&Body=x' }],
    ['a number with a line feed', { to: '+15550100123\n' }],
    ['digits of another script', { to: '+١٥٥٥٠١٠٠١٢٣' }],
    ['a channel address', { to: 'whatsapp:+15550100123' }],
    ['no text', { text: '' }],
    ['white space', { text: ' \n' }],
    ['a text that is too long', { text: 'x'.repeat(1601) }],
    ['a text with U+0000', { text: 'a\0b' }],
    ['an id that is none', { id: 'message 1' }],
  ])('%s is refused for good, and nothing arrives', async (_what, change) => {
    const error = await failureOf(setup.sms.send(message(change)));
    expect(error).toMatchObject({ name: 'DeliveryError', permanent: true });
    expect(error.message).not.toMatch(/555|123456/);
    expect(await arrived()).toEqual([]);
  });

  test('a text that fails while the carrier is down is sent later, once', async () => {
    const sent = message({ text: 'After the storm' });
    const error = await failureOf(setup.down.send(sent));
    expect(error).toMatchObject({ name: 'DeliveryError', permanent: false });
    expect(`${error.message} ${String(error.cause)}`).not.toMatch(/555|storm/);
    await setup.sms.send(sent);
    expect(await arrived()).toEqual([{ to: sent.to, text: 'After the storm' }]);
  });
});

test('an unavailable STOP list delays a text', async () => {
  await using database = await openTestDatabase();
  const { pool } = database;
  const sms = outboxSms({ pool, clock: tickingClock(), isStopped: () => Promise.reject(new Error('+15550100123')) });
  const error = await failureOf(sms.send(message()));
  expect(error).toMatchObject({ name: 'DeliveryError', permanent: false });
  expect(error.message).not.toContain('555');
  expect((await pool.query('select id from outbox_message')).rows).toEqual([]);
});

test('the outbox keeps the same message once', async () => {
  await using database = await openTestDatabase();
  const { pool } = database;
  const sms = outboxSms({ pool, clock: tickingClock() });
  const sent = message();
  await Promise.all(Array.from({ length: 8 }, () => sms.send(sent)));
  const { rows } = await pool.query('select id from outbox_message');
  expect(rows).toEqual([{ id: sent.id }]);
});
