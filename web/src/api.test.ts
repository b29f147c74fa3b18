import { endpoint } from '@florin/contract/endpoint';
import { login } from '@florin/contract/access/login';
import { logout as endSession, session } from '@florin/contract/access/session';
import * as v from 'valibot';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { addressOf, call, classifyResponse, NetworkFailure, StaleAnswer, UnexpectedAnswer } from './api.ts';
import { callHooks, type SessionWatcher } from './call-hooks.ts';
import { setCurrentEpoch } from './session/browser-session.ts';

const credentials = { body: { username: 'maya', password: 'x' } };
const signedIn = {
  epoch: 'e1',
  hasUnverifiedPhone: false,
  access_token: null,
  refresh_token: null,
  device_credential: null,
  expiresInSeconds: null,
};
const alive = {
  userId: 'u',
  role: 'ADMIN',
  epoch: 'e1',
  isSuspect: false,
  suspectSecondsLeft: null,
  remaining: { idleSeconds: 1, absoluteSeconds: 2 },
};

const answer = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  Response.json(body, { status, headers: { 'x-correlation-id': 'c1', ...headers } });
const server = vi.fn<typeof fetch>();
const watcher: SessionWatcher = {
  ended: vi.fn<() => void>(),
  restricted: vi.fn<() => void>(),
  changed: vi.fn<(epoch: string) => void>(),
};

beforeEach(() => {
  vi.stubGlobal('fetch', server);
  setCurrentEpoch('e1');
  callHooks.session = watcher;
});
afterEach(() => {
  callHooks.session = null;
  vi.unstubAllGlobals();
  vi.resetAllMocks();
});

test('sends JSON, the header only our pages send, and the bearer of a flow', { tags: '@7.25' }, async () => {
  server.mockResolvedValue(answer(200, signedIn));
  await call(login, credentials, { bearer: 'mfp_x' });
  const [address, init] = server.mock.calls[0]!;
  const headers = new Headers(init?.headers);
  expect(address).toBe('/api/login');
  expect(init).toMatchObject({ method: 'POST', credentials: 'same-origin', body: JSON.stringify(credentials.body) });
  expect(headers.get('x-requested-by')).toBe('florin');
  expect(headers.get('content-type')).toBe('application/json');
  expect(headers.get('authorization')).toBe('Bearer mfp_x');
});

test('a successful answer is a value', async () => {
  server.mockResolvedValue(answer(200, signedIn));
  expect(await call(login, credentials)).toEqual({ ok: true, status: 200, body: signedIn, correlationId: 'c1' });
});

test('a 302 without Location is an answer', async () => {
  const body = { StartSiteUrl: 'https://start.example', Message: 'm' };
  server.mockResolvedValue(answer(302, body));
  expect(await call(login, credentials)).toMatchObject({ ok: true, status: 302, body });
});

test('a refusal is a value with its code, its details and the time to wait', async () => {
  server.mockResolvedValue(
    answer(402, { Code: 'RECAPTCHA_LOCK', Message: 'm', Difficulty: 2 }, { 'retry-after': '8' }),
  );
  expect(await call(login, credentials)).toEqual({
    ok: false,
    status: 402,
    code: 'RECAPTCHA_LOCK',
    body: { Code: 'RECAPTCHA_LOCK', Message: 'm', Difficulty: 2 },
    correlationId: 'c1',
    retryAfterSeconds: 8,
  });
});

test.each([
  ['a status the contract does not know', new Response(null, { status: 204, headers: { 'x-correlation-id': 'c1' } })],
  ['a body of another shape', answer(200, { epoch: 1 })],
  ['a code with another status', answer(400, { Code: 'LOCKED', Message: '' })],
  ['a code the endpoint does not list', answer(404, { Code: 'ACCOUNT_NOT_AVAILABLE', Message: '' })],
  ['a code without its details', answer(402, { Code: 'RECAPTCHA_LOCK', Message: '' })],
  ['an error page', new Response('<html>', { status: 502, headers: { 'x-correlation-id': 'c1' } })],
  ['broken JSON', new Response('{', { headers: { 'content-type': 'application/json', 'x-correlation-id': 'c1' } })],
])('%s is unexpected, and keeps its correlation id', async (_, response) => {
  server.mockResolvedValue(response);
  const failure = await call(login, credentials).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(UnexpectedAnswer);
  expect(failure).toMatchObject({ correlationId: 'c1', status: response.status });
});

