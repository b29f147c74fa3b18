import { QueryObserver } from '@tanstack/react-query';
import { beforeEach, expect, test } from 'vitest';
import { NetworkFailure } from '../../api.ts';
import { dismissSnackbar, snackbars } from '../../kit/feedback/snackbar-store.ts';
import { queryClient, Refused } from './query-client.ts';

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
      'We could not reach the server. Please check your connection and try again.',
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

test('an outage is reported once for all that it fails, and one retry loads everything', async () => {
  const others = ['alerts', 'balance'].map((name) => ({ ...query, queryKey: ['epoch', name] }));
  await Promise.all([query, ...others].map((each) => queryClient.fetchQuery(each).catch(() => null)));
  expect(shown()).toHaveLength(1);
  isDown = false;
  shown()[0]!.action!.onPress();
  await expect.poll(() => others.map(({ queryKey }) => queryClient.getQueryData(queryKey))).toEqual(['fresh', 'fresh']);
  expect(shown()).toEqual([]);
});

test('a service that is interrupted is an outage; another failure is reported for each', async () => {
  const refusal = (Code: 'UNAVAILABLE' | 'RESTRICTED') => new Refused({ Code, Message: '' }, null);
  const fail = async (thrown: Error) => {
    const queryFn = async () => {
      throw thrown;
    };
    for (const name of ['alerts', 'balance'])
      await queryClient.fetchQuery({ ...query, queryKey: ['epoch', name], queryFn }).catch(() => null);
  };
  await fail(refusal('UNAVAILABLE'));
  expect(shown().map(({ text }) => text)).toEqual([
    'Our service is interrupted for a moment. Please try again in a few seconds.',
  ]);
  queryClient.clear();
  await fail(refusal('RESTRICTED'));
  expect(shown()).toHaveLength(2);
});

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
