import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { session } from '@florin/contract/access/session';
import { call } from '../../api.ts';
import { setCurrentEpoch } from '../browser-session.ts';
import { askAhead } from './ask-ahead.ts';

const key = 'florin-session';
const hour = 3_600_000;
const addresses = ['/api/session', '/api/user-info'];
const alive = {
  userId: 'u',
  role: 'ADMIN',
  epoch: 'e1',
  isSuspect: false,
  suspectSecondsLeft: null,
  remaining: { idleSeconds: 1, absoluteSeconds: 2 },
};
const server = vi.fn<typeof fetch>();
let marker: string | null = null;

beforeEach(() => {
  vi.useFakeTimers();
  marker = JSON.stringify({ epoch: 'e1', lastActivity: Date.now() });
  vi.stubGlobal('localStorage', { getItem: () => marker });
  vi.stubGlobal('fetch', server);
  server.mockImplementation(() => Promise.resolve(Response.json(alive)));
});
afterEach(() => {
  globalThis.florinAhead = undefined;
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.resetAllMocks();
});

test('the first calls are sent for the session of the browser, as the app sends them', () => {
  askAhead(key, hour, addresses);
  expect(server.mock.calls.map(([address]) => address)).toEqual(addresses);
  const [, init] = server.mock.calls[0]!;
  expect(init).toEqual({
    headers: { accept: 'application/json', 'x-requested-by': 'florin', 'x-account-epoch': 'e1' },
    credentials: 'same-origin',
    cache: 'no-store',
  });
});

test.each([
  ['nobody is signed in', () => null],
  ['the marker is not one', () => '{'],
  ['the session has ended by idleness', () => JSON.stringify({ epoch: 'e1', lastActivity: Date.now() - hour })],
])('nothing is sent where %s', (_, stored) => {
  marker = stored();
  askAhead(key, hour, addresses);
  expect(server).not.toHaveBeenCalled();
  expect(globalThis.florinAhead).toBeUndefined();
});

test('a call takes the answer instead of being sent, once', async () => {
  askAhead(key, hour, addresses);
  setCurrentEpoch('e1');
  expect(await call(session, {})).toMatchObject({ ok: true, body: alive });
  expect(server).toHaveBeenCalledTimes(2);
  await call(session, {});
  expect(server).toHaveBeenCalledTimes(3);
});

test.each([
  ['of another session', () => globalThis.florinAhead!('GET', '/api/session', 'e2')],
  ['to another address', () => globalThis.florinAhead!('GET', '/api/balance', 'e1')],
  [
    'after an act, which may have changed it',
    () => {
      void globalThis.florinAhead!('POST', '/api/appearance', 'e1');
      return globalThis.florinAhead!('GET', '/api/session', 'e1');
    },
  ],
  [
    'when it is old',
    () => {
      vi.advanceTimersByTime(10_000);
      return globalThis.florinAhead!('GET', '/api/session', 'e1');
    },
  ],
])('no answer is given to a call %s', (_, taken) => {
  askAhead(key, hour, addresses);
  expect(taken()).toBeUndefined();
});

test('an answer that fails is the call’s failure, and no error of the page', async () => {
  server.mockImplementation(() => Promise.reject(new TypeError('offline')));
  askAhead(key, hour, addresses);
  setCurrentEpoch('e1');
  await expect(call(session, {})).rejects.toThrow('no answer');
});
