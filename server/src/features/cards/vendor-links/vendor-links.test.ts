import { DAY, HOUR, MINUTE, vendorLink as limits } from '@florin/contract/limits';
import type { Role } from '@florin/contract/access/session';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { closeAfterCapture } from '../../../core/cards/jobs.ts';
import { newId } from '../../../db/ids.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { demoVendorLinks } from '../../../demo/vendor-links.ts';
import { CardProcessorError } from '../../../ports/card-processor/card-processor.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { addConfirmedEmail } from '../../../testing/contacts.ts';
import { administratorOf } from '../../../testing/administrator.ts';
import { outbox, sentMessages } from '../../../testing/browser.ts';
import { addPerson, testPassword } from '../../../testing/person.ts';
import { findOpenedLink } from './find-opened.ts';
import { easternDay } from './rules.ts';
import {
  addSender,
  linkedCode,
  newAddress,
  proveAgain,
  sendLink,
  TestVendor,
  type Sender,
} from '../../../testing/cards/vendor.ts';
import { vendorEmailContext } from '../../../core/cards/vendor-email.ts';

let server: TestServer;
let sender: Sender;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  sender = await addSender(server);
});
afterAll(() => server.close());

const statusOf = async (id: string) => {
  const { body } = await sender.administrator.ask('GET', '/api/vendor-links');
  return (body['links'] as { id: string; status: string }[]).find((link) => link.id === id)!.status;
};

async function addAccount(businessId: string, personId: string, role: Role): Promise<string> {
  const { db, clock } = server.context;
  const account = { id: newId(), person_id: personId, business_id: businessId, role, created_at: clock.now() };
  await db
    .insertInto('membership')
    .values({ ...account, status: 'OPEN' })
    .execute();
  return account.id;
}

test(
  'a vendor sees everything the sender shares, once, and the sender sees the status',
  { tags: ['@1.7', '@2.routes.18', '@2.vendor.2', '@3.8', '@6.11', '@7.1', '@7.3'] },
  async () => {
    const processBefore = easternDay(new Date(server.clock.now().getTime() + 9 * DAY * 1000));
    const { id, code } = await linkedCode(server, sender, { invoice: ' INV-7 ', amount: 123_45, processBefore });
    expect(await statusOf(id)).toBe('CREATED');

    const vendor = new TestVendor(server);
    const opened = await vendor.exchange(code);
    expect(opened).toMatchObject({ status: 200, body: { access_token: expect.stringMatching(/^vnd_/) } });
    expect(opened.headers['cache-control']).toBe('no-store');
    expect(await statusOf(id)).toBe('VIEWED');

    const token = String(opened.body['access_token']);
    const shown = await vendor.details(token);
    expect(shown.headers['cache-control']).toBe('no-store');
    expect(shown).toMatchObject({
      status: 200,
      body: {
        businessName: 'Example Works',
        invoice: 'INV-7',
        profileAddress: '1 Test Way\nSpringfield, IL 62701',
        amount: { amount: 123_45, currency: 'USD' },
        cardNumber: sender.number,
        nameOnCard: 'KIM SOTO',
        expirationDate: '2030-09-30',
        cvV2: expect.stringMatching(/^\d{3}$/),
      },
    });
    const before = new Date(String(shown.body['processDateTime']));
    expect([easternDay(before), easternDay(new Date(before.getTime() - 1))]).not.toContain('Invalid Date');
    expect(easternDay(before)).toBe(processBefore);
    expect(easternDay(new Date(before.getTime() - 1)) < processBefore).toBe(true);
    expect(await statusOf(id)).toBe('USED');
    expect((await vendor.details(token)).body).toMatchObject({ Code: 'VENDOR_LINK_EXPIRED' });
    expect((await vendor.exchange(code)).body).toMatchObject({ Code: 'VENDOR_LINK_EXPIRED' });
  },
);

test('optional fields may be missing', { tags: ['@2.vendor.4', '@2.vendor.6', '@2.vendor.12'] }, async () => {
  const { code } = await linkedCode(server, sender);
  const vendor = new TestVendor(server);
  const { body } = await vendor.details(String((await vendor.exchange(code)).body['access_token']));
  expect(body).toMatchObject({ invoice: null, amount: null, processDateTime: null });
});

