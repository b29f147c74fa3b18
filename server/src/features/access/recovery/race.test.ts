import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, startTwin, type TestServer } from '../../../testing/server.ts';
import { lastCode, otherThan, TestBrowser } from '../../../testing/browser.ts';
import { addPerson } from '../../../testing/person.ts';
import { sendRecoveryMail } from '../../../identity/recovery/mail-job.ts';
import {
  askForLink,
  joinBusiness,
  openLink,
  proveByText,
  reachable,
  type OpenedReset,
} from '../../../testing/access/recovery.ts';

let server: TestServer;
/** A second process on the same database. `npm run bench:races` plays two hundred rounds of these races. */
let twin: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  // The races are about the winner; sixteen hashes at once would take most of the time.
  const passwords = {
    verify: async (stored: string | null, password: string) => stored === `plain ${password}`,
    hash: async (password: string) => `plain ${password}`,
    isUnderPressure: () => false,
  };
  server.context.passwords = passwords;
  twin = await startTwin(server);
});
afterAll(async () => {
  await twin.app.close();
  await server.close();
});

/** Callers alternating between both processes, each with its own address. */
const callers = (count: number) =>
  Array.from({ length: count }, (_, index) => new TestBrowser(index % 2 === 0 ? server : twin));
const tally = (answers: readonly { status: number; body: Record<string, unknown> }[]) =>
  Object.fromEntries(
    [...Map.groupBy(answers, ({ status, body }) => (status === 200 ? '200' : String(body['Code'])))].map(
      ([key, all]) => [key, all.length],
    ),
  );

async function opened() {
  const person = await addPerson(server, { contacts: reachable() });
  const link = await askForLink(server, new TestBrowser(server), person.username);
  return { person, link, reset: await openLink(new TestBrowser(server), link) };
}
const put = (here: TestBrowser, { bearer }: OpenedReset, password: string) =>
  here.ask('PUT', '/forgot/reset-password', {
    bearer,
    body: { entityType: 'PhoneNumber', password, confirmPassword: password },
  });
const liveSessions = (personId: string) =>
  server.context.db
    .selectFrom('session')
    .select('id')
    .where('person_id', '=', personId)
    .where('ended_at', 'is', null)
    .execute();

test('of 16 resets by one proven flow at once one succeeds', { timeout: 120_000 }, async () => {
  const { person, reset } = await opened();
  await proveByText(server, reset);
  const answers = await Promise.all(
    callers(16).map((here, index) => put(here, reset, `walnut-breeze-canyon-${index}`)),
  );
  expect(tally(answers)).toEqual({ '200': 1, RESET_LINK_INVALID: 15 });
  expect(await liveSessions(person.id)).toHaveLength(1);
  const kept = await server.context.db
    .selectFrom('password_history')
    .select('id')
    .where('person_id', '=', person.id)
    .execute();
  expect(kept).toHaveLength(1);
});

test('of 16 proven flows of one link one succeeds', { timeout: 60_000 }, async () => {
  const { person, link } = await opened();
  const flows = await Promise.all(callers(16).map((here) => openLink(here, link)));
  // Sixteen texts would be more than the quota allows.
  await server.context.db
    .updateTable('reset_flow')
    .set({ proven_by: 'PhoneNumber', proven_at: server.clock.now() })
    .where('reset_link_id', 'in', (eb) => eb.selectFrom('reset_link').select('id').where('person_id', '=', person.id))
    .execute();
  const here = callers(16);
  const answers = await Promise.all(
    flows.map((flow, index) => put(here[index]!, flow, `canyon-breeze-walnut-${index}`)),
  );
  expect(tally(answers)).toEqual({ '200': 1, RESET_LINK_INVALID: 15 });
  expect(await liveSessions(person.id)).toHaveLength(1);
});

test('of 16 uses of a correct code at once one proves it', { timeout: 120_000 }, async () => {
  const { reset } = await opened();
  await reset.send('PhoneNumber');
  const code = await lastCode(server);
  const answers = await Promise.all(
    callers(16).map((here) =>
      here.ask('POST', '/forgot/verify-code', { bearer: reset.bearer, body: { entityType: 'PhoneNumber', code } }),
    ),
  );
  expect(tally(answers)).toEqual({ '200': 1, MFA_INVALID_CODE: 15 });
});

test('a burst of 64 wrong codes gets five tries, and the new code none of them', { timeout: 60_000 }, async () => {
  const { person, reset } = await opened();
  await reset.send('PhoneNumber');
  const code = otherThan(await lastCode(server));
  const answers = await Promise.all(
    callers(64).map((here) =>
      here.ask('POST', '/forgot/verify-code', { bearer: reset.bearer, body: { entityType: 'PhoneNumber', code } }),
    ),
  );
  expect(tally(answers)).toEqual({
    MFA_INVALID_CODE: 4,
    MFA_MAX_ATTEMPT_LIMIT_REACHED: 60,
  });
  const rows = await server.context.db
    .selectFrom('one_time_code')
    .select('tries')
    .where('person_id', '=', person.id)
    .execute();
  expect(rows.map(({ tries }) => tries).toSorted()).toEqual([0, 5]);
});

test('16 requests for a link at once send one, and one link is valid', async () => {
  const person = await addPerson(server, { contacts: reachable() });
  const job = {
    kind: 'link',
    personId: person.id,
    deviceId: null,
    origin: { correlationId: 'race', ipPrefix: null },
  } as const;
  await Promise.all(
    Array.from({ length: 16 }, (_, index) => sendRecoveryMail((index % 2 ? server : twin).context, job)),
  );
  const links = await server.context.db
    .selectFrom('reset_link')
    .select('superseded_at')
    .where('person_id', '=', person.id)
    .execute();
  expect(links).toEqual([{ superseded_at: null }]);
});

test('16 requests to the administrators at once become one, and one of 16 approvals counts', async () => {
  const administrator = await addPerson(server, { accounts: [{ role: 'ADMIN' }] });
  const person = await addPerson(server);
  await joinBusiness(server, person, administrator);
  const link = await askForLink(server, new TestBrowser(server), person.username);
  const { bearer } = await openLink(new TestBrowser(server), link);
  const body = { entityType: 'AdminConfirmation' };
  const asked = await Promise.all(callers(16).map((here) => here.ask('POST', '/forgot/send-code', { bearer, body })));
  expect(tally(asked)).toEqual({ '200': 16 });
  const { db } = server.context;
  const requests = await db.selectFrom('recovery_request').select('id').where('person_id', '=', person.id).execute();
  expect(requests).toHaveLength(1);

  const set = { password_hash: 'plain administrator' };
  await db.updateTable('person').set(set).where('id', '=', administrator.id).execute();
  const at = new TestBrowser(server, 'token');
  const { access_token } = (await at.enter(administrator.username, 'administrator')).body;
  const confirmations = await Promise.all(
    Array.from({ length: 16 }, (_, index) =>
      new TestBrowser(index % 2 ? server : twin, 'token').ask(
        'POST',
        `/api/recovery-requests/${requests[0]!.id}/confirm`,
        { bearer: String(access_token) },
      ),
    ),
  );
  expect(tally(confirmations)).toEqual({ '200': 1, NOT_FOUND: 15 });
});
