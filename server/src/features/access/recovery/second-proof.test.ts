import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { lastCode, otherThan, outbox, TestBrowser } from '../../../testing/browser.ts';
import { addPerson, testPassword } from '../../../testing/person.ts';
import { askForLink, openLink, reachable } from '../../../testing/access/recovery.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

async function opened(contacts = reachable()) {
  const person = await addPerson(server, { mfaEnabled: true, contacts });
  const here = new TestBrowser(server);
  return { person, here, reset: await openLink(here, await askForLink(server, here, person.username)) };
}
async function sent() {
  const all = await opened();
  expect(await all.reset.send('PhoneNumber')).toMatchObject({ status: 200 });
  return { ...all, code: await lastCode(server) };
}
const refusal = (Code: string) => ({ body: { Code } });

describe('ways to prove it', () => {
  test('a confirmed phone, masked, and never email', { tags: ['@2.reset.2', '@3.28', '@7.16'] }, async () => {
    const { reset } = await opened([...reachable().slice(0, 1), { kind: 'PhoneNumber', address: '+12125550199' }]);
    expect((await reset.methods()).body).toEqual([
      { entityType: 'PhoneNumber', entityMasked: '•••\u00a0•••\u00a0••99' },
    ]);
  });

  test('no phone that was never confirmed', async () => {
    const [email, phone] = reachable();
    const { reset } = await opened([email!, { ...phone!, verified: false }]);
    expect((await reset.methods()).body).toEqual([]);
    expect(await reset.send('PhoneNumber')).toMatchObject({ status: 400, ...refusal('VALIDATION') });
    expect(await reset.verify('PhoneNumber', '123456')).toMatchObject({ status: 400, ...refusal('VALIDATION') });
  });

  test.each(['Email', 'Authenticator', 'BackupCode', 'AdminConfirmation', 'x'])(
    '%s is not offered here',
    async (way) => {
      const { reset } = await opened();
      for (const answer of [await reset.send(way), await reset.verify(way, '123456')])
        expect(answer).toMatchObject({ status: 400, ...refusal('VALIDATION') });
      expect(await reset.reset('PhoneNumber')).toMatchObject({ status: 403, ...refusal('RESET_NOT_VERIFIED') });
    },
  );
});

