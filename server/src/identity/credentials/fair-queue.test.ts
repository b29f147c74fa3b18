import { expect, test } from 'vitest';
import { Busy } from '../../bounded-queue.ts';
import { FairQueue } from './fair-queue.ts';

/** A queue of one place on a clock of its own, and work that takes the given time of it. */
function oneAtATime(waitingAtMost = 100) {
  let now = 0;
  const order: string[] = [];
  const queue = new FairQueue(1, waitingAtMost, () => now);
  const ask = (name: string, askers: string[], milliseconds = 100) =>
    queue.run(askers, async () => {
      order.push(name);
      now += milliseconds;
      await Promise.resolve();
    });
  return { ask, order, pass: (milliseconds: number) => (now += milliseconds) };
}

test('an asker who has used nothing comes before a flood that came first', async () => {
  const { ask, order } = oneAtATime();
  await ask('flood 1', ['flooder']);
  const flood = ['flood 2', 'flood 3', 'flood 4'].map((name) => ask(name, ['flooder']));
  await Promise.all([...flood, ask('honest', ['owner'])]);
  expect(order).toEqual(['flood 1', 'flood 2', 'honest', 'flood 3', 'flood 4']);
});

test('askers who have used the same take turns', async () => {
  const { ask, order } = oneAtATime();
  await Promise.all([ask('a1', ['a']), ask('a2', ['a']), ask('a3', ['a']), ask('b1', ['b']), ask('b2', ['b'])]);
  expect(order).toEqual(['a1', 'b1', 'a2', 'b2', 'a3']);
});

test('a new name at the same address is no new asker, nor the same name at a new address', async () => {
  const { ask, order } = oneAtATime();
  await ask('first', ['invite 1', 'address 1']);
  await Promise.all([
    ask('begun', ['invite 1', 'address 1']),
    ask('new name', ['invite 2', 'address 1']),
    ask('new address', ['invite 1', 'address 2']),
    ask('honest', ['invite 3', 'address 3']),
  ]);
  expect(order.slice(0, 3)).toEqual(['first', 'begun', 'honest']);
});

test('what was used is forgotten in time', async () => {
  const { ask, order, pass } = oneAtATime();
  await ask('long ago', ['a'], 800);
  pass(5 * 30_000);
  await Promise.all([ask('begun', ['c']), ask('b', ['b']), ask('b again', ['b']), ask('a', ['a'])]);
  expect(order.slice(1)).toEqual(['begun', 'b', 'a', 'b again']);
});

test('a full queue refuses the asker who has used most', async () => {
  const { ask, order } = oneAtATime(2);
  await ask('before', ['flooder']);
  const running = ask('running', ['flooder']);
  const waiting = [ask('waiting 1', ['flooder']), ask('waiting 2', ['flooder'])];
  const refused = [waiting[1], ask('too many', ['flooder'])].map((each) => expect(each).rejects.toThrow(Busy));
  await Promise.all([running, waiting[0], ...refused, ask('honest', ['owner'])]);
  expect(order).toEqual(['before', 'running', 'honest', 'waiting 1']);
});

test('what happens before the work begins is not charged', async () => {
  let now = 0;
  const order: string[] = [];
  const queue = new FairQueue(1, 10, () => now);
  await queue.run(['first'], async (begin) => {
    now += 1000;
    begin();
    now += 10;
  });
  await queue.run(['second'], async () => void (now += 20));
  const note = (name: string) => queue.run([name], async () => void order.push(name));
  await Promise.all([note('begun'), note('second'), note('first')]);
  expect(order).toEqual(['begun', 'first', 'second']);
});

test('runs as many at once as there are places, and goes on after a failure', async () => {
  const queue = new FairQueue(2, 10);
  let running = 0;
  let most = 0;
  const work = (fails: boolean) => async () => {
    most = Math.max(most, ++running);
    await Promise.resolve();
    running -= 1;
    if (fails) throw new Error('worker gone');
  };
  const results = await Promise.allSettled(
    [true, false, false, true, false].map((fails) => queue.run(['a'], work(fails))),
  );
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
  expect(most).toBe(2);
});
