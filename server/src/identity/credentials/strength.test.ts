import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { Busy } from '../../bounded-queue.ts';
import { withinProcessorTime } from './strength.ts';

/** A thread that does this when told to, and then answers. */
async function threadThat(does: string) {
  const source = `const { parentPort } = require('node:worker_threads');
    parentPort.on('message', () => { ${does}; parentPort.postMessage('done'); })`;
  const worker = new Worker(source, { eval: true });
  onTestFinished(async () => void (await worker.terminate()));
  await once(worker, 'online');
  return withinProcessorTime(worker, 100, async () => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    worker.postMessage(null);
    return (await once(worker, 'message')) as unknown[];
  });
}

test('a thread that a busy machine does not run for many times its limit is waited for', async () => {
  const starved = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000)';
  expect(await threadThat(starved)).toEqual(['done']);
});

test('a thread that uses more than its limit is not', async () => {
  await expect(threadThat('for (;;);')).rejects.toThrow(Busy);
});
