import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Another server already uses the folder. */
export class AlreadyRunning extends Error {}

/**
 * Takes a data folder for this process, so that two embedded servers never share one; a lock whose process is gone
 * (kill -9) is taken over.
 * @returns what gives the folder back
 * @throws AlreadyRunning with the other server's process id
 */
export function lockDataFolder(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true });
  const file = join(dataDir, 'server.pid');
  for (let attempt = 0; ; attempt++) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' });
      return () => rmSync(file, { force: true });
    } catch (error) {
      if ((error as { code?: string }).code !== 'EEXIST' || attempt > 2) throw error;
      const pid = Number(readFileSync(file, 'utf8'));
      if (Number.isInteger(pid) && pid > 0 && pid !== process.pid && isFlorin(pid))
        throw new AlreadyRunning(`Florin already runs on this data folder (process ${pid}): ${dataDir}`);
      rmSync(file, { force: true });
    }
  }
}

/** A live process with that id that is a Florin server: ids are reused, above all after a restart of the machine. */
function isFlorin(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM';
  }
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('server/src/main.ts');
  } catch {
    return process.platform !== 'linux';
  }
}
