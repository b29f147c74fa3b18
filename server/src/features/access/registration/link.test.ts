import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { holdUp } from '../../../testing/cards/hold.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { outbox, sentMessages } from '../../../testing/browser.ts';
import { addPerson, raiseRiskFlag, testPassword } from '../../../testing/person.ts';
import { addWaitingCard } from '../../../testing/cards/waiting-card.ts';
import { cardCode, newPassword, TestWizard } from '../../../testing/access/wizard.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const codeOf = ({ body }: { body: Record<string, unknown> }) => body['Code'];

test('a signed-in person adds a card: one more account, with a notice by mail', { tags: '@7.32' }, async () => {
  const person = await addPerson(server);
  const { number } = await addWaitingCard(server);
  const here = new TestWizard(server);
  await here.login(person.username, testPassword);
  const token = await here.prove(number);
  const linked = await here.link(token);
  expect(linked).toMatchObject({ status: 200, body: { firstName: 'Robin', lastName: 'Example' } });
  const { body } = await here.ask('GET', '/api/linked-accounts');
  const accounts = body['accounts'] as { userId: string; cardLast4: string | null }[];
  expect(accounts.map(({ userId, cardLast4 }) => [userId, cardLast4])).toEqual([
    [person.membershipIds[0], null],
    [linked.body['userId'], number.slice(-4)],
  ]);
  await sentMessages(server);
  const recipients = (await outbox(server)).map(({ recipient }) => recipient);
  expect(recipients).toContain(`${person.id}@people.example`);
  expect((await here.ask('POST', '/api/switch-user', { body: { userId: linked.body['userId'] } })).status).toBe(200);
  // In another tab: the card is the person's already.
  expect(codeOf(await here.link(token))).toBe('ALREADY_REGISTERED');
});

describe("the person on file is notified of their card's registration by somebody else", () => {
  /** A card of a person who has an email, or only a phone, proven by the year of birth. */
  async function proven(here: TestWizard, by: 'email' | 'phone') {
    const mobilePhone = `+1212${String(randomInt(2_000_000, 9_999_999))}`;
    const contacts = by === 'email' ? {} : { email: null, mobilePhone };
    const card = await addWaitingCard(server, {
      mode: 'BIRTH_YEAR',
      details: { dateOfBirth: '1990-01-15', ...contacts },
    });
    await here.card(card.number);
    const { body } = await here.code(card.number, '1990');
    return { token: String(body['access_token']), to: by === 'email' ? card.email! : mobilePhone };
  }
  const textsTo = async (to: string) => {
    await sentMessages(server);
    return (await outbox(server)).filter(({ recipient }) => recipient === to).map(({ text }) => text);
  };
  const advice = expect.stringMatching(
    /ending in \d{4}[^]*If (this was not you|you did not register), tell your business administrator at once/,
  );

  test.each(['email', 'phone'] as const)('to a login that exists, by %s', async (by) => {
    const here = new TestWizard(server);
    await here.login((await addPerson(server)).username, testPassword);
    const { token, to } = await proven(here, by);
    expect((await here.link(token)).status).toBe(200);
    expect(await textsTo(to)).toEqual([advice]);
  });

  test.each(['email', 'phone'] as const)('with a new login, by %s', async (by) => {
    const here = new TestWizard(server);
    const { token, to } = await proven(here, by);
    expect((await here.register(token, `somebody.${by}`)).status).toBe(200);
    expect(await textsTo(to)).toEqual([advice]);
  });
});

test('needs an unrestricted session and a proven card', async () => {
  const { number } = await addWaitingCard(server);
  const here = new TestWizard(server);
  const token = await here.prove(number);
  expect((await here.link(token)).status).toBe(401);
  const person = await addPerson(server);
  await here.login(person.username, testPassword);
  expect(codeOf(await here.link(`reg_${'A'.repeat(43)}`))).toBe('REGISTRATION_EXPIRED');
  expect(codeOf(await here.link(token, { dateOfBirth: '02/30/1990' }))).toBe('VALIDATION');
  await raiseRiskFlag(server, person.id);
  server.clock.advance(2);
  expect(codeOf(await here.link(token))).toBe('RESTRICTED');
});

