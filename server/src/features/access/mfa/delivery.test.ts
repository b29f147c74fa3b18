import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DeliveryError, type Mail, type MailMessage } from '../../../ports/mail/mail.ts';
import { StopListed, type Sms, type SmsMessage } from '../../../ports/sms/sms.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { TestBrowser } from '../../../testing/browser.ts';
import { addPerson, eventsOf, testPassword } from '../../../testing/person.ts';

/** A carrier that can be down. */
class Carrier<M> {
  readonly delivered: M[] = [];
  fault: Error | null = null;
  async send(message: M): Promise<void> {
    if (this.fault) throw this.fault;
    this.delivered.push(message);
  }
}

let server: TestServer;
const mail: Carrier<MailMessage> & Mail = new Carrier<MailMessage>();
const sms: Carrier<SmsMessage> & Sms = new Carrier<SmsMessage>();
beforeAll(async () => {
  server = await startTestServer({ carriers: { mail, sms } });
});
afterAll(() => server.close());

const down = () => new DeliveryError('down', { permanent: false });
const digits = (text: string) => /\b\d{6}\b/.exec(text)![0];
/** The code of the newest mail that has one; a notice may arrive after it. */
const lastDigits = () => digits(mail.delivered.findLast(({ text }) => /\b\d{6}\b/.test(text))!.text);

async function pending() {
  const contacts = [
    { kind: 'Email', address: 'robin@people.example' },
    { kind: 'PhoneNumber', address: `+1212555${String(Math.floor(Math.random() * 10_000)).padStart(4, '0')}` },
  ] as const;
  const person = await addPerson(server, { mfaEnabled: true, contacts });
  const here = new TestBrowser(server);
  const token = await here.begin(person.username, testPassword);
  return {
    person,
    here,
    send: (type?: string) => here.sendCode(person.username, token, type),
    enter: (code: string) => here.authenticate(person.username, code, token),
  };
}

/** Unsent messages, after every waiting job has run. */
async function waitingMessages() {
  const { db } = server.context;
  await sql`select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs), run_at := now())`.execute(
    db,
  );
  return db
    .selectFrom('message')
    .select('id')
    .where('sent_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .where('failed_at', 'is', null)
    .execute();
}
const allOut = () => expect.poll(waitingMessages).toHaveLength(0);

describe('a mail provider that is down', () => {
  test('is reported at once: DELIVERY_DELAYED; the code is sent later, once, and works', async () => {
    const { send, enter } = await pending();
    mail.fault = down();
    expect(await send()).toMatchObject({ status: 503, body: { Code: 'DELIVERY_DELAYED' } });
    mail.fault = null;
    const before = mail.delivered.length;
    await allOut();
    expect((await enter(lastDigits())).status).toBe(200);
    expect(mail.delivered).toHaveLength(before + 1);
  });

  test('never sends a superseded code', async () => {
    const { send, enter } = await pending();
    mail.fault = down();
    await send();
    mail.fault = null;
    const before = mail.delivered.length;
    server.clock.advance(31);
    expect((await send()).status).toBe(200);
    await allOut();
    expect(mail.delivered).toHaveLength(before + 1);
    expect((await enter(lastDigits())).status).toBe(200);
  });

  test('is also reported in the answer to a replaced code', async () => {
    const { send, enter } = await pending();
    await send();
    server.clock.advance(601);
    mail.fault = down();
    expect(await enter('123456')).toMatchObject({ status: 503, body: { Code: 'DELIVERY_DELAYED' } });
    mail.fault = null;
    await allOut();
    expect((await enter(lastDigits())).status).toBe(200);
  });
});

describe('a phone whose owner has texted STOP to the provider', () => {
  test('is recorded: STOP_LIST_REQUESTED now, and later without calling the provider', async () => {
    const { person, send } = await pending();
    sms.fault = new StopListed();
    const refusal = { status: 400, body: { Code: 'STOP_LIST_REQUESTED', PhoneNumber: '+1 555 010 0199' } };
    expect(await send('PhoneNumber')).toMatchObject(refusal);
    sms.fault = null;
    server.clock.advance(31);
    expect(await send('PhoneNumber')).toMatchObject(refusal);
    expect(sms.delivered).toEqual([]);
    expect(await eventsOf(server, person.id)).toContain('authn_stop_noted');
    expect((await send('Email')).status).toBe(200);
  });

  test('gets no replacement code: RESEND_LIMIT_REACHED, so that the person requests one and sees why', async () => {
    const { send, enter } = await pending();
    expect((await send('PhoneNumber')).status).toBe(200);
    server.clock.advance(601);
    sms.fault = new StopListed();
    expect((await enter('123456')).body['Code']).toBe('RESEND_LIMIT_REACHED');
    sms.fault = null;
    server.clock.advance(31);
    expect((await send('PhoneNumber')).body['Code']).toBe('STOP_LIST_REQUESTED');
  });
});