test("the mail starts with the program’s origin, whatever the request's host is, and contains the note and no card data", async () => {
  const note = 'Thank you <b>very</b> much';
  const { body } = await sendLink(sender, { invoice: 'A&B-9', note });
  await sentMessages(server);
  const mail = (await outbox(server)).find(({ recipient }) => recipient === body['email'])!;
  expect(mail.text).toContain(`${server.context.config.publicOrigin}/card-details-request/vln_`);
  expect(mail.text).toContain(note);
  expect(mail.html).toContain('&#60;b&#62;');
  expect(mail.html).not.toContain('<b>');
  expect(mail.text).toContain('Example Works');
  for (const secret of [sender.number, sender.number.slice(-4), '09/2030'])
    expect(`${mail.subject} ${mail.text} ${mail.html}`).not.toContain(secret);
});

describe('an invalid link', () => {
  /** The visible part of an answer, without the parts that differ in every answer. */
  const seen = async (requestCode: string) => {
    const { status, body, headers } = await new TestVendor(server).exchange(requestCode);
    const { 'x-correlation-id': _id, date: _date, ...rest } = headers;
    return JSON.stringify([status, body, rest]);
  };

  test(
    'gets the same refusal: expired, used, revoked, opened, unknown, of another kind, or no code at all',
    { tags: '@7.2' },
    async () => {
      const codes = [
        ...demoVendorLinks.slice(1).map(({ code }) => code),
        `vln_${'A'.repeat(43)}`,
        `vnd_${'A'.repeat(43)}`,
        'vln_short',
        'null',
        '../../etc/passwd',
        `vln_${'A'.repeat(42)}\u200b`,
      ];
      const answers = await Promise.all(codes.map(seen));
      expect(new Set(answers).size).toBe(1);
      expect(answers[0]).toContain('VENDOR_LINK_EXPIRED');
    },
  );

  test('a code that expires this second is refused like one that never existed', async () => {
    const { code } = await linkedCode(server, sender);
    server.clock.advance(limits.lifetimeSeconds);
    expect(await seen(code)).toBe(await seen('vln_unknown'));
  });

  test('an unknown, used, revoked or expired token gets the same refusal', async () => {
    const [used, revoked, old] = [
      await linkedCode(server, sender),
      await linkedCode(server, sender),
      await linkedCode(server, sender),
    ];
    const vendor = new TestVendor(server);
    const tokens = [];
    for (const { code } of [used, revoked, old])
      tokens.push(String((await vendor.exchange(code)).body['access_token']));
    expect((await vendor.details(tokens[0]!)).status).toBe(200);
    await sender.administrator.ask('POST', `/api/vendor-links/${revoked.id}/revoke`, { body: {} });
    const dead = async (token: string) => {
      const { status, body } = await vendor.details(token);
      return JSON.stringify([status, body]);
    };
    const early = await Promise.all([tokens[0]!, tokens[1]!, `vnd_${'A'.repeat(43)}`, 'ses_x'].map(dead));
    server.clock.advance(limits.tokenSeconds);
    const late = await dead(tokens[2]!);
    expect(new Set([...early, late]).size).toBe(1);
  });

  test('nothing is shared once the business or the card is closed', async () => {
    const other = await addSender(server);
    const { db } = server.context;
    const [first, second] = [await linkedCode(server, other), await linkedCode(server, other)];
    const vendor = new TestVendor(server);
    const token = String((await vendor.exchange(first.code)).body['access_token']);
    await db.updateTable('card').set({ status: 'CLOSED' }).where('id', '=', other.cardId).execute();
    expect((await vendor.details(token)).body).toMatchObject({ Code: 'VENDOR_LINK_EXPIRED' });
    await db.updateTable('card').set({ status: 'OPEN' }).where('id', '=', other.cardId).execute();
    await db.updateTable('business').set({ status: 'CLOSED' }).where('id', '=', other.businessId).execute();
    expect((await vendor.details(token)).body).toMatchObject({ Code: 'VENDOR_LINK_EXPIRED' });
    expect((await vendor.exchange(second.code)).body).toMatchObject({ Code: 'VENDOR_LINK_EXPIRED' });
    expect((await sendLink(other)).body).toMatchObject({ Code: 'BUSINESS_NOT_OPEN' });
  });
});

