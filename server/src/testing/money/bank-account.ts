import { expect } from 'vitest';
import type { TestServer } from '../server.ts';
import { outbox, sentMessages, TestBrowser } from '../browser.ts';
import { addPerson, testPassword, type TestPerson } from '../person.ts';

/** The fields of a form for a bank account. */
export const account = {
  bankName: 'Granite State Bank',
  accountType: 'CHECKING',
  routingNumber: '011000015',
  accountNumber: '000123456789',
};

/** An administrator of a business of their own, just signed in. */
export async function administratorOf(server: TestServer): Promise<{ browser: TestBrowser; person: TestPerson }> {
  const person = await addPerson(server, { mfaEnabled: true, accounts: [{ role: 'ADMIN' }] });
  const browser = new TestBrowser(server);
  await browser.signIn(person.username, testPassword);
  return { browser, person };
}

/** The amounts that the bank's statement names. */
export async function amountsIn(server: TestServer, id: string): Promise<number[]> {
  await sentMessages(server);
  const statement = (await outbox(server)).find((message) => message.id === id)!;
  return [...statement.text.matchAll(/\$0\.(\d\d)/g)].map(([, cents]) => Number(cents));
}

/** Adds an account and reads its statement and its mail, as a person does. */
export async function addedTo(server: TestServer) {
  const { browser, person } = await administratorOf(server);
  const answer = await browser.ask('POST', '/api/external-accounts', { body: account });
  expect(answer).toMatchObject({ status: 201, body: { status: 'AWAITINGMINIDEPOSIT', accountLast4: '6789' } });
  await sentMessages(server);
  const messages = await outbox(server);
  const id = String(answer.body['id']);
  const amounts = await amountsIn(server, id);
  const mail = messages.find(({ recipient }) => recipient === `${person.id}@people.example` && recipient !== null)!;
  const link = /\/funds-verification#(fnd_\S+)/.exec(
    messages
      .filter(({ recipient }) => recipient === mail.recipient)
      .map(({ text }) => text)
      .join('\n'),
  )![1]!;
  const [first = 0, second = 0] = amounts;
  const wrong = [first, (second % 99) + 1];
  const validate = (tried: readonly number[], by = browser) =>
    by.ask('POST', `/api/external-accounts/${id}/validate`, { body: { amounts: tried } });
  return { browser, person, id, amounts: [first, second], wrong, link, validate };
}
