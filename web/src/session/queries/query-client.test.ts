import { QueryObserver } from '@tanstack/react-query';
import { beforeEach, expect, test } from 'vitest';
import { NetworkFailure } from '../../api.ts';
import { dismissSnackbar, snackbars } from '../../kit/feedback/snackbar-store.ts';
import { queryClient } from './query-client.ts';

let isDown = true;
const query = {
  queryKey: ['epoch', 'theme'],
  meta: { unshown: 'We could not load your theme.' },
  retry: false,
  queryFn: () => (isDown ? Promise.reject(new NetworkFailure('no answer', null)) : Promise.resolve('fresh')),
};
const shown = () => snackbars.snapshot();
const fails = () => queryClient.fetchQuery(query).catch(() => null);

beforeEach(() => {
  isDown = true;
  queryClient.clear();
  for (const { id } of shown()) dismissSnackbar(id);
});

test(
  'data that no screen shows is reported once, with a retry, and the report disappears when it arrives',
  { tags: '@8.33' },
  async () => {
    const stop = new QueryObserver(queryClient, query).subscribe(() => {});
    await fails();
    await fails();
    expect(shown().map(({ text }) => text)).toEqual([
      'We could not load your theme. We could not reach the server. Please check your connection and try again.',
    ]);
    const [first] = shown();
    first!.action!.onPress();
    await expect.poll(() => shown()).toHaveLength(1);
    expect(shown()).not.toContain(first);
    isDown = false;
    shown()[0]!.action!.onPress();
    await expect.poll(() => shown()).toEqual([]);
    stop();
  },
);

test('a dismissed report does not return until the data was there in between', async () => {
  await fails();
  dismissSnackbar(shown()[0]!.id);
  await fails();
  expect(shown()).toEqual([]);
});

test('data that is no longer needed is not reported', async () => {
  await fails();
  expect(shown()).toHaveLength(1);
  queryClient.clear();
  expect(shown()).toEqual([]);
});