describe('a link stops working, opened or not,', () => {
  const cases: [string, (of: Sender, senderId: string, holderAccount: string) => Promise<unknown>][] = [
    [
      'once the business is closed',
      ({ businessId }) =>
        server.context.db.updateTable('business').set({ status: 'CLOSED' }).where('id', '=', businessId).execute(),
    ],
    [
      'once the card is closed',
      ({ cardId }) =>
        server.context.db.updateTable('card').set({ status: 'CLOSED' }).where('id', '=', cardId).execute(),
    ],
    [
      'once the account of the sender is closed',
      (_sender, senderId) =>
        server.context.db.updateTable('membership').set({ status: 'CLOSED' }).where('id', '=', senderId).execute(),
    ],
    [
      'once the account of the holder is closed',
      (_sender, _senderId, holderAccount) =>
        server.context.db.updateTable('membership').set({ status: 'CLOSED' }).where('id', '=', holderAccount).execute(),
    ],
  ];
  test.each(cases)('%s', async (_when, close) => {
    const { db } = server.context;
    const holderAccount = await addAccount(sender.businessId, (await addPerson(server)).id, 'CARDHOLDER');
    await db.updateTable('card').set({ membership_id: holderAccount }).where('id', '=', sender.cardId).execute();
    const [opened, unopened] = [await linkedCode(server, sender), await linkedCode(server, sender)];
    const vendor = new TestVendor(server);
    const token = String((await vendor.exchange(opened.code)).body['access_token']);
    const { sent_by } = await db
      .selectFrom('vendor_link')
      .select('sent_by')
      .where('id', '=', opened.id)
      .executeTakeFirstOrThrow();
    expect(await findOpenedLink(server.context, token)).not.toBeNull();
    await close(sender, sent_by, holderAccount);
    expect(await findOpenedLink(server.context, token)).toBeNull();
    expect((await vendor.exchange(unopened.code)).body).toMatchObject({ Code: 'VENDOR_LINK_EXPIRED' });
    expect((await vendor.details(token)).body).toMatchObject({ Code: 'VENDOR_LINK_EXPIRED' });
  });

  test('even if the account of the sender is closed while the processor answers', async () => {
    const { code, id } = await linkedCode(server, sender);
    const vendor = new TestVendor(server);
    const token = String((await vendor.exchange(code)).body['access_token']);
    const { db } = server.context;
    const working = server.context.cardProcessor;
    server.context.cardProcessor = {
      ...working,
      securityCode: async (card) => {
        const sentBy = db.selectFrom('vendor_link').select('sent_by').where('id', '=', id);
        await db.updateTable('membership').set({ status: 'CLOSED' }).where('id', 'in', sentBy).execute();
        return working.securityCode(card);
      },
    };
    const answer = await vendor.details(token);
    server.context.cardProcessor = working;
    expect(answer.body).toMatchObject({ Code: 'VENDOR_LINK_EXPIRED' });
  });
});

test('a page whose answers do not arrive repeats its calls until the link is sent again; nobody else can', async () => {
  const mine = await addSender(server);
  const { id, code } = await linkedCode(server, mine);
  const vendor = new TestVendor(server);
  const [attempt, other] = ['a'.repeat(22), 'b'.repeat(22)];
  const opened = await vendor.exchange(code, attempt);
  expect(opened).toMatchObject({ status: 200 });
  expect(await vendor.exchange(code, attempt)).toMatchObject({ status: 200, body: opened.body });
  for (const not of [undefined, other]) expect((await vendor.exchange(code, not)).status).toBe(401);
  const token = String(opened.body['access_token']);
  const shown = await vendor.details(token, attempt);
  expect(shown).toMatchObject({ status: 200, body: { cardNumber: expect.any(String) } });
  expect(await vendor.details(token, attempt)).toMatchObject({ status: 200, body: shown.body });
  for (const not of [undefined, other]) expect((await vendor.details(token, not)).status).toBe(401);
  server.clock.advance(MINUTE);
  expect((await vendor.details(token, attempt)).status).toBe(200);
  expect((await mine.administrator.ask('POST', `/api/vendor-links/${id}/resend`, { body: {} })).status).toBe(201);
  expect((await vendor.exchange(code, attempt)).status).toBe(401);
  expect((await vendor.details(token, attempt)).status).toBe(401);
});

