import { DAY, MINUTE, vendorLink as limits } from '@florin/contract/limits';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { demoVendorLinks } from '../../db/demo/vendor-links.ts';
import { CardProcessorError } from '../../outside/card-processor/card-processor.ts';
import { startTestServer, type TestServer } from '../../test-server.ts';
import { addConfirmedEmail } from '../contacts/test-contacts.ts';
import { administratorOf } from '../registration/test-administrator.ts';
import { outbox, sentMessages } from '../session/test-browser.ts';
import { addPerson, testPassword } from '../session/test-person.ts';
import { easternDay } from './rules.ts';
import { addSender, linkedCode, proveAgain, sendLink, TestVendor, type Sender } from './test-vendor.ts';

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
  const { body } = await sender.administrator.ask('GET', '/api/vendor-cards');
  return (body['links'] as { id: string; status: string }[]).find((link) => link.id === id)!.status;
};

test('a vendor sees everything the sender shares, once, and the sender sees how far it has come', async () => {
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
});

test('what is optional may be missing', async () => {
  const { code } = await linkedCode(server, sender);
  const vendor = new TestVendor(server);
  const { body } = await vendor.details(String((await vendor.exchange(code)).body['access_token']));
  expect(body).toMatchObject({ invoice: null, amount: null, processDateTime: null });
});

test('the mail starts with the program’s origin, whatever host asked for it, and holds the note and no card data', async () => {
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

describe('a link that is worth nothing', () => {
  /** All a stranger can see of an answer, but for what differs in every answer. */
  const seen = async (requestCode: string) => {
    const { status, body, headers } = await new TestVendor(server).exchange(requestCode);
    const { 'x-correlation-id': _id, date: _date, ...rest } = headers;
    return JSON.stringify([status, body, rest]);
  };

  test('says the same: expired, used, revoked, opened, unknown, of another kind, or no code at all', async () => {
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
  });

  test('a code that expires this second is the same as one that never was', async () => {
    const { code } = await linkedCode(server, sender);
    server.clock.advance(limits.lifetimeSeconds);
    expect(await seen(code)).toBe(await seen('vln_unknown'));
  });

  test('a token that is unknown, used, revoked or too old says the same', async () => {
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
    await sender.administrator.ask('POST', `/api/vendor-cards/${revoked.id}/revoke`, { body: {} });
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

test('a processor that is down does not use a link up', async () => {
  const { code } = await linkedCode(server, sender);
  const vendor = new TestVendor(server);
  const token = String((await vendor.exchange(code)).body['access_token']);
  const working = server.context.cardProcessor;
  server.context.cardProcessor = { securityCode: () => Promise.reject(new CardProcessorError('down')) };
  expect(await vendor.details(token)).toMatchObject({ status: 503, body: { Code: 'BUSY' } });
  server.context.cardProcessor = working;
  expect((await vendor.details(token)).status).toBe(200);
});

describe('the sender', () => {
  test('revokes a link; neither it nor the token it was exchanged for works after that', async () => {
    const { id, code } = await linkedCode(server, sender);
    expect((await sender.administrator.ask('POST', `/api/vendor-cards/${id}/revoke`, { body: {} })).body).toMatchObject(
      { status: 'REVOKED', revokedAt: expect.any(String) },
    );
    expect((await new TestVendor(server).exchange(code)).status).toBe(401);
    const again = await sender.administrator.ask('POST', `/api/vendor-cards/${id}/revoke`, { body: {} });
    expect(again).toMatchObject({ status: 409, body: { Code: 'VENDOR_LINK_OVER' } });
  });

  test('sends again: a new link, and the old one ends', async () => {
    const { id, code } = await linkedCode(server, sender, { invoice: 'INV-8', amount: 5 });
    server.clock.advance(MINUTE);
    const again = await sender.administrator.ask('POST', `/api/vendor-cards/${id}/resend`, { body: {} });
    expect(again).toMatchObject({
      status: 201,
      body: { status: 'CREATED', invoice: 'INV-8', amount: { amount: 5, currency: 'USD' } },
    });
    expect(await statusOf(id)).toBe('REVOKED');
    expect((await new TestVendor(server).exchange(code)).status).toBe(401);
    expect(await statusOf(String(again.body['id']))).toBe('CREATED');
    const soon = await sender.administrator.ask('POST', `/api/vendor-cards/${id}/resend`, { body: {} });
    expect(soon).toMatchObject({ status: 429, body: { Code: 'TOO_MANY_REQUESTS' } });
    expect(Number(soon.headers['retry-after'])).toBeGreaterThan(0);
  });

  test('cannot send again what was to be paid before yesterday', async () => {
    const { id } = await linkedCode(server, sender, { processBefore: easternDay(server.clock.now()) });
    server.clock.advance(DAY);
    const tomorrow = await administratorOf(server, sender.businessId);
    await proveAgain(server, tomorrow);
    const answer = await tomorrow.ask('POST', `/api/vendor-cards/${id}/resend`, { body: {} });
    expect(answer.body).toMatchObject({ Code: 'VENDOR_LINK_DATE_PASSED' });
  });

  test('needs a second factor of the last five minutes to send, and none to revoke', async () => {
    const other = await addSender(server);
    const { id } = await linkedCode(server, other);
    server.clock.advance(5 * MINUTE);
    expect((await sendLink(other)).body).toMatchObject({ Code: 'STEP_UP_REQUIRED' });
    const resent = await other.administrator.ask('POST', `/api/vendor-cards/${id}/resend`, { body: {} });
    expect(resent.body).toMatchObject({ Code: 'STEP_UP_REQUIRED' });
    const revoked = await other.administrator.ask('POST', `/api/vendor-cards/${id}/revoke`, { body: {} });
    expect(revoked.status).toBe(200);
  });

  test('neither sends nor sends again after the password alone, although there is a second way by then', async () => {
    const { id } = await linkedCode(server, sender);
    const person = await addPerson(server, { accounts: [] });
    const administrator = await administratorOf(server, sender.businessId, person);
    await server.context.db.deleteFrom('contact').where('person_id', '=', person.id).execute();
    server.clock.advance(5 * MINUTE);
    await administrator.ask('POST', '/api/step-up', { body: { password: testPassword, method: 'Password' } });
    const resend = () => administrator.ask('POST', `/api/vendor-cards/${id}/resend`, { body: {} });
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
      const answer = await sender.administrator.ask('POST', `/api/vendor-cards/${id}/${act}`, { body: {} });
      expect(answer).toMatchObject({ status: 404, body: { Code: 'NOT_FOUND' } });
    }
    const { body } = await sender.administrator.ask('GET', '/api/vendor-cards');
    expect(JSON.stringify(body)).not.toContain(id);
    expect(body['cards']).toEqual([{ cardId: sender.cardId, nameOnCard: 'KIM SOTO', last4: sender.number.slice(-4) }]);
    expect((await new TestVendor(server).exchange(code)).status).toBe(200);
  });

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

  test('writes each act down, and never the card number', async () => {
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