describe('the code', () => {
  test('is sent by text, from the program, and works once', { tags: ['@7.17', '@7.18'] }, async () => {
    const { reset, code } = await sent();
    const [message] = await outbox(server);
    expect(message).toMatchObject({ channel: 'sms', text: expect.stringContaining(`@localhost #${code}`) });
    expect(await reset.verify('PhoneNumber', code)).toMatchObject({ status: 200, body: {} });
    expect(await reset.verify('PhoneNumber', code)).toMatchObject(refusal('MFA_INVALID_CODE'));
  });

  test.each([undefined, '12345', '1234567', 'abcdef', '12 34'])('%j is refused', async (typed) => {
    const { reset } = await opened();
    const answer = await reset.verify('PhoneNumber', typed);
    expect(answer).toMatchObject({ status: 400, ...refusal('InvalidCodeFormat') });
  });

  test('without one sent, every code is wrong', async () => {
    const { reset } = await opened();
    expect(await reset.verify('PhoneNumber', '123456')).toMatchObject(refusal('MFA_INVALID_CODE'));
  });

  test('wrong five times: a new one is sent, and the old one stops working', async () => {
    const { reset, code } = await sent();
    for (let tries = 0; tries < 4; tries += 1)
      expect(await reset.verify('PhoneNumber', otherThan(code))).toMatchObject(refusal('MFA_INVALID_CODE'));
    expect(await reset.verify('PhoneNumber', otherThan(code))).toMatchObject(refusal('MFA_MAX_ATTEMPT_LIMIT_REACHED'));
    const next = await lastCode(server);
    expect(await reset.send('PhoneNumber')).toMatchObject({ status: 429, ...refusal('RESEND_LIMIT_REACHED') });
    if (next !== code) expect(await reset.verify('PhoneNumber', code)).toMatchObject(refusal('MFA_INVALID_CODE'));
    expect(await reset.verify('PhoneNumber', next)).toMatchObject({ status: 200 });
  });

  test('wrong until three were sent in ten minutes: no new one is sent, and the refusal says so', async () => {
    const { reset } = await sent();
    for (let codes = 1; codes <= 3; codes += 1) {
      const right = await lastCode(server);
      for (let tries = 0; tries < 4; tries += 1) await reset.verify('PhoneNumber', otherThan(right));
      const fifth = await reset.verify('PhoneNumber', otherThan(right));
      expect(fifth).toMatchObject(refusal(codes < 3 ? 'MFA_MAX_ATTEMPT_LIMIT_REACHED' : 'RESEND_LIMIT_REACHED'));
    }
  });

  test('expired: a new one is sent', async () => {
    const { reset, code } = await sent();
    server.clock.advance(601);
    expect(await reset.verify('PhoneNumber', code)).toMatchObject(refusal('MFA_CODE_EXPIRED'));
    expect(await reset.verify('PhoneNumber', await lastCode(server))).toMatchObject({ status: 200 });
  });

  test('has a quota that the codes of strangers who sign in do not use up', async () => {
    const { person, reset } = await sent();
    expect(await reset.send('PhoneNumber')).toMatchObject({ status: 429, ...refusal('RESEND_LIMIT_REACHED') });
    const there = new TestBrowser(server);
    const pending = await there.begin(person.username, testPassword);
    for (let sends = 1; sends <= 3; sends += 1) {
      expect(await there.sendCode(person.username, pending)).toMatchObject({ status: 200 });
      server.clock.advance(31);
    }
    expect(await there.sendCode(person.username, pending)).toMatchObject(refusal('RESEND_LIMIT_REACHED'));
    expect(await reset.send('PhoneNumber')).toMatchObject({ status: 200 });
    server.clock.advance(31);
    expect(await reset.send('PhoneNumber')).toMatchObject({ status: 200, body: { resendInSeconds: 476 } });
    server.clock.advance(31);
    expect(await reset.send('PhoneNumber')).toMatchObject(refusal('RESEND_LIMIT_REACHED'));
  });

  test('a code of a sign-in proves nothing here, and this one nothing there', async () => {
    const { person, reset, code } = await sent();
    const there = new TestBrowser(server);
    const pending = await there.begin(person.username, testPassword);
    expect(await there.authenticate(person.username, code, pending)).toMatchObject(refusal('MFA_INVALID_CODE'));
    server.clock.advance(31);
    expect(await there.sendCode(person.username, pending, 'PhoneNumber')).toMatchObject({ status: 200 });
    const foreign = await lastCode(server);
    if (foreign !== code) expect(await reset.verify('PhoneNumber', foreign)).toMatchObject(refusal('MFA_INVALID_CODE'));
    expect(await reset.verify('PhoneNumber', code)).toMatchObject({ status: 200 });
  });

  test('wrong ones count with those of all browsers that the mailbox has confirmed, up to twenty a day', async () => {
    const { person, reset, code } = await sent();
    const { keys, db } = server.context;
    const key = keys.mac('second-factor-failures', `${person.id}|mailbox`);
    const row = { key, failures: 19, window_started_at: server.clock.now(), closed_until: null };
    await db.insertInto('throttle').values(row).execute();
    expect(await reset.verify('PhoneNumber', otherThan(code))).toMatchObject(refusal('MFA_INVALID_CODE'));
    expect(await reset.verify('PhoneNumber', code)).toMatchObject({ status: 423, ...refusal('LOCKED') });
    server.clock.advance(31);
    expect(await reset.send('PhoneNumber')).toMatchObject({ status: 423, ...refusal('LOCKED') });
  });

  test('a phone on the STOP list gets none', async () => {
    const { person, reset } = await opened();
    const { db, clock } = server.context;
    const { address_index } = await db
      .selectFrom('contact')
      .select('address_index')
      .where('person_id', '=', person.id)
      .where('kind', '=', 'PhoneNumber')
      .executeTakeFirstOrThrow();
    await db.insertInto('phone_stop').values({ address_index, stopped_at: clock.now() }).execute();
    expect(await reset.send('PhoneNumber')).toMatchObject({
      status: 400,
      body: { Code: 'STOP_LIST_REQUESTED', PhoneNumber: server.context.config.smsStartNumber },
    });
  });
});
