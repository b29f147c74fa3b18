import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, startTwin, type TestServer } from '../../../testing/server.ts';
import { TestBrowser } from '../../../testing/browser.ts';
import { addPerson, eventsOf, raiseRiskFlag, testPassword } from '../../../testing/person.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const worthless = { status: 401, body: { Code: 'TICKET_INVALID' } };
const redeem = (here: TestBrowser, ticket: unknown, headers: Record<string, string> = {}) =>
  here.ask('POST', '/api/autologin', { body: { ticket }, headers });

/** A signed-in client of the API, and its parts for tickets. */
async function client(wanted: Parameters<typeof addPerson>[1] = {}) {
  const person = await addPerson(server, wanted);
  const caller = new TestBrowser(server, 'token');
  const { body } = await caller.login(person.username, testPassword);
  const bearer = String(body['access_token']);
  const create = (headers: Record<string, string> = {}) =>
    caller.ask('POST', '/api/autologin-tickets', { bearer, body: {}, headers });
  const ticket = async () => String((await create()).body['ticket']);
  return { person, caller, bearer, refreshToken: String(body['refresh_token']), create, ticket };
}
const sessionsOf = (personId: string) =>
  server.context.db
    .selectFrom('session')
    .select(['delivery', 'methods', 'membership_id', 'authenticated_at', 'absolute_expires_at'])
    .where('person_id', '=', personId)
    .where('ended_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

test('a browser gets no ticket: a copied cookie would get a session that outlives it', async () => {
  const { username } = await addPerson(server);
  const here = new TestBrowser(server);
  await here.login(username, testPassword);
  expect(await here.ask('POST', '/api/autologin-tickets', { body: {} })).toMatchObject({
    status: 403,
    body: { Code: 'FORBIDDEN' },
  });
});

describe('a ticket', () => {
  test('signs a browser in to the same account, with the same proofs and no longer lifetime', async () => {
    const { person, create } = await client({ accounts: [{}, {}] });
    server.clock.advance(600);
    const made = await create();
    expect(made).toMatchObject({
      status: 201,
      body: { ticket: expect.stringMatching(/^tkt_[\w-]{43}$/), expiresInSeconds: 60 },
    });
    expect(made.body['path']).toBe(`/autologin/${String(made.body['ticket'])}`);
    const here = new TestBrowser(server);
    const answer = await redeem(here, made.body['ticket']);
    expect(answer).toMatchObject({ status: 200, body: { access_token: null, refresh_token: null } });
    expect((await here.session()).body).toMatchObject({ userId: person.membershipIds[0], isSuspect: false });
    const [asking, signedIn] = await sessionsOf(person.id);
    expect(signedIn).toEqual({ ...asking, delivery: 'cookie' });
    expect(await eventsOf(server, person.id)).toEqual(
      expect.arrayContaining(['session_ticket_created', 'session_ticket_redeemed', 'authn_login_success']),
    );
  });

  test('works once', async () => {
    const { ticket } = await client();
    const made = await ticket();
    expect((await redeem(new TestBrowser(server), made)).status).toBe(200);
    expect(await redeem(new TestBrowser(server), made)).toMatchObject(worthless);
  });

  test('works for a minute', async () => {
    const { ticket } = await client();
    const [first, second] = [await ticket(), await ticket()];
    server.clock.advance(58);
    expect((await redeem(new TestBrowser(server), first)).status).toBe(200);
    server.clock.advance(2);
    expect(await redeem(new TestBrowser(server), second)).toMatchObject(worthless);
  });

  test('gives a cookie, even to a caller that requests tokens', async () => {
    const { person, ticket } = await client();
    const answer = await redeem(new TestBrowser(server, 'token'), await ticket());
    expect(answer.body).toMatchObject({ access_token: null, refresh_token: null });
    expect((await sessionsOf(person.id)).at(-1)).toMatchObject({ delivery: 'cookie' });
  });

  test("is accepted from this installation's pages only", async () => {
    const { ticket } = await client();
    const made = await ticket();
    const foreign: Record<string, string>[] = [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }];
    for (const headers of foreign)
      expect(await redeem(new TestBrowser(server), made, headers)).toMatchObject({ status: 403 });
    expect((await redeem(new TestBrowser(server), made, { 'sec-fetch-site': 'same-origin' })).status).toBe(200);
  });

  test('works at the program where it was issued, and another program does not use it up', async () => {
    const { create } = await client();
    const ticket = (await create({ host: 'northwind.localhost' })).body['ticket'];
    expect(await redeem(new TestBrowser(server), ticket)).toMatchObject(worthless);
    expect((await redeem(new TestBrowser(server), ticket, { host: 'northwind.localhost' })).status).toBe(200);
  });

  test("replaces another person's session in that browser", async () => {
    const other = await addPerson(server);
    const here = new TestBrowser(server);
    await here.login(other.username, testPassword);
    const { person, ticket } = await client();
    expect((await redeem(here, await ticket())).status).toBe(200);
    expect((await here.session()).body).toMatchObject({ userId: person.membershipIds[0] });
    expect(await sessionsOf(other.id)).toEqual([]);
  });
});

