import { availableParallelism } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { Busy } from '../../bounded-queue.ts';
import { FairQueue } from './fair-queue.ts';

/**
 * The time of a hostile password grows steeply with its length, and a good one is strong within this many characters,
 * such as four words.
 */
const checkedLength = 32;
/** Each loads the estimator's dictionaries (60 MB) with its first password. One core is left to the server. */
const workersAtMost = Math.min(4, Math.max(2, availableParallelism() - 1));
/** More wait only in a flood. */
const waitingAtMost = 256;
/** Much longer than the hardest password takes. A thread that uses more of a processor is replaced. */
const processorMillisecondsAtMost = 3_000;

const queue = new FairQueue(workersAtMost, waitingAtMost);
const idle: Worker[] = [];

/**
 * How hard a password is to guess: zxcvbn's score, 0 (at once) to 4, of its first characters. The estimator runs in
 * threads that start with the first passwords, so that no password can block the server, and serves the caller first
 * who has used it least.
 * @param askers every name of the asker, such as an account and an address
 * @throws Busy if too many wait, or the estimator does not finish in time
 */
export function passwordScore(password: string, askers: readonly string[]): Promise<number> {
  const checked = [...password.normalize('NFC')].slice(0, checkedLength).join('');
  return queue.run(askers, async (begin) => {
    const worker = idle.pop() ?? (await start());
    begin();
    try {
      const score = await answerOf(worker, checked);
      idle.push(worker);
      return score;
    } catch (error) {
      void worker.terminate();
      throw error;
    }
  });
}

/** A thread that has loaded its dictionaries. */
async function start(): Promise<Worker> {
  const worker = new Worker(new URL('strength-worker.ts', import.meta.url));
  worker.unref();
  worker.on('error', () => {
    const place = idle.indexOf(worker);
    if (place >= 0) idle.splice(place, 1);
  });
  await nextMessage(worker);
  return worker;
}

function answerOf(worker: Worker, password: string): Promise<number> {
  return withinProcessorTime(worker, processorMillisecondsAtMost, () => {
    // A worker thread has no origin.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    worker.postMessage(password);
    return nextMessage(worker);
  });
}

/**
 * The result of work in a thread. Only time on a processor counts: a thread that a busy machine does not run is not too
 * slow, and its successor would have to load the dictionaries first.
 * @param worker has begun to run
 * @throws Busy if the work uses more
 */
export async function withinProcessorTime<T>(
  worker: Worker,
  millisecondsAtMost: number,
  work: () => Promise<T>,
): Promise<T> {
  const before = worker.cpuUsage();
  // Where the thread ends, the work fails.
  before.catch(() => {});
  const over = new AbortController();
  const tooMuch = async (): Promise<never> => {
    for (;;) {
      await setTimeout(millisecondsAtMost, undefined, { signal: over.signal });
      const { user, system } = await worker.cpuUsage(await before);
      if (user + system >= millisecondsAtMost * 1000) throw new Busy('The estimator takes too long.');
    }
  };
  try {
    return await Promise.race([work(), tooMuch()]);
  } finally {
    over.abort();
  }
}

function nextMessage(worker: Worker): Promise<number> {
  return new Promise((resolve, reject) => {
    const done = () => {
      worker.off('message', answered);
      worker.off('error', failed);
    };
    const answered = (score: number) => (done(), resolve(score));
    const failed = (error: Error) => (done(), reject(error));
    worker.on('message', answered).on('error', failed);
  });
}