test('a processor that is down does not use a link up', async () => {
  const { code } = await linkedCode(server, sender);
  const vendor = new TestVendor(server);
  const token = String((await vendor.exchange(code)).body['access_token']);
  const working = server.context.cardProcessor;
  server.context.cardProcessor = { ...working, securityCode: () => Promise.reject(new CardProcessorError('down')) };
  expect(await vendor.details(token)).toMatchObject({ status: 503, body: { Code: 'BUSY' } });
  server.context.cardProcessor = working;
  expect((await vendor.details(token)).status).toBe(200);
});

describe('the sender', () => {
  test('revokes a link; neither it nor its token works after that', async () => {
    const { id, code } = await linkedCode(server, sender);
    expect((await sender.administrator.ask('POST', `/api/vendor-links/${id}/revoke`, { body: {} })).body).toMatchObject(
      { status: 'REVOKED', revokedAt: expect.any(String) },
    );
    expect((await new TestVendor(server).exchange(code)).status).toBe(401);
    const again = await sender.administrator.ask('POST', `/api/vendor-links/${id}/revoke`, { body: {} });
    expect(again).toMatchObject({ status: 409, body: { Code: 'VENDOR_LINK_OVER' } });
  });

  test('sends again: a new link, and the old one ends', async () => {
    const { id, code } = await linkedCode(server, sender, { invoice: 'INV-8', amount: 5 });
    server.clock.advance(MINUTE);
    const again = await sender.administrator.ask('POST', `/api/vendor-links/${id}/resend`, { body: {} });
    expect(again).toMatchObject({
      status: 201,
      body: { status: 'CREATED', invoice: 'INV-8', amount: { amount: 5, currency: 'USD' } },
    });
    expect(await statusOf(id)).toBe('REVOKED');
    expect((await new TestVendor(server).exchange(code)).status).toBe(401);
    expect(await statusOf(String(again.body['id']))).toBe('CREATED');
    const soon = await sender.administrator.ask('POST', `/api/vendor-links/${id}/resend`, { body: {} });
    expect(soon).toMatchObject({ status: 429, body: { Code: 'TOO_MANY_REQUESTS' } });
    expect(Number(soon.headers['retry-after'])).toBeGreaterThan(0);
  });

  test('sends twenty links an hour at most, over all recipients', async () => {
    const other = await addSender(server);
    for (let sent = 0; sent < limits.sentPerHour; sent += 1) expect((await sendLink(other)).status).toBe(201);
    const refused = await sendLink(other);
    expect(refused).toMatchObject({ status: 429, body: { Code: 'TOO_MANY_REQUESTS' } });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(HOUR - MINUTE);
    const colleague = await administratorOf(server, other.businessId);
    await proveAgain(server, colleague);
    expect((await sendLink({ ...other, administrator: colleague })).status).toBe(429);
    expect((await sendLink(sender)).status).toBe(201);
  });

  test('sends twenty links an hour at most, over all businesses', async () => {
    const person = await addPerson(server, { accounts: [] });
    const [here, there] = [await addSender(server), await addSender(server)];
    const administrator = await administratorOf(server, here.businessId, person);
    const userId = await addAccount(there.businessId, person.id, 'ADMIN');
    await proveAgain(server, administrator);
    for (let sent = 0; sent < limits.sentPerHour; sent += 1)
      expect((await sendLink({ ...here, administrator })).status).toBe(201);
    expect((await administrator.ask('POST', '/api/switch-user', { body: { userId } })).status).toBe(200);
    expect((await sendLink({ ...there, administrator })).status).toBe(429);
    expect((await sendLink(there)).status).toBe(201);
  });

  test('sends sixty links a day at most', async () => {
    const other = await addSender(server);
    const { db, keys, clock } = server.context;
    await db
      .insertInto('throttle')
      .values({
        key: keys.mac('vendor-links-business-day', other.businessId),
        failures: limits.sentPerDay,
        window_started_at: clock.now(),
      })
      .execute();
    const refused = await sendLink(other);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(DAY - MINUTE);
  });

  test('revokes nothing once signed out, even a moment ago', async () => {
    const { id } = await linkedCode(server, sender);
    const { db, clock } = server.context;
    const ended = { ended_at: clock.now(), end_reason: 'switch' } as const;
    const session = db.selectFrom('vendor_link').innerJoin('session', 'session.membership_id', 'vendor_link.sent_by');
    const mine = session.select('session.id').where('vendor_link.id', '=', id);
    await db.updateTable('session').set(ended).where('id', 'in', mine).execute();
    const answer = await sender.administrator.ask('POST', `/api/vendor-links/${id}/revoke`, { body: {} });
    expect(answer.status).toBe(401);
    const { revoked_at } = await db
      .selectFrom('vendor_link')
      .select('revoked_at')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(revoked_at).toBeNull();
  });

  test('sees every live link, even with many newer ones, and can revoke it', async () => {
    const { id } = await linkedCode(server, sender);
    const { db, keys } = server.context;
    const link = await db.selectFrom('vendor_link').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    const { id: programId } = await db
      .selectFrom('program')
      .select('id')
      .where('is_default', '=', true)
      .executeTakeFirstOrThrow();
    const another = (changes: Partial<typeof link>) => {
      const linkId = newId();
      const email_sealed = keys.seal('a@vendors.example', vendorEmailContext({ linkId, programId }));
      return { ...link, id: linkId, code_hash: randomBytes(32), email_sealed, ...changes };
    };
    const insert = (changes: Partial<typeof link>) =>
      db
        .insertInto('vendor_link')
        .values(Array.from({ length: 205 }, () => another(changes)))
        .execute();
    const listed = async () => {
      const { body } = await sender.administrator.ask('GET', '/api/vendor-links');
      return body['links'] as { id: string }[];
    };
    const later = new Date(link.created_at.getTime() + 1000);
    await insert({ created_at: later, revoked_at: later });
    expect((await listed()).map((row) => row.id)).toContain(id);
    await insert({});
    expect(await listed()).toHaveLength(200 + 206);
    expect((await sender.administrator.ask('POST', `/api/vendor-links/${id}/revoke`, { body: {} })).status).toBe(200);
    expect((await listed()).map((row) => row.id)).not.toContain(id);
  });

  test.each(['pay+1@vendors.example', 'PAY+2+3@vendors.example'])(
    '%s is the recipient without its tag',
    async (email) => {
      expect((await sendLink(sender, { email: 'pay@vendors.example' })).status).toBe(201);
      expect((await sendLink(sender, { email })).status).toBe(429);
    },
  );

  test('notifies the cardholder', async () => {
    const address = newAddress();
    const holder = await addPerson(server, {
      accounts: [],
      contacts: [
        { kind: 'Email', address },
        { kind: 'Email', address: `not.${address}`, verified: false },
      ],
    });
    const membership_id = await addAccount(sender.businessId, holder.id, 'CARDHOLDER');
    const { db } = server.context;
    await db.updateTable('card').set({ membership_id }).where('id', '=', sender.cardId).execute();
    const { email } = (await sendLink(sender)).body;
    await sentMessages(server);
    const notices = (await outbox(server)).filter(({ text }) => text.includes(`sent ${String(email)} a link`));
    expect(notices.map(({ recipient }) => recipient)).toEqual([address]);
    expect(notices[0]!.text).toContain(`your card ending in ${sender.number.slice(-4)}`);
    expect(notices[0]!.text).not.toContain('vln_');
  });

  test('cannot resend a link whose payment was due yesterday', async () => {
    const { id } = await linkedCode(server, sender, { processBefore: easternDay(server.clock.now()) });
    server.clock.advance(DAY);
    const tomorrow = await administratorOf(server, sender.businessId);
    await proveAgain(server, tomorrow);
    const answer = await tomorrow.ask('POST', `/api/vendor-links/${id}/resend`, { body: {} });
    expect(answer.body).toMatchObject({ Code: 'VENDOR_LINK_DATE_PASSED' });
  });

  test('needs a second factor of the last five minutes to send, and none to revoke', async () => {
    const other = await addSender(server);
    const { id } = await linkedCode(server, other);
    server.clock.advance(5 * MINUTE);
    expect((await sendLink(other)).body).toMatchObject({ Code: 'STEP_UP_REQUIRED' });
    const resent = await other.administrator.ask('POST', `/api/vendor-links/${id}/resend`, { body: {} });
    expect(resent.body).toMatchObject({ Code: 'STEP_UP_REQUIRED' });
    const revoked = await other.administrator.ask('POST', `/api/vendor-links/${id}/revoke`, { body: {} });
    expect(revoked.status).toBe(200);
  });

  test('neither sends nor resends after the password alone, even if another factor exists by then', async () => {
    const { id } = await linkedCode(server, sender);
    const person = await addPerson(server, { accounts: [] });
    const administrator = await administratorOf(server, sender.businessId, person);
    await server.context.db.deleteFrom('contact').where('person_id', '=', person.id).execute();
    server.clock.advance(5 * MINUTE);
    await administrator.ask('POST', '/api/step-up', { body: { password: testPassword, method: 'Password' } });
    const resend = () => administrator.ask('POST', `/api/vendor-links/${id}/resend`, { body: {} });
    const refusals = async () => [
      (await sendLink({ ...sender, administrator })).body['Code'],
      (await resend()).body['Code'],
    ];
    expect(await refusals()).toEqual(['MFA_EMAIL_NOT_EXISTS', 'MFA_EMAIL_NOT_EXISTS']);
    await addConfirmedEmail(server, administrator, 'intruder@else.example');
    expect(await refusals()).toEqual(['STEP_UP_REQUIRED', 'STEP_UP_REQUIRED']);
  });

  test('reaches neither cards nor links of another business', async () => {
    const other = await addSender(server);
    const { id, code } = await linkedCode(server, other);
    expect((await sendLink(sender, { cardId: other.cardId })).body).toMatchObject({ Code: 'CARD_NOT_VIEWABLE' });
    for (const act of ['revoke', 'resend']) {
      const answer = await sender.administrator.ask('POST', `/api/vendor-links/${id}/${act}`, { body: {} });
      expect(answer).toMatchObject({ status: 404, body: { Code: 'NOT_FOUND' } });
    }
    await server.context.db.updateTable('card').set({ name: 'Software' }).where('id', '=', sender.cardId).execute();
    const { body } = await sender.administrator.ask('GET', '/api/vendor-links');
    expect(JSON.stringify(body)).not.toContain(id);
    const last4 = sender.number.slice(-4);
    expect(body['cards']).toEqual([{ cardId: sender.cardId, name: 'Software', nameOnCard: 'KIM SOTO', last4 }]);
    expect((await new TestVendor(server).exchange(code)).status).toBe(200);
  });

  test.each(['OPEN', 'PENDING_REVIEW', 'SUSPENDED', 'CLOSED'] as const)(
    'is offered a card only if its link would work: %s',
    async (status) => {
      const { businessId, administrator, cardId } = sender;
      const suspension_mode = status === 'SUSPENDED' ? ('Fraud' as const) : null;
      const changed = { status, suspension_mode };
      await server.context.db.updateTable('business').set(changed).where('id', '=', businessId).execute();
      const { body } = await administrator.ask('GET', '/api/vendor-links');
      expect(body['cards']).toHaveLength(status === 'OPEN' ? 1 : 0);
      const sent = await sendLink(sender, { cardId });
      expect(sent.status === 201).toBe(status === 'OPEN');
    },
  );

  test.each([
    ['email', 'not an address', 'format'],
    ['email', `${'x'.repeat(90)}@vendors.example`, 'tooLong'],
    ['cardId', 'not-a-card', 'format'],
    ['invoice', 'x'.repeat(61), 'tooLong'],
    ['invoice', 'a\u0000b', 'characters'],
    ['amount', 0, 'format'],
    ['amount', -5, 'format'],
    ['amount', 1.5, 'format'],
    ['amount', 10_000_000_001, 'tooLong'],
    ['amount', '12', 'type'],
    ['note', 'x'.repeat(501), 'tooLong'],
    ['note', 'Use 4111-1111 1111.1111 or 4111 1111 1111 1111', 'characters'],
    ['note', '4111.1111_1111/1111', 'characters'],
    ['invoice', '４１１１ １１１１ １１１１ １１１１', 'characters'],
    ['processBefore', '2026-02-30', 'format'],
    ['processBefore', '2020-01-01', 'tooShort'],
    ['processBefore', '12/01/2030', 'format'],
  ])('%s %j is refused: %s', async (Field, value, Problem) => {
    const answer = await sendLink(sender, { [Field]: value });
    expect(answer).toMatchObject({ status: 400, body: { Code: 'VALIDATION', Fields: [{ Field, Problem }] } });
  });

  test('records each act, without the card number', async () => {
    const { id, code } = await linkedCode(server, sender);
    const vendor = new TestVendor(server);
    await vendor.details(String((await vendor.exchange(code)).body['access_token']));
    const rows = await server.context.db.selectFrom('audit_event').selectAll().orderBy('sequence').execute();
    const mine = rows.filter(({ details }) => details['link'] === id);
    expect(mine.map(({ type }) => type)).toEqual(['vendor_link_created', 'vendor_link_opened', 'vendor_link_used']);
    expect(mine.every(({ business_id }) => business_id === sender.businessId)).toBe(true);
    expect(JSON.stringify(mine.map(({ details }) => details))).not.toContain(sender.number);
  });
});

