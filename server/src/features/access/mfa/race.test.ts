import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, startTwin, type TestServer } from '../../../testing/server.ts';
import { lastCode, otherThan, TestBrowser } from '../../../testing/browser.ts';
import { addPerson, testPassword } from '../../../testing/person.ts';

let server: TestServer;
/** A second process on the same database. `npm run bench:races` plays two hundred rounds of these races. */
let twin: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  twin = await startTwin(server);
});
afterAll(async () => {
  await twin.app.close();
  await server.close();
});

/** Callers alternating between both processes, each with its own address. */
const consumers = (count: number) =>
  Array.from({ length: count }, (_, index) => new TestBrowser(index % 2 === 0 ? server : twin));

async function waiting() {
  const person = await addPerson(server, { mfaEnabled: true });
  const here = new TestBrowser(server);
  const token = await here.begin(person.username, testPassword);
  expect((await here.sendCode(person.username, token)).status).toBe(200);
  return { person, token, code: await lastCode(server) };
}
const codes = (answers: { body: Record<string, unknown> }[]) => answers.map(({ body }) => body['Code'] ?? 'signed in');
const liveSessions = (personId: string) =>
  server.context.db.selectFrom('session').select('id').where('person_id', '=', personId).execute();

test('of 16 uses of a correct code at once one succeeds', { timeout: 120_000 }, async () => {
  const { person, token, code } = await waiting();
  // Late enough for a new code to be sent: a loser must not replace the winner's code.
  server.clock.advance(31);
  const answers = await Promise.all(consumers(16).map((each) => each.authenticate(person.username, code, token)));
  expect(codes(answers).toSorted()).toEqual([...Array.from({ length: 15 }, () => 'UNAUTHENTICATED'), 'signed in']);
  expect(await liveSessions(person.id)).toHaveLength(1);
});

test('a burst of 64 wrong codes gets five tries, and the new code none of them', { timeout: 60_000 }, async () => {
  const { person, token, code } = await waiting();
  const answers = await Promise.all(
    consumers(64).map((each) => each.authenticate(person.username, otherThan(code), token)),
  );
  const tally = Map.groupBy(codes(answers), (each) => each);
  expect(tally.get('MFA_INVALID_CODE')).toHaveLength(4);
  expect(tally.get('MFA_MAX_ATTEMPT_LIMIT_REACHED')).toHaveLength(60);
  const rows = await server.context.db
    .selectFrom('one_time_code')
    .select('tries')
    .where('person_id', '=', person.id)
    .execute();
  expect(rows.map(({ tries }) => tries).toSorted()).toEqual([0, 5]);
});

test('simultaneous wrong codes in many sign-ins stay within the twenty of a day', { timeout: 60_000 }, async () => {
  const { person, token } = await waiting();
  const tokens = [token];
  for (let more = 0; more < 5; more += 1) {
    server.clock.advance(301);
    const here = new TestBrowser(server);
    const next = await here.begin(person.username, testPassword);
    if ((await here.sendCode(person.username, next)).status === 200) tokens.push(next);
  }
  // Makes codes and sign-ins new again, so that all can be tried at once.
  const at = server.clock.now();
  const until = new Date(at.getTime() + 600_000);
  const { db } = server.context;
  await db.updateTable('one_time_code').set({ expires_at: until }).where('person_id', '=', person.id).execute();
  await db.updateTable('mfa_session').set({ expires_at: until }).where('person_id', '=', person.id).execute();
  expect(tokens.length).toBeGreaterThan(4);
  const answers = await Promise.all(
    tokens.flatMap((each) => consumers(6).map((consumer) => consumer.authenticate(person.username, '000000', each))),
  );
  expect(codes(answers)).toContain('LOCKED');
  const { total } = await db
    .selectFrom('audit_event')
    .select(({ fn }) => fn.countAll<bigint>().as('total'))
    .where('person_id', '=', person.id)
    .where('type', '=', 'authn_mfa_fail')
    .executeTakeFirstOrThrow();
  expect(Number(total)).toBeLessThanOrEqual(20);
});

test('two people who prove a code at once in one browser each have a device that is trusted', async () => {
  const start = new TestBrowser(server);
  await start.signIn((await addPerson(server, { mfaEnabled: true })).username, testPassword);
  start.cookies.delete('__Host-sid');
  const tabs: { each: TestBrowser; person: { username: string }; token: string; code: string }[] = [];
  for (const each of consumers(2)) {
    each.cookies.set('__Host-did', start.cookies.get('__Host-did')!);
    const person = await addPerson(server, { mfaEnabled: true });
    const token = await each.begin(person.username, testPassword);
    await each.sendCode(person.username, token);
    tabs.push({ each, person, token, code: await lastCode(server) });
  }
  const answers = await Promise.all(
    tabs.map(({ each, person, token, code }) => each.authenticate(person.username, code, token)),
  );
  expect(codes(answers)).toEqual(['signed in', 'signed in']);
  // Whichever answer the browser gets last.
  for (const { each, person } of tabs) expect((await each.login(person.username, testPassword)).status).toBe(200);
  expect(new Set(tabs.map(({ each }) => each.cookies.get('__Host-did'))).size).toBe(2);
});
