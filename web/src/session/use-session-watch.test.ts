import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { callHooks } from '../call-hooks.ts';
import { checkSessionOnReturn } from './use-session-watch.ts';
import { setCurrentEpoch } from './browser-session.ts';

const server = vi.fn<typeof fetch>();
const ended = vi.fn<() => void>();
let page: EventTarget;
let stop = () => {};
beforeEach(() => {
  vi.useFakeTimers();
  page = new EventTarget();
  vi.stubGlobal('window', page);
  vi.stubGlobal('document', { visibilityState: 'visible' });
  vi.stubGlobal('fetch', server);
  setCurrentEpoch('e1');
  callHooks.session = { ended, restricted: () => {}, changed: () => {} };
  const stopAsking = checkSessionOnReturn();
  stop = () => {
    stopAsking();
    callHooks.session = null;
  };
  server.mockImplementation(() =>
    Promise.resolve(Response.json({ Code: 'UNAUTHENTICATED', Message: 'm' }, { status: 401 })),
  );
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.resetAllMocks();
});
const comeBack = (how = 'focus') => page.dispatchEvent(new Event(how));

test.each(['focus', 'visibilitychange'])(
  'a session ended by another device is noticed on %s',
  { tags: '@beyond.50' },
  async (how) => {
    vi.advanceTimersByTime(10_000);
    comeBack(how);
    expect(server).toHaveBeenCalledExactlyOnceWith('/api/session', expect.anything());
    await vi.waitFor(() => expect(ended).toHaveBeenCalledOnce());
  },
);

test('switching between windows asks once in ten seconds, a hidden page never', () => {
  comeBack();
  vi.advanceTimersByTime(9_999);
  comeBack();
  expect(server).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  for (let times = 0; times < 5; times += 1) comeBack();
  expect(server).toHaveBeenCalledOnce();
  vi.stubGlobal('document', { visibilityState: 'hidden' });
  vi.advanceTimersByTime(60_000);
  comeBack('visibilitychange');
  stop();
  vi.stubGlobal('document', { visibilityState: 'visible' });
  comeBack();
  expect(server).toHaveBeenCalledOnce();
});