test('an unreachable server is a network failure; an abort stays an abort', async () => {
  server.mockRejectedValue(new TypeError('Failed to fetch'));
  await expect(call(login, credentials)).rejects.toBeInstanceOf(NetworkFailure);
  const reason = new Error('left the page');
  await expect(call(login, credentials, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
});

test('a call that took too long to arrive is one that did not reach the server', async () => {
  server.mockResolvedValue(answer(408, { Code: 'MALFORMED_BODY', Message: '' }));
  await expect(call(login, credentials)).rejects.toBeInstanceOf(NetworkFailure);
});

test('a session call without a session ends it; a public call does not', async () => {
  server.mockImplementation(async () => answer(401, { Code: 'UNAUTHENTICATED', Message: '' }));
  expect(await call(login, credentials)).toMatchObject({ code: 'UNAUTHENTICATED' });
  expect(watcher.ended).not.toHaveBeenCalled();
  await call(session, {});
  expect(watcher.ended).toHaveBeenCalledOnce();
});

test('a session call that left with the token before is made again once the change has answered', async () => {
  const change = Promise.withResolvers<Response>();
  const refused = answer(401, { Code: 'UNAUTHENTICATED', Message: '' });
  const read = refused.clone();
  server.mockReturnValueOnce(change.promise).mockResolvedValueOnce(refused);
  const changing = call(endSession, { body: { reason: 'user' } });
  const asking = call(session, {});
  await expect.poll(() => server.mock.calls).toHaveLength(2);
  await read.text();
  expect(server).toHaveBeenCalledTimes(2);
  server.mockResolvedValueOnce(answer(200, alive, { 'x-account-epoch': 'e1' }));
  change.resolve(new Response(null, { status: 204 }));
  expect(await asking).toMatchObject({ ok: true, body: { userId: 'u' } });
  expect(await changing).toMatchObject({ ok: true });
  expect(watcher.ended).not.toHaveBeenCalled();
});

const named = () => server.mock.calls.map(([, init]) => new Headers(init?.headers).get('x-account-epoch'));

test('a call that is made again is for the session it was made for, whatever has come meanwhile', async () => {
  server
    .mockResolvedValueOnce(answer(401, { Code: 'UNAUTHENTICATED', Message: '' }))
    .mockResolvedValueOnce(answer(409, { Code: 'SESSION_CHANGED', Message: '' }, { 'x-account-epoch': 'e2' }));
  const called = call(session, {});
  await expect(called).rejects.toBeInstanceOf(StaleAnswer);
  expect(named()).toEqual(['e1', 'e1']);
  expect(watcher.changed).toHaveBeenCalledExactlyOnceWith('e2');
});

test('only calls with a session name one: the tab’s, or the one they are for', async () => {
  server.mockImplementation(async () => answer(500, {}));
  await call(session, {}).catch(() => {});
  await call(session, {}, { epoch: 'e0' }).catch(() => {});
  await call(login, credentials).catch(() => {});
  setCurrentEpoch(null);
  await call(session, {}).catch(() => {});
  expect(named()).toEqual(['e1', 'e0', null, null]);
});

test('a change that hangs holds nobody on the page of a session that is over', async () => {
  vi.useFakeTimers();
  const hanging = Promise.withResolvers<Response>();
  server.mockReturnValueOnce(hanging.promise);
  const changing = call(endSession, { body: { reason: 'user' } });
  server.mockImplementation(async () => answer(401, { Code: 'UNAUTHENTICATED', Message: '' }));
  const asked = call(session, {});
  await vi.advanceTimersByTimeAsync(5000);
  expect(await asked).toMatchObject({ code: 'UNAUTHENTICATED' });
  expect(watcher.ended).toHaveBeenCalledOnce();
  // A change that is still on its way holds back the calls of other tests.
  hanging.resolve(new Response(null, { status: 204 }));
  await changing;
  vi.useRealTimers();
});

test('a session call that doubt refuses tells so', async () => {
  server.mockResolvedValue(answer(403, { Code: 'RESTRICTED', Message: '' }));
  await call(session, {});
  expect(watcher.restricted).toHaveBeenCalledOnce();
});

test('an answer to the account before a switch is dropped, and ends nothing', async () => {
  for (const late of [
    answer(200, alive, { 'x-account-epoch': 'e1' }),
    answer(401, { Code: 'UNAUTHENTICATED', Message: '' }),
  ]) {
    setCurrentEpoch('e1');
    const { promise, resolve } = Promise.withResolvers<Response>();
    server.mockReturnValueOnce(promise);
    const called = call(session, {});
    setCurrentEpoch('e2');
    resolve(late);
    await expect(called).rejects.toBeInstanceOf(StaleAnswer);
  }
  expect(watcher.ended).not.toHaveBeenCalled();
  expect(watcher.changed).not.toHaveBeenCalled();
});

test('an answer of another session tells that the session has changed', async () => {
  server.mockResolvedValue(answer(200, { ...alive, epoch: 'e9' }, { 'x-account-epoch': 'e9' }));
  await expect(call(session, {})).rejects.toBeInstanceOf(StaleAnswer);
  expect(watcher.changed).toHaveBeenCalledExactlyOnceWith('e9');
});

test('addresses carry parameters escaped and leave out what is absent', () => {
  const sample = endpoint({
    method: 'GET',
    path: '/api/cards/{id}/notes',
    summary: '',
    access: 'public',
    params: v.object({ id: v.string() }),
    answers: {},
    errors: [],
  });
  expect(
    addressOf(sample, { params: { id: 'a/b c' }, query: { page: 2, name: 'x&y', none: undefined, nil: null } }),
  ).toBe('/api/cards/a%2Fb%20c/notes?page=2&name=x%26y');
});

test.each([
  ['the usual answer', { atStart: 'a', answered: 'a', current: 'a' }, 'current'],
  ['a refusal before the session is known', { atStart: 'a', answered: null, current: 'a' }, 'current'],
  ['the first answer of a page', { atStart: null, answered: 'a', current: null }, 'current'],
  ['asked before the epoch was known', { atStart: null, answered: 'a', current: 'a' }, 'current'],
  ['asked by the account before a switch', { atStart: 'a', answered: 'a', current: 'b' }, 'late'],
  ['a refusal to the account before a switch', { atStart: 'a', answered: null, current: 'b' }, 'late'],
  ['asked before a switch, answered after it', { atStart: 'a', answered: 'b', current: 'b' }, 'late'],
  ['asked before a logout', { atStart: 'a', answered: 'a', current: null }, 'late'],
  ['the browser has another session by now', { atStart: 'a', answered: 'b', current: 'a' }, 'changed'],
  ['asked before the epoch was known, and of another one', { atStart: null, answered: 'b', current: 'a' }, 'late'],
] as const)('%s', (_, epochs, verdict) => {
  expect(classifyResponse(epochs)).toBe(verdict);
});
