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

test('whoever logs out while a switch is on its way owes the session that it brings', async () => {
  const { setSite } = await import('../site.ts');
  const { adoptSession } = await import('./signed-in.ts');
  const { logOut } = await import('./log-out.ts');
  const { owedLogout } = await import('./owed-logout.ts');
  setSite(testSite);
  adoptSession('e1');
  const server = vi.fn<typeof fetch>(async () => {
    // The page takes the switch's answer over before the logout has its own.
    adoptSession('e2');
    return Response.json({ Code: 'UNAUTHENTICATED', Message: '' }, { status: 401 });
  });
  vi.stubGlobal('fetch', server);
  await logOut('user');
  // None is named: the browser's own, whichever it is by then.
  expect(new Headers(server.mock.calls[0]![1]?.headers).get('x-account-epoch')).toBeNull();
  expect(owedLogout()).toBe('user');
  expect([...kept.values()].some((value) => value.endsWith(' e2'))).toBe(true);
  expect(replace).toHaveBeenCalledExactlyOnceWith('/login');
});
