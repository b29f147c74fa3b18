import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { currentEpoch, marker, setCurrentEpoch } from './browser-session.ts';
import { administrator, answersFor } from '../testing/people.ts';
import { setSite } from '../site.ts';
import { testSite } from '../testing/test-site.ts';
import { queryClient } from './queries/query-client.ts';
import { loadPerson, renewSession } from './person.ts';

afterEach(() => vi.unstubAllGlobals());

beforeEach(() => {
  vi.stubGlobal('localStorage', undefined);
  setSite(testSite);
  queryClient.clear();
  setCurrentEpoch('before');
});

test("the account's answers stay valid under the new epoch", () => {
  queryClient.setQueryData(['before', 'contacts'], ['maya@n.example'], { updatedAt: 1000 });
  queryClient.setQueryData(['another', 'contacts'], ['someone@else.example']);
  renewSession('after');
  expect(currentEpoch()).toBe('after');
  expect(marker.read()?.epoch).toBe('after');
  expect(queryClient.getQueryData(['after', 'contacts'])).toEqual(['maya@n.example']);
  expect(queryClient.getQueryState(['after', 'contacts'])?.dataUpdatedAt).toBe(1000);
});

test('queries without an answer are not kept', () => {
  queryClient.getQueryCache().build(queryClient, { queryKey: ['before', 'balance'] });
  renewSession('after');
  expect(queryClient.getQueryCache().find({ queryKey: ['after', 'balance'] })).toBeUndefined();
});

test('the same epoch changes nothing', () => {
  queryClient.setQueryData(['before', 'contacts'], ['maya@n.example']);
  renewSession('before');
  expect(queryClient.getQueryCache().getAll()).toHaveLength(1);
});

const { session } = answersFor(administrator);
const answerOf = (status: number, body: unknown, epoch: string) =>
  Response.json(body, { status, headers: { 'x-account-epoch': epoch } });
const bodies: Record<string, unknown> = { '/api/user-info': administrator, '/api/session': session };

test('a page that loads while another tab switches accounts enters the new session', async () => {
  marker.write({ epoch: 'before', lastActivity: Date.now() });
  vi.stubGlobal('fetch', (address: string) =>
    Promise.resolve(
      currentEpoch() === 'before'
        ? answerOf(409, { Code: 'SESSION_CHANGED', Message: '' }, 'after')
        : answerOf(200, bodies[address] ?? {}, 'after'),
    ),
  );
  expect(await loadPerson()).toMatchObject({ userId: administrator.userId });
  expect(currentEpoch()).toBe('after');
  expect(marker.read()?.epoch).toBe('after');
});

test('a server that names another session each time ends in the login', async () => {
  vi.stubGlobal('fetch', () =>
    Promise.resolve(answerOf(409, { Code: 'SESSION_CHANGED', Message: '' }, `not ${currentEpoch()}`)),
  );
  expect(await loadPerson()).toBeNull();
  expect(marker.read()).toBeNull();
});
