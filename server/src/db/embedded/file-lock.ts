import { setTimeout as delay } from 'node:timers/promises';
import { DatabaseSync } from 'node:sqlite';

export interface FileLock {
  release(): void;
}

/**
 * Takes a lock on a file between processes; undefined if another process has it. An `exclusive` lock excludes all
 * others, a `shared` lock only exclusive ones. The kernel releases the lock when its process ends in any way, so no
 * lock is ever stale. Node has no file locks; an empty SQLite file provides them on every platform.
 */
export function tryLock(file: string, kind: 'shared' | 'exclusive'): FileLock | undefined {
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    database.exec(kind === 'exclusive' ? 'begin exclusive' : 'begin; select 1 from sqlite_schema');
    return { release: () => void (database.isOpen && database.close()) };
  } catch (error) {
    database.close();
    if ((error as { errcode?: number }).errcode === sqliteBusy) return undefined;
    throw error;
  }
}

const sqliteBusy = 5;

/** Like `tryLock`, but waits until the lock is free. */
export async function lock(file: string, kind: 'shared' | 'exclusive'): Promise<FileLock> {
  for (;;) {
    const taken = tryLock(file, kind);
    if (taken) return taken;
    await delay(20);
  }
}
