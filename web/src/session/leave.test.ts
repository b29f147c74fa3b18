import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { testSite } from '../testing/test-site.ts';

const replace = vi.fn<(path: string) => void>();
const kept = new Map<string, string>();

beforeEach(() => {
  vi.resetModules();
  kept.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  vi.stubGlobal('window', { addEventListener: () => {}, location: { replace } });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetAllMocks();
});

test('a logout during a switch stays pending for the session that the switch brings', async () => {
  const { setSite } = await import('../site.ts');
  const { adoptSession } = await import('./enter.ts');
  const { logOut } = await import('./leave.ts');
  const { pendingLogout } = await import('./pending-logout.ts');
  setSite(testSite);
  adoptSession('e1');
  const server = vi.fn<typeof fetch>(async () => {
    // The page handles the switch's answer before the logout has its own.
    adoptSession('e2');
    return Response.json({ Code: 'UNAUTHENTICATED', Message: '' }, { status: 401 });
  });
  vi.stubGlobal('fetch', server);
  await logOut('user');
  // None is named: the browser's current one.
  expect(new Headers(server.mock.calls[0]![1]?.headers).get('x-account-epoch')).toBeNull();
  expect(pendingLogout()).toBe('user');
  expect([...kept.values()].some((value) => value.includes('"epoch":"e2"'))).toBe(true);
  expect(replace).toHaveBeenCalledExactlyOnceWith('/login');
});
