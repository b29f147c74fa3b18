import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, startTwin, type TestServer } from '../../../testing/server.ts';
import { openSuccessor, sealSuccessor } from './refresh.ts';
import { TestBrowser } from '../../../testing/browser.ts';
import { addPerson, eventsOf, raiseRiskFlag, testPassword, type TestPerson } from '../../../testing/person.ts';

let server: TestServer;
let twin: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  twin = await startTwin(server);
});
afterAll(async () => {
  await twin.app.close();
  await server.close();
});

interface Pair {
  access: string;
  refresh: string;
}

async function signedIn(): Promise<{ person: TestPerson; caller: TestBrowser; pair: Pair }> {
  const person = await addPerson(server);
  const caller = new TestBrowser(server, 'token');
  const { body } = await caller.login(person.username, testPassword);
  return { person, caller, pair: pairOf(body) };
}
const pairOf = (body: Record<string, unknown>): Pair => ({
  access: String(body['access_token']),
  refresh: String(body['refresh_token']),
});
const refresh = (caller: TestBrowser, token: string) =>
  caller.ask('POST', '/api/refresh-token', { body: { refresh_token: token } });
const refreshed = async (caller: TestBrowser, token: string) => {
  const { status, body } = await refresh(caller, token);
  expect(status).toBe(200);
  return pairOf(body);
};
const invalid = { status: 401, body: { Code: 'REFRESH_TOKEN_INVALID' } };

test(
  'an access token lasts 15 minutes; a refresh gives a new pair, and the old access token ends',
  { tags: '@7.33' },
  async () => {
    const { person, caller, pair } = await signedIn();
    server.clock.advance(899);
    expect((await caller.session(pair.access)).status).toBe(200);
    const next = await refreshed(caller, pair.refresh);
    expect((await caller.session(pair.access)).status).toBe(401);
    expect((await caller.session(next.access)).status).toBe(200);
    expect(await eventsOf(server, person.id)).toContain('session_renewed');
    server.clock.advance(290);
    expect((await caller.session(next.access)).status).toBe(200);
  },
);

test('an expired access token ends nothing: the refresh token still works', async () => {
  const { caller, pair } = await signedIn();
  server.clock.advance(901);
  expect((await caller.session(pair.access)).status).toBe(401);
  expect((await caller.session((await refreshed(caller, pair.refresh)).access)).status).toBe(200);
});

describe('a used refresh token', () => {
  test('gives the same pair for 20 seconds', async () => {
    const { caller, pair } = await signedIn();
    const next = await refreshed(caller, pair.refresh);
    server.clock.advance(18);
    expect(await refreshed(caller, pair.refresh)).toEqual(next);
    expect((await caller.session(next.access)).status).toBe(200);
  });

  test('ends the session afterwards, with every token that leads to it', async () => {
    const { person, caller, pair } = await signedIn();
    const next = await refreshed(caller, pair.refresh);
    expect((await caller.session(next.access)).status).toBe(200);
    server.clock.advance(20.1);
    expect(await refresh(caller, pair.refresh)).toMatchObject(invalid);
    expect((await caller.session(next.access)).status).toBe(401);
    expect(await refresh(caller, next.refresh)).toMatchObject(invalid);
    expect(await eventsOf(server, person.id)).toContain('authn_token_reuse');
  });

  test('opens nothing for a reader of the database', () => {
    const sealed = sealSuccessor('rfr_one', { access: 'a', refresh: 'b' });
    expect(openSuccessor('rfr_one', sealed)).toEqual({ access: 'a', refresh: 'b' });
    expect(sealed.includes('"a"')).toBe(false);
    expect(() => openSuccessor('rfr_two', sealed)).toThrow(/./);
    sealed[sealed.length - 1]! ^= 1;
    expect(() => openSuccessor('rfr_one', sealed)).toThrow(/./);
  });
});

test('of 16 refreshes at once, in two processes, one succeeds and all get its pair', { timeout: 60_000 }, async () => {
  const { caller, pair } = await signedIn();
  const elsewhere = new TestBrowser(twin, 'token');
  let token = pair.refresh;
  for (let round = 0; round < 20; round += 1) {
    const pairs = await Promise.all(
      Array.from({ length: 16 }, (_, index) => refreshed(index % 2 === 0 ? caller : elsewhere, token)),
    );
    expect(new Set(pairs.map((each) => each.refresh)).size).toBe(1);
    expect(new Set(pairs.map((each) => each.access)).size).toBe(1);
    expect((await caller.session(pairs[0]!.access)).status).toBe(200);
    token = pairs[0]!.refresh;
  }
  const leaves = await server.context.db
    .selectFrom('refresh_token')
    .innerJoin('session', 'session.id', 'refresh_token.session_id')
    .select('refresh_token.used_at')
    .where('refresh_token.used_at', 'is', null)
    .where('session.epoch', '=', String((await caller.session(await newest(caller, token))).body['epoch']))
    .execute();
  expect(leaves).toHaveLength(1);
});
const newest = async (caller: TestBrowser, token: string) => (await refreshed(caller, token)).access;

describe('a refresh is refused', () => {
  test.each([
    ['an access token', (pair: Pair) => pair.access],
    ['an unknown token', () => `rfr_${'a'.repeat(43)}`],
    ['another text', () => 'token'],
  ])('for %s', async (_what, token) => {
    const { caller, pair } = await signedIn();
    expect(await refresh(caller, token(pair))).toMatchObject(invalid);
    expect((await caller.session(pair.access)).status).toBe(200);
  });

  test('after the idle limit, which no refresh extends', async () => {
    const { person, caller, pair } = await signedIn();
    server.clock.advance(890);
    const next = await refreshed(caller, pair.refresh);
    server.clock.advance(320);
    expect(await refresh(caller, next.refresh)).toMatchObject(invalid);
    expect(await eventsOf(server, person.id)).toContain('session_expired');
  });

  test('after the absolute limit', async () => {
    const { person, caller, pair } = await signedIn();
    let { access, refresh: token } = pair;
    for (let minutes = 0; minutes < 24 * 60 - 14; minutes += 14) {
      await caller.ask('POST', '/api/session/activity', { body: { idleSeconds: 0 }, bearer: access });
      server.clock.advance(14 * 60);
      ({ access, refresh: token } = await refreshed(caller, token));
    }
    expect(Number((await refresh(caller, token)).body['expiresInSeconds'])).toBeLessThan(900);
    ({ access, refresh: token } = await refreshed(caller, token));
    await caller.ask('POST', '/api/session/activity', { body: { idleSeconds: 0 }, bearer: access });
    server.clock.advance(14 * 60 + 30);
    expect(await refresh(caller, token)).toMatchObject(invalid);
    expect(await eventsOf(server, person.id)).toContain('session_expired');
  });

  test('after logging out, in the grace time too', async () => {
    const { caller, pair } = await signedIn();
    const next = await refreshed(caller, pair.refresh);
    await caller.ask('POST', '/api/logout', { body: { reason: 'user' }, bearer: next.access });
    expect(await refresh(caller, pair.refresh)).toMatchObject(invalid);
    expect(await refresh(caller, next.refresh)).toMatchObject(invalid);
  });

  test('while the person is restricted, and the refusal does not use it up', async () => {
    const { person, caller, pair } = await signedIn();
    await raiseRiskFlag(server, person.id);
    expect(await refresh(caller, pair.refresh)).toMatchObject({ status: 403, body: { Code: 'RESTRICTED' } });
    await server.context.db.updateTable('risk_flag').set({ cleared_at: new Date() }).execute();
    await refreshed(caller, pair.refresh);
  });
});
