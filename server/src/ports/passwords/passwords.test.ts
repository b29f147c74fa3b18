import { parseOptions } from '@node-rs/argon2';
import { describe, expect, test } from 'vitest';
import { boundedQueue, Busy } from '../../bounded-queue.ts';
import { createPasswords } from './passwords.ts';

describe('passwords', () => {
  const passwords = createPasswords();

  test('are hashed by Argon2id with OWASP parameters, each with its own salt', async () => {
    const [one, two] = await Promise.all([passwords.hash('paper lantern'), passwords.hash('paper lantern')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(parseOptions(one)).toMatchObject({ memoryCost: 19_456, timeCost: 2, parallelism: 1 });
    expect(one).not.toBe(two);
  });

  test('match exactly, except for the normal form', async () => {
    const stored = await passwords.hash('caf\u00E9 au lait');
    expect(await passwords.verify(stored, 'cafe\u0301 au lait')).toBe(true);
    expect(await passwords.verify(stored, 'cafe au lait')).toBe(false);
    expect(await passwords.verify(stored, 'Caf\u00E9 au lait')).toBe(false);
    expect(await passwords.verify(stored, 'caf\u00E9 au lait ')).toBe(false);
  });

  test('of unknown people never match, and cost a hash', async () => {
    expect(await passwords.verify(null, 'paper lantern')).toBe(false);
    expect(await passwords.verify(null, '')).toBe(false);
  });

  test('are refused at once if too many wait', async () => {
    const one = createPasswords({ inFlight: 1, waitingAtMost: 2 });
    const results = await Promise.allSettled(Array.from({ length: 5 }, () => one.verify(null, 'x')));
    const refused = results.filter((result) => result.status === 'rejected');
    expect(refused).toHaveLength(2);
    expect(refused.every((result) => result.reason instanceof Busy)).toBe(true);
    expect(await one.verify(null, 'x')).toBe(false);
  });
});

describe('a bounded queue', () => {
  test('never runs more than it may, keeps the order, and goes on after a failure', async () => {
    const queue = boundedQueue(2, 10);
    let running = 0;
    let most = 0;
    const order: number[] = [];
    const work = (number: number) => async () => {
      running += 1;
      most = Math.max(most, running);
      order.push(number);
      await Promise.resolve();
      running -= 1;
      if (number === 1) throw new Error('one');
      return number;
    };
    const results = await Promise.allSettled([0, 1, 2, 3, 4].map((number) => queue.run(work(number))));
    expect(results.map((result) => (result.status === 'fulfilled' ? result.value : 'failed'))).toEqual([
      0,
      'failed',
      2,
      3,
      4,
    ]);
    expect(order).toEqual([0, 1, 2, 3, 4]);
    expect(most).toBe(2);
    expect(running).toBe(0);
  });

  /** A queue of one place, taken until `finish` is called. */
  function taken(waitingAtMost: number) {
    const queue = boundedQueue(1, waitingAtMost);
    let finish = () => {};
    const first = queue.run(() => new Promise<void>((resolve) => (finish = resolve)));
    return { queue, first, finish: () => finish() };
  }

  test('serves strangers after everyone else', async () => {
    const { queue, first, finish } = taken(4);
    const order: string[] = [];
    const note = (who: string) => () => Promise.resolve(void order.push(who));
    const waiting = [
      queue.run(note('stranger'), '192.0.2.1'),
      queue.run(note('known')),
      queue.run(note('other stranger'), '192.0.2.2'),
    ];
    finish();
    await Promise.all([first, ...waiting]);
    expect(order).toEqual(['known', 'stranger', 'other stranger']);
  });

  test('reserves places for known people, and lets no stranger take them all', async () => {
    const { queue, first, finish } = taken(20);
    const settled = (runs: Promise<unknown>[]) => Promise.allSettled(runs);
    const nothing = () => Promise.resolve();
    const flood = settled(Array.from({ length: 50 }, () => queue.run(nothing, '192.0.2.1')));
    const others = settled(Array.from({ length: 50 }, (_, index) => queue.run(nothing, `198.51.100.${index}`)));
    expect(queue.isUnderPressure()).toBe(true);
    const known = queue.run(nothing);
    finish();
    await first;
    await expect(known).resolves.toBeUndefined();
    const admitted = async (results: typeof flood) =>
      (await results).filter(({ status }) => status === 'fulfilled').length;
    expect(await admitted(flood)).toBe(16);
    expect(await admitted(others)).toBe(4);
    expect(queue.isUnderPressure()).toBe(false);
  });
});
