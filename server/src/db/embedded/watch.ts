import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { EmbeddedPostgres } from './start.ts';

/**
 * How soon an ended server is noticed, and how long to wait after a failed start, for example on a full disk;
 * milliseconds.
 */
const usual = { glance: 200, pause: 1000 };

/**
 * Keeps an embedded PostgreSQL running: restarts it whenever it has crashed or was killed.
 * @returns a function that ends the watch; call it before `postgres.stop`
 */
export function watchPostgres(
  postgres: Pick<EmbeddedPostgres, 'restore'>,
  log: Logger,
  every = usual,
): () => Promise<void> {
  const ending = new AbortController();
  const watching = watch(postgres, log, every, ending.signal);
  return async () => {
    ending.abort();
    await watching;
  };
}

async function watch(
  { restore }: Pick<EmbeddedPostgres, 'restore'>,
  log: Logger,
  { glance, pause }: typeof usual,
  signal: AbortSignal,
): Promise<void> {
  let next = glance;
  while (await elapsed(next, signal)) {
    try {
      next = glance;
      if (await restore()) log.error('the embedded PostgreSQL had ended and was started again');
    } catch (err) {
      next = pause;
      log.error({ err }, 'the embedded PostgreSQL does not start');
    }
  }
}

/** @returns false if the signal came first */
const elapsed = (milliseconds: number, signal: AbortSignal): Promise<boolean> =>
  delay(milliseconds, true, { signal, ref: false }).catch(() => false);
