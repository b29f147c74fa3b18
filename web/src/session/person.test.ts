import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { currentEpoch, marker, setCurrentEpoch } from './browser-session.ts';
import { queryClient } from './queries/query-client.ts';
import { renewSession } from './person.ts';

afterEach(() => vi.unstubAllGlobals());

beforeEach(() => {
  vi.stubGlobal('localStorage', undefined);
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
