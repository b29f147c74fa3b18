import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { outbox, sentMessages, TestBrowser } from '../../../testing/browser.ts';
import { addPerson, testPassword } from '../../../testing/person.ts';
import { proveAgain } from '../../../testing/cards/vendor.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const textsTo = async (phone: string) => {
  await sentMessages(server);
  return (await outbox(server)).filter(({ recipient }) => recipient === phone);
};

// Whether typed in, imported, or stored before the operator shortened the list of countries.
test.each(['+19002345678', '+449098790000', '+447400123456'])(
  'a stored phone with extra charges or abroad gets no text: %s',
  async (phone) => {
    const person = await addPerson(server, { contacts: [{ kind: 'PhoneNumber', address: phone, verified: false }] });
    const here = new TestBrowser(server);
    expect((await here.login(person.username, testPassword)).status).toBe(200);
    const contacts = (await here.ask('GET', '/api/contacts')).body['contacts'] as { id: string }[];
    expect(await here.ask('POST', `/api/contacts/${contacts[0]!.id}/send-code`)).toMatchObject({
      status: 400,
      body: { Code: 'PHONE_NOT_ALLOWED' },
    });
    expect(await textsTo(phone)).toEqual([]);
  },
);

test('nor does it get a secure access code, even if it is confirmed', async () => {
  const address = '+19002345678';
  const contacts = [{ kind: 'PhoneNumber' as const, address, verified: true }];
  const person = await addPerson(server, { mfaEnabled: true, contacts });
  const here = new TestBrowser(server);
  const pending = await here.begin(person.username, testPassword);
  expect((await here.sendCode(person.username, pending, 'PhoneNumber')).body['Code']).toBe('MFA_EMAIL_NOT_EXISTS');
  expect(await textsTo(address)).toEqual([]);
});

test('nor does it get a notice of a change', async () => {
  const [costly, own] = ['+19002345679', '+12125550119'];
  const contacts = [costly, own].map((address) => ({ kind: 'PhoneNumber' as const, address, verified: true }));
  const person = await addPerson(server, { contacts: [{ kind: 'Email', address: 'kim@people.example' }, ...contacts] });
  const here = new TestBrowser(server);
  await here.login(person.username, testPassword);
  await proveAgain(server, here);
  expect(await here.ask('POST', '/api/factors/backup-codes')).toMatchObject({ status: 200 });
  expect(await textsTo(own)).toHaveLength(1);
  expect(await textsTo(costly)).toEqual([]);
});
