import { expect, test } from 'vitest';
import { Busy } from '../../bounded-queue.ts';
import { Turns } from './turns.ts';

/** Work that the test completes. */
function pieces() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => () =>
    new Promise<string>((resolve) => {
      begun.push(name);
      ends.set(name, () => resolve(name));
    });
  return { begun, work, end: (name: string) => ends.get(name)!() };
}

test('one runs, one waits, and a newer one replaces the waiting one', async () => {
  const { begun, work, end } = pieces();
  const judging = new Turns();
  const first = judging.run('a', work('first'), true);
  const second = judging.run('a', work('second'), true);
  const third = judging.run('a', work('third'), true);
  await expect(second).rejects.toThrow(Busy);
  expect(begun).toEqual(['first']);
  end('first');
  expect(await first).toBe('first');
  await expect.poll(() => begun).toEqual(['first', 'third']);
  const fourth = judging.run('a', work('fourth'), true);
  end('third');
  expect(await third).toBe('third');
  await expect.poll(() => begun).toEqual(['first', 'third', 'fourth']);
  end('fourth');
  expect(await fourth).toBe('fourth');
});

test('askers do not wait for each other, and a failure admits the next one', async () => {
  const { begun, work, end } = pieces();
  const judging = new Turns();
  const failing = judging.run('a', () => Promise.reject(new Error('worker gone')), true);
  const next = judging.run('a', work('next'), true);
  const other = judging.run('b', work('other'), true);
  await expect(failing).rejects.toThrow('worker gone');
  await expect.poll(() => begun.toSorted()).toEqual(['next', 'other']);
  end('next');
  end('other');
  expect(await Promise.all([next, other])).toEqual(['next', 'other']);
});

test('if every one counts, they run one after the other', async () => {
  const { begun, work, end } = pieces();
  const judging = new Turns();
  const all = ['first', 'second', 'third'].map((name) => judging.run('a', work(name), false));
  for (const [index, name] of ['first', 'second', 'third'].entries()) {
    await expect.poll(() => begun).toHaveLength(index + 1);
    end(name);
  }
  expect(await Promise.all(all)).toEqual(['first', 'second', 'third']);
});