test('nothing is added by a session that ends while the call waits', async () => {
  const person = await addPerson(server);
  const { number, cardId } = await addWaitingCard(server);
  const here = new TestWizard(server);
  await here.login(person.username, testPassword);
  const token = await here.prove(number);
  const { db } = server.context;
  const [answer] = await holdUp(db, {
    lock: (tx) => tx.selectFrom('person').select('id').where('id', '=', person.id).forUpdate().execute(),
    start: () => [here.link(token)],
    meanwhile: () =>
      db
        .updateTable('session')
        .set({ ended_at: server.clock.now(), end_reason: 'user' })
        .where('person_id', '=', person.id)
        .execute(),
  });
  expect(codeOf(answer!)).toBe('UNAUTHENTICATED');
  expect(await db.selectFrom('card').select('membership_id').where('id', '=', cardId).executeTakeFirst()).toEqual({
    membership_id: null,
  });
});

test('a card is added only to the person named by the page', { tags: '@7.32' }, async () => {
  const [named, other] = [await addPerson(server), await addPerson(server)];
  const { number, cardId } = await addWaitingCard(server);
  const here = new TestWizard(server);
  await here.login(named.username, testPassword);
  const { epoch } = (await here.session()).body;
  const token = await here.prove(number);
  // In another tab of the same browser.
  await here.login(other.username, testPassword);
  for (const shown of [epoch, ''])
    expect(await here.link(token, { epoch: shown })).toMatchObject({ status: 409, body: { Code: 'SESSION_CHANGED' } });
  const card = server.context.db.selectFrom('card').select('membership_id').where('id', '=', cardId);
  expect(codeOf(await here.link(token))).toBe('REGISTRATION_EXPIRED');
  expect(await card.executeTakeFirst()).toEqual({ membership_id: null });
  await here.login(named.username, testPassword);
  expect((await here.link(token)).status).toBe(200);
});

test('a card or an invite of another program is not found', async () => {
  const { number, businessId } = await addWaitingCard(server);
  const here = new TestWizard(server);
  await here.login((await addPerson(server)).username, testPassword);
  const token = await here.prove(number);
  const { db } = server.context;
  const harbor = await db.selectFrom('program').select('id').where('is_default', '=', false).executeTakeFirstOrThrow();
  await db.updateTable('business').set({ program_id: harbor.id }).where('id', '=', businessId).execute();
  expect(codeOf(await here.link(token))).toBe('REGISTRATION_EXPIRED');
  const card = await db
    .selectFrom('card')
    .select('membership_id')
    .where('business_id', '=', businessId)
    .executeTakeFirst();
  expect(card).toEqual({ membership_id: null });
});

test('a card that another person registers meanwhile stays theirs', async () => {
  const { number } = await addWaitingCard(server);
  const here = new TestWizard(server);
  await here.login((await addPerson(server)).username, testPassword);
  const token = await here.prove(number);
  const other = new TestWizard(server);
  expect((await other.register(await other.prove(number), 'quicker.one')).status).toBe(200);
  expect(codeOf(await here.link(token))).toBe('ALREADY_REGISTERED');
});

test('login inside the wizard keeps the live registration and nothing else', { tags: ['@3.2', '@7.31'] }, async () => {
  const { username } = await addPerson(server);
  const { number } = await addWaitingCard(server);
  const here = new TestWizard(server);
  await here.card(number);
  const token = String((await here.code(number, await cardCode(server, number))).body['access_token']);
  const login = (access_token: string) =>
    here.ask('POST', '/api/login', { body: { username, password: testPassword, access_token } });
  for (const wrong of ['', 'x', `reg_${'A'.repeat(43)}`, token.replace('reg_', 'ses_')])
    expect(await login(wrong)).toMatchObject({ status: 400, body: { Code: 'INVITE_INVALID' } });
  expect((await login(token)).status).toBe(200);
  expect((await here.link(token)).status).toBe(200);
  expect(codeOf(await login(token))).toBe('INVITE_INVALID');
  expect(codeOf(await new TestWizard(server).login(username, newPassword))).toBe('INVALID_CREDENTIALS');
});
