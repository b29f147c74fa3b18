import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { tryLock } from './db/embedded/file-lock.ts';

/** Another server already uses the folder. */
export class AlreadyRunning extends Error {}

/** A server whose starter was killed needs a moment to stop. */
const waitMilliseconds = 10_000;
const pauseMilliseconds = 50;

/**
 * Takes a data folder for this process, so that two embedded servers never share one. The lock is the kernel's and ends
 * with its process; the file `server.pid` is for people and tools.
 * @returns a function that releases the folder
 * @throws AlreadyRunning with the other server's process id
 */
export async function lockDataFolder(dataDir: string): Promise<() => void> {
  mkdirSync(dataDir, { recursive: true });
  const pidFile = join(dataDir, 'server.pid');
  for (const until = performance.now() + waitMilliseconds; ; await delay(pauseMilliseconds)) {
    const lock = tryLock(join(dataDir, 'server.lock'), 'exclusive');
    if (lock) {
      writeFileSync(pidFile, String(process.pid));
      return () => lock.release();
    }
    if (performance.now() > until)
      throw new AlreadyRunning(
        `Florin already runs on this data folder (process ${readFileSync(pidFile, 'utf8')}): ${dataDir}`,
      );
  }
}
