import { unprovenTexts as limits } from '@florin/contract/limits';
import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { outbox, sentMessages, TestBrowser } from '../../testing/browser.ts';
import { addPerson, testPassword } from '../../testing/person.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { addWaitingCard } from '../../testing/cards/waiting-card.ts';
import { TestWizard } from '../../testing/access/wizard.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  server.context.captcha = { ...server.context.captcha, verify: () => Promise.resolve(true) };
});
afterAll(() => server.close());

const newPhone = () => `+1212${String(randomInt(2_000_000, 9_999_999))}`;

async function textsTo(phones: readonly string[]): Promise<number> {
  await sentMessages(server);
  return (await outbox(server)).filter(({ recipient }) => phones.includes(recipient)).length;
}

/** An account whose owner adds phones that belong to others. */
async function accountOwner() {
  const person = await addPerson(server, { contacts: [{ kind: 'Email', address: `${newPhone()}@people.example` }] });
  const browser = new TestBrowser(server);
  await browser.login(person.username, testPassword);
  const add = async (phone: string) => {
    await server.context.db
      .updateTable('session')
      .set({ stepped_up_at: server.clock.now(), stepped_up_by: 'email', last_activity_at: server.clock.now() })
      .where('person_id', '=', person.id)
      .execute();
    return browser.ask('POST', '/api/contacts/phones', { body: { phone, countryCode: 'US' } });
  };
  const remove = async (phone: string) => {
    const { contacts } = (await browser.ask('GET', '/api/contacts')).body as {
      contacts: { id: string; address: string }[];
    };
    const found = contacts.find(({ address }) => address === phone);
    if (found) await browser.ask('DELETE', `/api/contacts/${found.id}`);
  };
  return { add, remove };
}

test('one account has few phones texted a day, across adding and removing', async () => {
  const { add, remove } = await accountOwner();
  const phones = Array.from({ length: limits.phonesOfOneAccount + 2 }, newPhone);
  const codes = [];
  for (const phone of phones) {
    codes.push((await add(phone)).body['Code']);
    await remove(phone);
    server.clock.advance(601);
  }
  expect(codes).toEqual([undefined, undefined, undefined, 'RESEND_LIMIT_REACHED', 'RESEND_LIMIT_REACHED']);
  expect(await textsTo(phones)).toBe(limits.phonesOfOneAccount);
  // One that was texted already can be added again.
  expect((await add(phones[0]!)).status).toBe(200);
  expect(await textsTo(phones)).toBe(limits.phonesOfOneAccount + 1);
});

test('one phone gets few confirmations a day from all accounts, and the countdown says until when', async () => {
  const phone = newPhone();
  const owners = [await accountOwner(), await accountOwner()];
  const waits = [];
  for (let time = 0; time < limits.toOnePhone.ContactConfirmation + 2; time += 1) {
    const { add, remove } = owners[time % 2]!;
    const added = await add(phone);
    if (added.status === 200) waits.push((added.body['code'] as { resendInSeconds: number }).resendInSeconds);
    else expect(added).toMatchObject({ status: 429, body: { Code: 'RESEND_LIMIT_REACHED' } });
    await remove(phone);
    server.clock.advance(601);
  }
  expect(waits.map((wait) => wait > 600)).toEqual([false, false, false, false, true]);
  expect(await textsTo([phone])).toBe(limits.toOnePhone.ContactConfirmation);
});

test('one phone gets few verification codes and links a day for all cards it is on file for', async () => {
  const mobilePhone = newPhone();
  const details = { email: null, mobilePhone };
  const cards = [await addWaitingCard(server, { details }), await addWaitingCard(server, { details })];
  for (let hour = 0; hour < 23; hour += 1)
    for (const { number } of cards) {
      const stranger = new TestWizard(server);
      expect((await stranger.card(number)).status).toBe(200);
      await stranger.resend();
      await stranger.sendLink('token');
      server.clock.advance(1800);
    }
  await sentMessages(server);
  const texts = (await outbox(server)).filter(({ recipient }) => recipient === mobilePhone);
  const links = texts.filter(({ text }) => text.includes('/registration-link/'));
  expect(texts.length - links.length).toBe(limits.toOnePhone.Registration);
  expect(links.length).toBe(limits.toOnePhone.link);
  // A registration that is resumed counts down to the same moment.
  const holder = new TestWizard(server);
  const begun = await holder.card(cards[0]!.number);
  expect(Number(begun.body['resendInSeconds'])).toBeGreaterThan(60);
  const { resendInSeconds } = (await holder.resume()).body;
  expect(Math.abs(Number(resendInSeconds) - Number(begun.body['resendInSeconds']))).toBeLessThan(5);
});

test('one address has few such texts sent, and another address is not affected', async () => {
  const address = new TestBrowser(server);
  const count = async (from: TestBrowser) => {
    const { number } = await addWaitingCard(server, { details: { email: null, mobilePhone: newPhone() } });
    const wizard = new TestWizard(server);
    wizard.address = from.address;
    return (await wizard.card(number)).body['heldBackSeconds'];
  };
  const held = [];
  for (let text = 0; text < limits.fromOneAddress + 2; text += 1) held.push(await count(address));
  expect(held.filter((seconds) => seconds === 0)).toHaveLength(limits.fromOneAddress);
  expect(await count(new TestBrowser(server))).toBe(0);
});