describe('a ticket is refused', () => {
  test.each(['x', '', `tkt_${'A'.repeat(43)}`, 'tkt_', `TKT_${'A'.repeat(43)}`])('as %j', async (ticket) => {
    const answer = await redeem(new TestBrowser(server), ticket);
    expect([400, 401]).toContain(answer.status);
    expect(answer.headers['set-cookie']).toBeUndefined();
  });

  test('as a live refresh token or session, which keep working', async () => {
    const { caller, bearer, refreshToken } = await client();
    for (const token of [refreshToken, bearer])
      expect(await redeem(new TestBrowser(server), token)).toMatchObject(worthless);
    expect((await caller.session(bearer)).status).toBe(200);
    expect(await caller.ask('POST', '/api/refresh-token', { body: { refresh_token: refreshToken } })).toMatchObject({
      status: 200,
    });
  });

  test('once its own session has ended', async () => {
    const { caller, bearer, ticket } = await client();
    const made = await ticket();
    await caller.ask('POST', '/api/logout', { bearer, body: { reason: 'user' } });
    expect(await redeem(new TestBrowser(server), made)).toMatchObject(worthless);
  });

  test('if the account now requires more than was proven', async () => {
    const { person, ticket } = await client();
    const made = await ticket();
    await server.context.db
      .updateTable('business')
      .set({ mfa_mode: 'Required' })
      .where('id', 'in', (eb) => eb.selectFrom('membership').select('business_id').where('person_id', '=', person.id))
      .execute();
    expect(await redeem(new TestBrowser(server), made)).toMatchObject(worthless);
  });

  test('and cannot be requested by a restricted session', async () => {
    const { person, create } = await client();
    await raiseRiskFlag(server, person.id);
    server.clock.advance(1);
    expect(await create()).toMatchObject({ status: 403, body: { Code: 'RESTRICTED' } });
  });
});

test('a session from a ticket ends when the original session would have', async () => {
  const { ticket, caller, bearer } = await client();
  const here = new TestBrowser(server);
  await redeem(here, await ticket());
  const remaining = async (browser: TestBrowser, token?: string) =>
    ((await browser.session(token)).body['remaining'] as { absoluteSeconds: number }).absoluteSeconds;
  expect(await remaining(here)).toBe(await remaining(caller, bearer));
});

test('of 16 uses of a ticket at once, in two processes, one succeeds', { timeout: 120_000 }, async () => {
  const twin = await startTwin(server);
  const { person, ticket } = await client();
  const made = await ticket();
  const answers = await Promise.all(
    Array.from({ length: 16 }, (_, index) => redeem(new TestBrowser(index % 2 ? server : twin), made)),
  );
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array(15).fill(401)]);
  expect(await sessionsOf(person.id)).toHaveLength(2);
  await twin.app.close();
});
