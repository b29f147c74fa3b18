import { randomUUID } from 'node:crypto';
import { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestDatabase } from '../../testing/database/open.ts';
import type { Clock } from '../clock/clock.ts';
import { DeliveryError, type Mail, type MailMessage } from './mail.ts';
import { outboxMail } from './outbox.ts';
import { smtpMail } from './smtp.ts';
import { readMail } from '../../testing/ports/received-mail.ts';
import { startSmtpServer } from '../../testing/ports/smtp-server.ts';

interface Received {
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** A carrier, the mailbox at its other end, and the same carrier while its other end is down. */
interface Setup {
  mail: Mail;
  down: Mail;
  received(): Promise<Received[]>;
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
  return {
    mail: outboxMail({ pool, clock: tickingClock() }),
    down: outboxMail({ pool: deadPool, clock: tickingClock() }),
    async received() {
      const { rows } = await pool.query<Received>(
        `select recipient as to, subject, text, html from outbox_message where channel = 'email' order by at, id`,
      );
      return rows;
    },
    async close() {
      await deadPool.end();
      await database[Symbol.asyncDispose]();
    },
  };
}

async function smtpSetup(): Promise<Setup> {
  const server = await startSmtpServer();
  return {
    mail: smtpMail(`smtp://127.0.0.1:${server.port}`),
    down: smtpMail('smtp://127.0.0.1:1'),
    received() {
      const byMessageId = new Map(
        server.accepted.map(({ to, raw }) => {
          const { headers, text, html } = readMail(raw);
          return [headers.get('message-id'), { to: to.join(), subject: headers.get('subject') ?? '', text, html }];
        }),
      );
      return Promise.resolve([...byMessageId.values()]);
    },
    close: server.close,
  };
}

const message = (change: Partial<MailMessage> = {}): MailMessage => ({
  id: randomUUID(),
  to: 'maya@example.com',
  from: { name: 'Florin', address: 'no-reply@florin.example' },
  subject: 'Your secure access code',
  text: 'Your code is 123456.',
  html: '<p>Your code is <b>123456</b>.</p>',
  ...change,
});

/** The failure of a carrier; a mail that is sent fails the test. */
async function failureOf(sending: Promise<void>): Promise<DeliveryError> {
  const error = await sending.then(
    () => new Error('the mail went out'),
    (reason: unknown) => reason,
  );
  if (error instanceof DeliveryError) return error;
  throw error;
}

describe.each([
  ['the outbox', outboxSetup],
  ['SMTP', smtpSetup],
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

  test.each<[string, Partial<MailMessage>]>([
    ['a plain mail', {}],
    [
      'letters of every kind',
      { subject: 'Ваш код — código “ünïcode” 🔐', text: 'Größe: 5 €\n日本語\n🔐', html: '<p>Größe: 5 € 日本語 🔐</p>' },
    ],
    ['a long subject', { subject: 'A sentence about your card that goes on, and on. '.repeat(12).trim() }],
    ['a long subject of other letters', { subject: '口座のお知らせ '.repeat(30).trim() }],
    ['long lines', { text: 'x'.repeat(5000), html: `<p>${'y'.repeat(5000)}</p>` }],
    ['lines that SMTP gives a meaning to', { text: '.\n..\n.end\nFrom here\nQUIT\n=3D', html: '.\n--x--\n<p>=</p>' }],
    ['a name with punctuation', { from: { name: 'Müller, "Sons" <& Co>', address: 'no-reply@florin.example' } }],
    ['an address with a plus', { to: 'maya+cards@sub.example.com' }],
    ['text that looks like headers', { text: 'Bcc: eve@example.com\n\nhello', html: 'Bcc: eve@example.com' }],
  ])('%s arrives as it was written', async (_what, change) => {
    const sent = message(change);
    await setup.mail.send(sent);
    expect(await arrived()).toEqual([{ to: sent.to, subject: sent.subject, text: sent.text, html: sent.html }]);
  });

  test('a repeated message is one mail, two messages with the same text are two', async () => {
    const sent = message();
    await setup.mail.send(sent);
    await setup.mail.send(sent);
    expect(await arrived()).toHaveLength(1);
    await setup.mail.send({ ...sent, id: randomUUID() });
    expect(await arrived()).toHaveLength(2);
  });

  test('messages are sent concurrently', async () => {
    const all = Array.from({ length: 12 }, (_, index) => message({ subject: `Number ${index}` }));
    await Promise.all(all.map((sent) => setup.mail.send(sent)));
    const subjects = (await arrived()).map(({ subject }) => subject);
    expect(subjects.toSorted()).toEqual(all.map(({ subject }) => subject).toSorted());
  });

  const florin = { name: 'Florin', address: 'no-reply@florin.example' };
  test.each<[string, Partial<MailMessage>]>([
    ['a recipient with a header', { to: 'maya@example.com\r\nBcc: eve@example.com' }],
    ['a recipient with a line feed', { to: 'maya@example.com\n' }],
    ['a recipient with an SMTP command', { to: 'maya@example.com>\r\nRCPT TO:<eve@example.com' }],
    ['two recipients', { to: 'maya@example.com, eve@example.com' }],
    ['two recipients apart by a semicolon', { to: 'maya@example.com;eve@example.com' }],
    ['a recipient with a name', { to: 'Maya <maya@example.com>' }],
    ['a quoted recipient', { to: '"maya\r\n"@example.com' }],
    ['a group', { to: 'all:maya@example.com;' }],
    ['no recipient', { to: '' }],
    ['a recipient without a domain', { to: 'maya' }],
    ['a recipient with U+0000', { to: 'maya\0@example.com' }],
    ['a recipient with a zero-width space', { to: 'maya\u200b@example.com' }],
    ['an endless recipient', { to: `${'m'.repeat(250)}@example.com` }],
    ['a subject with a header', { subject: 'Hello\r\nBcc: eve@example.com' }],
    ['a subject with a body', { subject: 'Hello\n\n<script>' }],
    ['a subject with U+0000', { subject: 'Hel\0lo' }],
    ['a sender’s name with a header', { from: { ...florin, name: 'Florin\r\nBcc: eve@example.com' } }],
    [
      'a sender’s address with a header',
      { from: { ...florin, address: 'no-reply@florin.example\r\nBcc: eve@example.com' } },
    ],
    ['two senders', { from: { ...florin, address: 'a@florin.example,b@florin.example' } }],
    ['a text with U+0000', { text: 'a\0b' }],
    ['HTML with U+0000', { html: 'a\0b' }],
    ['an id with a header', { id: `${randomUUID()}>\r\nBcc: <eve@example.com` }],
  ])('%s is refused for good, and nothing arrives', async (_what, change) => {
    const error = await failureOf(setup.mail.send(message(change)));
    expect(error).toMatchObject({ name: 'DeliveryError', permanent: true });
    expect(error.message).not.toMatch(/maya|eve|example|Hello/);
    expect(await arrived()).toEqual([]);
  });

  test('a mail that fails while the carrier is down is sent later, once', async () => {
    const sent = message({ subject: 'After the storm' });
    const error = await failureOf(setup.down.send(sent));
    expect(error).toMatchObject({ name: 'DeliveryError', permanent: false });
    expect(`${error.message} ${String(error.cause)}`).not.toMatch(/maya|storm|123456/);
    await setup.mail.send(sent);
    expect(await arrived()).toMatchObject([{ subject: 'After the storm' }]);
  });
});