describe('a link with a card of its own', () => {
  test('carries a card for its amount, once, at the first merchant; no other link can carry it', async () => {
    const own = await addSender(server);
    const missing = await sendLink(own, { cardId: null });
    expect(missing.body).toMatchObject({ Code: 'VALIDATION', Fields: [{ Field: 'amount' }] });
    const { code, id } = await linkedCode(server, own, { cardId: null, amount: 12_500, invoice: 'INV-7' });
    const { db } = server.context;
    const card = await db
      .selectFrom('card')
      .innerJoin('vendor_link', 'vendor_link.card_id', 'card.id')
      .selectAll('card')
      .where('vendor_link.id', '=', id)
      .executeTakeFirstOrThrow();
    expect(card).toMatchObject({
      membership_id: null,
      status: 'OPEN',
      amount_lock: 12_500n,
      merchant_lock: 'FIRST',
      uses_at_most: 1,
      closes_on_capture: true,
      purpose: 'INV-7',
    });
    const listed = await own.administrator.ask('GET', '/api/vendor-links');
    expect(listed.body).toMatchObject({ cards: [{ cardId: own.cardId }], links: [{ id, hasOwnCard: true }] });
    const vendor = new TestVendor(server);
    const opened = await vendor.exchange(code);
    expect(await vendor.details(String(opened.body['access_token']))).toMatchObject({
      status: 200,
      body: { nameOnCard: 'EXAMPLE WORKS', amount: { amount: 12_500 } },
    });
    await inTransaction(db, (tx) => closeAfterCapture(tx, server.context, card.id));
    expect(await db.selectFrom('card').select('status').where('id', '=', card.id).executeTakeFirst()).toEqual({
      status: 'CLOSED',
    });
  });

  test('closes it when the link is revoked', async () => {
    const own = await addSender(server);
    const { body } = await sendLink(own, { cardId: null, amount: 100 });
    const revoked = await own.administrator.ask('POST', `/api/vendor-links/${String(body['id'])}/revoke`);
    expect(revoked).toMatchObject({ status: 200, body: { status: 'REVOKED', hasOwnCard: true } });
    const cards = await own.administrator.ask('GET', '/api/cards?status=CLOSED');
    expect(cards.body['items']).toMatchObject([{ substatus: 'ISSUER_REQUEST', last4: body['cardLast4'] }]);
  });
});
