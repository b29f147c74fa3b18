import { HOUR } from '@florin/contract/limits';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { outbox, sentMessages, TestBrowser } from '../../../testing/browser.ts';
import { addPerson, testPassword } from '../../../testing/person.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const written = { email: 'me@example.com', subject: 'A fee', message: 'Where does it come from?\n.\nThanks' };

describe('a message of Contact Us', () => {
  let browser: TestBrowser;
  beforeEach(async () => {
    browser = new TestBrowser(server);
  });
  const write = async (role: 'ADMIN' | 'CARDHOLDER', change: Partial<typeof written> = {}) => {
    const person = await addPerson(server, { accounts: [{ role }] });
    expect((await browser.enter(person.username, testPassword)).status).toBe(200);
    const answer = await browser.ask('POST', '/api/support/messages', { body: { ...written, ...change } });
    await sentMessages(server);
    const mail = (await outbox(server)).find(({ text }) => text.includes(String(answer.body['reference'])));
    return { answer, mail, person };
  };

  test.each([
    ['ADMIN', 'business@florin.example'],
    ['CARDHOLDER', 'cardholders@florin.example'],
  ] as const)("%s: goes to %s, with its reference and the form's address for replies", async (role, to) => {
    const { answer, mail, person } = await write(role);
    const reference = String(answer.body['reference']);
    expect(reference).toMatch(/^M-\d{8}$/);
    expect(mail).toMatchObject({ recipient: to, reply_to: written.email, subject: `A fee (${reference})` });
    expect(mail!.text).toContain(written.message);
    expect(mail!.text).toContain(person.username);
    const [event] = await server.context.db
      .selectFrom('audit_event')
      .select('details')
      .where('type', '=', 'support_message_sent')
      .orderBy('sequence', 'desc')
      .limit(1)
      .execute();
    expect(event).toMatchObject({ details: { reference } });
  });

  test('a subject of several lines is refused, and sends nothing', async () => {
    const { answer, mail } = await write('ADMIN', { subject: 'One\r\nBcc: everyone@example.com' });
    expect(answer).toMatchObject({ status: 400, body: { Fields: [{ Field: 'subject', Problem: 'characters' }] } });
    expect(mail).toBeUndefined();
  });

  test.each([
    { email: 'me@example.com, you@example.com' },
    { message: '   ' },
    { message: 'My card: 4111.1111.1111.1111' },
    { subject: 'x'.repeat(121) },
  ])('%j is refused', async (change) => {
    const { answer, mail } = await write('CARDHOLDER', change);
    expect([answer.status, answer.body['Code'], mail]).toEqual([400, 'VALIDATION', undefined]);
  });

  test('ten an hour, and no more', async () => {
    await write('ADMIN');
    const statuses = [];
    for (let sent = 1; sent <= 10; sent += 1)
      statuses.push((await browser.ask('POST', '/api/support/messages', { body: written })).status);
    expect(statuses).toEqual([...Array.from({ length: 9 }, () => 200), 429]);
  });

  test('of a visitor who is not logged in is refused', async () => {
    expect((await browser.ask('POST', '/api/support/messages', { body: written })).status).toBe(401);
  });
});

describe('a broken link', () => {
  test("reaches the support of the visitor's program", async () => {
    const browser = new TestBrowser(server);
    const answer = await browser.ask('POST', '/api/support/broken-links', {
      body: { path: '/old/page', customSlug: 'harbor' },
    });
    await sentMessages(server);
    const mail = (await outbox(server)).find(({ text }) => text.includes(String(answer.body['reference'])));
    expect(mail).toMatchObject({ recipient: 'hello@harbor.example', reply_to: null });
    expect(mail!.text).toContain('/old/page');
    expect(mail!.text).toContain('a visitor who is not logged in');
  });

  test('is mailed once an hour for each address, however many people report it', async () => {
    const report = (path: string) =>
      new TestBrowser(server).ask('POST', '/api/support/broken-links', { body: { path } });
    const mails = async () => {
      await sentMessages(server);
      return (await outbox(server)).filter(({ text }) => text.includes('/flooded')).length;
    };
    const first = await report('/flooded');
    for (let time = 0; time < 20; time += 1) expect((await report('/flooded')).body).toEqual(first.body);
    expect(await mails()).toBe(1);
    expect((await report('/flooded/too')).body).not.toEqual(first.body);
    server.clock.advance(HOUR + 1);
    await report('/flooded');
    expect(await mails()).toBe(3);
  });

  test('is mailed without the secret in it', async () => {
    const answer = await new TestBrowser(server).ask('POST', '/api/support/broken-links', {
      body: { path: '/card-details-request/vln_c2VjcmV0c2VjcmV0/' },
    });
    await sentMessages(server);
    const mail = (await outbox(server)).find(({ text }) => text.includes(String(answer.body['reference'])));
    expect(mail!.text).toContain('/card-details-request/[secret]');
    expect(mail!.text).not.toContain('vln_');
  });

  test.each(['old/page', '//elsewhere.example/x y', '/reset-password?code=s3cret', `/${'x'.repeat(600)}`])(
    '%j is no path',
    async (path) => {
      const answer = await new TestBrowser(server).ask('POST', '/api/support/broken-links', { body: { path } });
      expect(answer.status).toBe(400);
    },
  );
});
