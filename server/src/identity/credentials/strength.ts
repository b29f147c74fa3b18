import { Worker } from 'node:worker_threads';

/** More than this adds nothing to a score, only to its time. */
const judgedLength = 64;

interface Answer {
  id: number;
  score: number;
}
const waiting = new Map<number, { resolve: (score: number) => void; reject: (error: Error) => void }>();
let worker: Worker | null = null;
let lastId = 0;

/**
 * How hard a password is to guess: zxcvbn's score, 0 (at once) to 4. The estimator and its dictionaries (60 MB) run in
 * a thread that starts with the first password, so that no password can stop the server.
 */
export function passwordScore(password: string): Promise<number> {
  const id = ++lastId;
  const judged = password.normalize('NFC').slice(0, judgedLength);
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject });
    // A worker thread has no origin.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    (worker ??= start()).postMessage({ id, password: judged });
  });
}

function start(): Worker {
  const started = new Worker(new URL('strength-worker.ts', import.meta.url));
  started.unref();
  started.on('message', ({ id, score }: Answer) => {
    waiting.get(id)?.resolve(score);
    waiting.delete(id);
  });
  started.on('error', (error: Error) => {
    worker = null;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  });
  return started;
}
