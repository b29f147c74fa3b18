import { afterAll, beforeAll, expect, test } from 'vitest';
import { testKeyring } from '../../testing/database/template.ts';
import { newId } from '../../db/ids.ts';
import { openTestDatabase } from '../../testing/database/open.ts';
import { environmentKeys } from '../../ports/keys/environment.ts';
import { bucketReset, countAttempt, passwordBucketKey, readBucketState, refundAttempt } from './throttle.ts';
import { closedSecondsAt, stateOf } from './throttle-rules.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

const keys = environmentKeys(testKeyring);
const start = new Date('2026-11-21T08:00:00Z');
const later = (seconds: number) => new Date(start.getTime() + seconds * 1000);
const newBucket = () => passwordBucketKey(keys, { username: newId() });

test('equal names share a bucket, and a device has its own', () => {
  const ada = passwordBucketKey(keys, { username: 'ada' });
  expect(passwordBucketKey(keys, { username: 'ＡＤＡ' })).toEqual(ada);
  expect(passwordBucketKey(keys, { username: 'adb' })).not.toEqual(ada);
  const device = passwordBucketKey(keys, { personId: 'p', quota: { deviceId: 'd' } });
  expect(passwordBucketKey(keys, { personId: 'p', quota: { deviceId: 'e' } })).not.toEqual(device);
  expect(passwordBucketKey(keys, { personId: 'q', quota: { deviceId: 'd' } })).not.toEqual(device);
  expect(passwordBucketKey(keys, { personId: 'p', quota: 'mailbox' })).not.toEqual(device);
});

test.each([
  [0, 3],
  [1, 5],
  [2, 8],
  [3, 10],
] as const)('of 64 attempts at once with a captcha of difficulty %i, %i are checked', async (difficulty, checked) => {
  const key = newBucket();
  const counts = await Promise.all(Array.from({ length: 64 }, () => countAttempt(database.db, key, difficulty, start)));
  expect(counts.filter((count) => count !== null)).toHaveLength(checked);
});

test('the statement counts and closes by the rules, up to the lock', async () => {
  const key = newBucket();
  let now = start;
  for (let failures = 1; failures <= 100; failures += 1) {
    expect((await countAttempt(database.db, key, 3, now))?.failures).toBe(failures);
    const seconds = closedSecondsAt(failures);
    const closedUntil = seconds === 0 ? null : new Date(now.getTime() + seconds * 1000);
    expect(await readBucketState(database.db, key, now)).toEqual(stateOf({ failures, closedUntil }, now));
    if (!closedUntil) continue;
    expect(await countAttempt(database.db, key, 3, new Date(closedUntil.getTime() - 1))).toBeNull();
    now = closedUntil;
  }
  const muchLater = new Date(now.getTime() + 1e12);
  expect(await countAttempt(database.db, key, 3, muchLater)).toBeNull();
  expect(await readBucketState(database.db, key, muchLater)).toEqual({ kind: 'locked' });
});

test('an unchecked attempt is taken back, with the closing it caused', async () => {
  const key = newBucket();
  const counted = [];
  for (let failures = 1; failures <= 10; failures += 1) counted.push(await countAttempt(database.db, key, 3, start));
  expect(await readBucketState(database.db, key, start)).toMatchObject({ kind: 'closed' });
  await refundAttempt(database.db, key, counted.at(-1)?.id ?? '');
  expect((await countAttempt(database.db, key, 3, start))?.failures).toBe(10);
});

test('a success opens a bucket and clears its failures', async () => {
  const key = newBucket();
  for (let failures = 1; failures <= 10; failures += 1) await countAttempt(database.db, key, 3, start);
  for (const reset of bucketReset(database.db, key)) await reset.execute();
  expect(await readBucketState(database.db, key, later(1))).toEqual({ kind: 'open', difficulty: 0 });
  expect((await countAttempt(database.db, key, 0, later(1)))?.failures).toBe(1);
});
