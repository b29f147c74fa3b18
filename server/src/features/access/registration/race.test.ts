import { afterAll, beforeAll, expect, test } from 'vitest';
import { EasyCaptcha } from '../../../testing/ports/easy-captcha.ts';
import { startTestServer, startTwin, type TestServer } from '../../../testing/server.ts';
import { addInvite } from '../../../testing/access/invite.ts';
import { otherThan } from '../../../testing/browser.ts';
import { addWaitingCard } from '../../../testing/cards/waiting-card.ts';
import { cardCode, TestWizard } from '../../../testing/access/wizard.ts';

let server: TestServer;
/** A second process on the same database. `npm run bench:races` plays two hundred rounds of these races. */
let twin: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  // The race is not about hashing.
  server.context.passwords = {
    ...server.context.passwords,
    hash: async () => 'unused',
    verify: async (stored) => stored !== null,
  };
  twin = await startTwin(server);
});
afterAll(async () => {
  await twin.app.close();
  await server.close();
});

/** Callers alternating between both processes, each with its own address and, if given, the cookies of another. */
const consumers = (count: number, like?: TestWizard) =>
  Array.from({ length: count }, (_, index) => {
    const each = new TestWizard(index % 2 === 0 ? server : twin);
    for (const [name, value] of like?.cookies ?? []) each.cookies.set(name, value);
    return each;
  });
const tallyOf = (answers: { body: Record<string, unknown> }[]) =>
  Object.fromEntries(
    [...Map.groupBy(answers, ({ body: { Code } }) => (typeof Code === 'string' ? Code : 'done'))].map(([code, all]) => [
      code,
      all.length,
    ]),
  );
const accountsOfCard = (cardId: string) =>
  server.context.db
    .selectFrom('card')
    .innerJoin('membership', 'membership.business_id', 'card.business_id')
    .select('membership.id')
    .where('card.id', '=', cardId)
    .execute();

test('of 16 uses of a correct code at once one proves the card', { timeout: 120_000 }, async () => {
  const { number, cardId } = await addWaitingCard(server);
  const here = new TestWizard(server);
  await here.card(number);
  const code = await cardCode(server, number);
  const answers = await Promise.all(consumers(16, here).map((each) => each.code(number, code)));
  // The copies are no wrong codes.
  expect(tallyOf(answers)).toEqual({ done: 1, REGISTRATION_EXPIRED: 15 });
  const card = await server.context.db.selectFrom('card').select('wrong_codes').where('id', '=', cardId).execute();
  expect(card).toEqual([{ wrong_codes: 0 }]);
});

test('a burst of 64 wrong codes gets five without a captcha and ten with one', { timeout: 60_000 }, async () => {
  const { number, cardId } = await addWaitingCard(server);
  const here = new TestWizard(server);
  await here.card(number);
  const wrong = otherThan(await cardCode(server, number));
  const burst = await Promise.all(consumers(64, here).map((each) => each.code(number, wrong)));
  expect(tallyOf(burst)).toEqual({ VERIFICATION_CODE_INVALID: 5, RECAPTCHA_LOCK: 59 });
  server.context.captcha = new EasyCaptcha();
  twin.context.captcha = server.context.captcha;
  const solved = await Promise.all(consumers(64, here).map((each) => each.code(number, wrong, 'solved')));
  expect(tallyOf(solved)['VERIFICATION_CODE_INVALID']).toBe(5);
  const { wrong_codes } = await server.context.db
    .selectFrom('card')
    .select('wrong_codes')
    .where('id', '=', cardId)
    .executeTakeFirstOrThrow();
  expect(wrong_codes).toBe(10);
});

test('of 16 finishes of one registration at once one creates a person', { timeout: 120_000 }, async () => {
  const { number, cardId } = await addWaitingCard(server);
  const token = await new TestWizard(server).prove(number);
  const answers = await Promise.all(consumers(16).map((each, index) => each.register(token, `same.card.${index}`)));
  expect(tallyOf(answers)).toEqual({ done: 1, REGISTRATION_EXPIRED: 15 });
  expect(await accountsOfCard(cardId)).toHaveLength(1);
});

test('of 16 browsers that have proven the same card one registers it', { timeout: 60_000 }, async () => {
  const { number, cardId } = await addWaitingCard(server);
  const tokens: string[] = [];
  for (let browser = 0; browser < 3; browser += 1) tokens.push(await new TestWizard(server).prove(number));
  const answers = await Promise.all(
    tokens.map((token, index) =>
      new TestWizard(index === 0 ? server : twin).register(token, `three.browsers.${index}`),
    ),
  );
  expect(tallyOf(answers)).toEqual({ done: 1, ALREADY_REGISTERED: 2 });
  expect(await accountsOfCard(cardId)).toHaveLength(1);
});

test(
  'of 8 people who choose the same username at once one gets it; the others can choose another',
  { timeout: 60_000 },
  async () => {
    const tokens: string[] = [];
    for (let person = 0; person < 8; person += 1)
      tokens.push(await new TestWizard(server).prove((await addWaitingCard(server)).number));
    const answers = await Promise.all(
      tokens.map((token, index) => new TestWizard(index % 2 === 0 ? server : twin).register(token, 'Wanted.Name')),
    );
    expect(tallyOf(answers)).toEqual({ done: 1, USERNAME_NOT_AVAILABLE: 7 });
    const loser = tokens[answers.findIndex(({ status }) => status !== 200)]!;
    expect((await new TestWizard(server).register(loser, 'another.name')).status).toBe(200);
  },
);

test('an invite opened by 16 browsers is accepted once, with one card', { timeout: 120_000 }, async () => {
  const { code, id } = await addInvite(server);
  const tokens = await Promise.all(
    consumers(16).map(async (each) => String((await each.invite(code)).body['access_token'])),
  );
  const answers = await Promise.all(
    tokens.map((token, index) => new TestWizard(index % 2 === 0 ? server : twin).register(token, `invited.${index}`)),
  );
  expect(tallyOf(answers)).toEqual({ done: 1, ALREADY_REGISTERED: 15 });
  const { db } = server.context;
  const accepted = await db.selectFrom('invite').select('accepted_by').where('id', '=', id).executeTakeFirstOrThrow();
  const cards = await db
    .selectFrom('card')
    .select('status')
    .where('membership_id', '=', accepted.accepted_by)
    .execute();
  expect(cards).toEqual([{ status: 'PENDING_FULFILLMENT' }]);
});
