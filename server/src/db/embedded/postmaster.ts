import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

export interface Postmaster {
  pid: number;
  /** The folder of the unix socket. */
  socketFolder: string;
  ready: boolean;
}

/**
 * The running server of a cluster, started by any process. Undefined if there is none, even if a leftover
 * `postmaster.pid` names a process id that now belongs to another program or to a dead process that is not reaped yet.
 */
export async function runningPostmaster(cluster: string): Promise<Postmaster | undefined> {
  const recorded = await readPidFile(cluster);
  return recorded && (await isPostmasterOf(cluster, recorded.pid)) ? recorded : undefined;
}

/** Whether the recorded server runs, cheap enough to check several times a second. */
export async function isUp(cluster: string): Promise<boolean> {
  if (process.platform === 'linux') return (await runningPostmaster(cluster)) !== undefined;
  const recorded = await readPidFile(cluster);
  return recorded !== undefined && exists(recorded.pid);
}

/**
 * Removes records that prevent PostgreSQL from starting: those of a dead server whose process id is in use again.
 * PostgreSQL itself removes a record with an unused id, and finds running processes of the old server by their shared
 * memory. The caller holds the start lock.
 */
export async function removeMisleadingRecords(cluster: string): Promise<void> {
  const recorded = await readPidFile(cluster);
  if (!recorded || !exists(recorded.pid) || (await isPostmasterOf(cluster, recorded.pid))) return;
  if (recorded.socketFolder) await rm(join(recorded.socketFolder, '.s.PGSQL.5432.lock'), { force: true });
  await rm(join(cluster, 'postmaster.pid'), { force: true });
}

/** Sends a signal to the server and waits until it has ended. */
export async function endPostmaster(cluster: string, pid: number, signal: NodeJS.Signals): Promise<void> {
  process.kill(pid, signal);
  while (await isPostmasterOf(cluster, pid)) await delay(10);
}

/** postmaster.pid: process id, data directory, start time, port, socket folder, listen address, shared memory, status. */
async function readPidFile(cluster: string): Promise<Postmaster | undefined> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  return { pid, socketFolder: lines[4] ?? '', ready: lines[7]?.trim() === 'ready' };
}

async function isPostmasterOf(cluster: string, pid: number): Promise<boolean> {
  if (process.platform === 'linux') {
    // Everyone can read the command line, which is empty for a dead process; `exe` and `cwd` are unreadable in some
    // containers.
    const [program, option, folder] = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0');
    return basename(program ?? '') === 'postgres' && option === '-D' && folder === cluster;
  }
  const { stdout } = await promisify(execFile)('ps', ['-p', String(pid), '-o', 'command=']).catch(() => ({
    stdout: '',
  }));
  return stdout.includes(`postgres -D ${cluster} `);
}

function exists(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM';
  }
}
