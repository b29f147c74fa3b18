import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setSite } from '../site.ts';
import { marker, setCurrentEpoch } from './browser-session.ts';
import { pendingLogout, recordPendingLogout, requestLogout, retryLogout } from './pending-logout.ts';
import { adoptSession } from './enter.ts';

const site = { sessionTimeout: { idleTimeSeconds: 1140, warningTimeSeconds: 60 } };

beforeEach(() => {
  vi.useFakeTimers({ now: 1_800_000_000_000 });
  setSite(site as Parameters<typeof setSite>[0]);
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  vi.stubGlobal('window', { addEventListener: () => {} });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const leave = (reason: 'user' | 'idle' | 'suspicious') => {
  marker.write({ epoch: 'mine', lastActivity: Date.now() });
  recordPendingLogout(reason);
  marker.remove();
};
const answer = (status: number, body: unknown = null) =>
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => Response.json(body, { status })),
  );

test.each([
  ['an error', () => answer(500, {})],
  ['no connection', () => vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')))],
  ['a refusal that does not say it has ended', () => answer(503, { Code: 'BUSY', Message: '' })],
])('%s: the logout is still pending', { tags: '@2.shell.7' }, async (_, happens) => {
  leave('user');
  happens();
  expect(await requestLogout('user')).toBe(false);
  expect(pendingLogout()).toBe('user');
});

test.each([
  ['done', () => vi.stubGlobal('fetch', async () => new Response(null, { status: 204 }))],
  ['ended already', () => answer(401, { Code: 'UNAUTHENTICATED', Message: 'x' })],
  ['another session has replaced it', () => answer(409, { Code: 'SESSION_CHANGED', Message: 'x' })],
])('%s: nothing is pending any more', async (_, happens) => {
  leave('suspicious');
  expect(pendingLogout()).toBe('suspicious');
  happens();
  expect(await requestLogout('suspicious')).toBe(true);
  expect(pendingLogout()).toBeNull();
});

test("a pending logout names the session that was left, and ends no other; a new one ends the browser's current session", async () => {
  adoptSession('mine');
  leave('user');
  setCurrentEpoch(null);
  const server = vi.fn<typeof fetch>(async () => new Response(null, { status: 204 }));
  vi.stubGlobal('fetch', server);
  await retryLogout('user');
  await requestLogout('user');
  const named = server.mock.calls.map(([, init]) => new Headers(init?.headers).get('x-account-epoch'));
  expect(named).toEqual(['mine', null]);
});

test('the idle limit ends an unreachable session, on the server as well', () => {
  leave('idle');
  vi.advanceTimersByTime(1_200_000);
  expect(pendingLogout()).toBe('idle');
  vi.advanceTimersByTime(10_001);
  expect(pendingLogout()).toBeNull();
});

test('after another login nothing is pending: another try would end the new session', () => {
  leave('user');
  adoptSession('next');
  marker.remove();
  expect(pendingLogout()).toBeNull();
  // The marker of an unaware tab says the same.
  leave('user');
  marker.write({ epoch: 'other', lastActivity: Date.now() });
  expect(pendingLogout()).toBeNull();
});
