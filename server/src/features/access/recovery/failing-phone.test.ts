import { afterAll, beforeAll, expect, test } from 'vitest';
import { DeliveryError } from '../../../ports/mail/mail.ts';
import { StopListed, type SmsMessage } from '../../../ports/sms/sms.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { TestBrowser } from '../../../testing/browser.ts';
import { addPerson, testPassword } from '../../../testing/person.ts';
import { askForLink, joinBusiness, openLink, reachable } from '../../../testing/access/recovery.ts';

let server: TestServer;
const sms = {
  delivered: [] as SmsMessage[],
  fault: null as Error | null,
  async send(message: SmsMessage): Promise<void> {
    if (sms.fault) throw sms.fault;
    sms.delivered.push(message);
  },
};
beforeAll(async () => {
  server = await startTestServer({ carriers: { sms } });
});
afterAll(() => server.close());

const lastDigits = () => /\b\d{6}\b/.exec(sms.delivered.at(-1)!.text)![0];
const text = { entityType: 'PhoneNumber', entityMasked: expect.stringMatching(/^•••/) };
const administrator = { entityType: 'AdminConfirmation', entityMasked: 'Example Works' };
const notOffered = { status: 400, body: { Code: 'VALIDATION' } };

/** A cardholder with a phone and no other factor, in a business with an administrator, with an opened link. */
async function opened(contacts = reachable()) {
  const colleague = await addPerson(server, { accounts: [{ role: 'ADMIN' }] });
  const person = await addPerson(server, { contacts });
  await joinBusiness(server, person, colleague);
  const here = new TestBrowser(server);
  return { colleague, reset: await openLink(here, await askForLink(server, here, person.username)) };
}

test('while texts arrive, no administrator can be asked', async () => {
  const { reset } = await opened();
  expect((await reset.methods()).body).toEqual([text]);
  expect(await reset.send('AdminConfirmation')).toMatchObject(notOffered);
  expect((await reset.send('PhoneNumber')).status).toBe(200);
  expect((await reset.methods()).body).toEqual([text]);
  // A used-up quota does not make the phone unreachable.
  expect(await reset.send('PhoneNumber')).toMatchObject({ status: 429 });
  expect(await reset.send('AdminConfirmation')).toMatchObject(notOffered);
});

test('a phone on the STOP list: an administrator can be asked, and approves', { tags: '@beyond.30' }, async () => {
  const { colleague, reset } = await opened();
  sms.fault = new StopListed();
  expect(await reset.send('PhoneNumber')).toMatchObject({ status: 400, body: { Code: 'STOP_LIST_REQUESTED' } });
  sms.fault = null;
  expect((await reset.methods()).body).toEqual([text, administrator]);
  expect(await reset.send('AdminConfirmation')).toMatchObject({ status: 200 });
  expect(await reset.verify('AdminConfirmation')).toMatchObject({
    status: 409,
    body: { Code: 'CONFIRMATION_PENDING' },
  });
  // The phone works again meanwhile: the request stays.
  await server.context.db.deleteFrom('phone_stop').execute();
  const requestNumber = expect.stringMatching(/^\d{4}$/);
  expect((await reset.methods()).body).toEqual([text, { ...administrator, requestNumber }]);
  const at = new TestBrowser(server);
  expect(await at.enter(colleague.username, testPassword)).toMatchObject({ status: 200 });
  const [request] = (await at.ask('GET', '/api/recovery-requests')).body as unknown as { id: string }[];
  expect((await at.ask('POST', `/api/recovery-requests/${request!.id}/confirm`)).status).toBe(200);
  expect(await reset.verify('AdminConfirmation')).toMatchObject({ status: 200 });
  expect(await reset.reset('AdminConfirmation')).toMatchObject({ status: 200 });
});

test('a code refused by the provider: an administrator can be asked, in this reset only, until texts work again', async () => {
  const { reset } = await opened();
  sms.fault = new DeliveryError('down', { permanent: true });
  expect(await reset.send('PhoneNumber')).toMatchObject({ status: 503, body: { Code: 'DELIVERY_DELAYED' } });
  expect((await reset.methods()).body).toEqual([text, administrator]);
  const { reset: another } = await opened();
  expect((await another.methods()).body).toEqual([text]);
  sms.fault = null;
  server.clock.advance(31);
  expect((await reset.send('PhoneNumber')).status).toBe(200);
  expect((await reset.methods()).body).toEqual([text]);
  expect(await reset.verify('PhoneNumber', lastDigits())).toMatchObject({ status: 200 });
});

test('a phone that may get no texts, such as one with extra charges', async () => {
  const [email] = reachable();
  const { reset } = await opened([email!, { kind: 'PhoneNumber', address: '+19002345678' }]);
  expect((await reset.methods()).body).toEqual([text, administrator]);
});
