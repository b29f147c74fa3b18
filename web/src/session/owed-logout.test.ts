import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setSite } from '../site.ts';
import { setCurrentEpoch } from './epoch.ts';
import { removeMarker, writeMarker } from './marker.ts';
import { endOnServer, endOwed, oweLogout, owedLogout } from './owed-logout.ts';
import { adoptSession } from './signed-in.ts';

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

const owe = (reason: 'user' | 'idle' | 'suspicious') => {
  writeMarker({ epoch: 'mine', lastActivity: Date.now() });
  oweLogout(reason);
  removeMarker();
};
const answer = (status: number, body: unknown = null) =>
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => Response.json(body, { status })),
  );

test.each([
  ['an error', () => answer(500, {})],
  ['no connection', () => vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')))],
  ['a refusal that does not say it is over', () => answer(503, { Code: 'BUSY', Message: '' })],
])('%s: the logout is still owed', { tags: '@2.shell.7' }, async (_, happens) => {
  owe('user');
  happens();
  expect(await endOnServer('user')).toBe(false);
  expect(owedLogout()).toBe('user');
});

test.each([
  ['done', () => vi.stubGlobal('fetch', async () => new Response(null, { status: 204 }))],
  ['over already', () => answer(401, { Code: 'UNAUTHENTICATED', Message: 'x' })],
  ['another session has come instead', () => answer(409, { Code: 'SESSION_CHANGED', Message: 'x' })],
])('%s: nothing is owed any more', async (_, happens) => {
  owe('suspicious');
  expect(owedLogout()).toBe('suspicious');
  happens();
  expect(await endOnServer('suspicious')).toBe(true);
  expect(owedLogout()).toBeNull();
});

test('an owed logout names the session that was left, and ends no other; one that is pressed ends whatever there is', async () => {
  adoptSession('mine');
  owe('user');
  setCurrentEpoch(null);
  const server = vi.fn<typeof fetch>(async () => new Response(null, { status: 204 }));
  vi.stubGlobal('fetch', server);
  await endOwed('user');
  await endOnServer('user');
  const named = server.mock.calls.map(([, init]) => new Headers(init?.headers).get('x-account-epoch'));
  expect(named).toEqual(['mine', null]);
});

test('the idle limit ends what nobody could end, on the server as well', () => {
  owe('idle');
  vi.advanceTimersByTime(1_200_000);
  expect(owedLogout()).toBe('idle');
  vi.advanceTimersByTime(10_001);
  expect(owedLogout()).toBeNull();
});

test('whoever logs in owes nothing: another try would log them out', () => {
  owe('user');
  adoptSession('next');
  removeMarker();
  expect(owedLogout()).toBeNull();
  // The marker of a tab that has not heard of it says the same.
  owe('user');
  writeMarker({ epoch: 'other', lastActivity: Date.now() });
  expect(owedLogout()).toBeNull();
});
