import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, open, rename, stat, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { postgresEnvironment } from './create-cluster.ts';
import type { Place } from './place.ts';
import { runningPostmaster, type Postmaster } from './postmaster.ts';
import type { Programs } from './programs.ts';

export type Settings = Record<string, string | number | boolean>;

/** The server ended before it was ready; the message is its log. */
export class LaunchFailed extends Error {}

/**
 * After a crash, PostgreSQL makes every file of the cluster durable before its recovery. On Linux, one call for the
 * whole file system does that in a tenth of a second. One call for each file takes seconds on a busy disk.
 */
const quickRecovery: Settings = process.platform === 'linux' ? { recovery_init_sync_method: 'syncfs' } : {};

/**
 * Starts the server as a process that outlives this one, and waits until it accepts connections, however long its
 * recovery takes.
 * @throws LaunchFailed
 */
export async function launch(place: Place, { postgres }: Programs, settings: Settings): Promise<Postmaster> {
  const options = {
    listen_addresses: '',
    port: 5432,
    unix_socket_directories: await socketFolder(place),
    unix_socket_permissions: '0700',
    ...quickRecovery,
    ...settings,
  };
  const log = await openLog(place);
  const { size: logged } = await log.stat();
  try {
    // The server has its own session, so that Ctrl+C in the terminal reaches only this process, which then stops the
    // server.
    const child = spawn(
      postgres,
      ['-D', place.cluster, ...Object.entries(options).flatMap(([k, v]) => ['-c', `${k}=${v}`])],
      {
        ...place.account,
        detached: true,
        stdio: ['ignore', log.fd, log.fd],
        env: postgresEnvironment,
        cwd: '/',
      },
    );
    child.unref();
    await once(child, 'spawn');
    return (await ready(place.cluster, child)) ?? (await failed(place.log, logged));
  } finally {
    await log.close();
  }
}

async function ready(cluster: string, child: ChildProcess): Promise<Postmaster | undefined> {
  while (child.exitCode === null && child.signalCode === null) {
    const postmaster = await runningPostmaster(cluster);
    if (postmaster?.pid === child.pid && postmaster?.ready) return postmaster;
    await delay(10);
  }
  return undefined;
}

async function failed(log: string, from: number): Promise<never> {
  const file = await open(log);
  const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(8192), position: from });
  await file.close();
  throw new LaunchFailed(`PostgreSQL did not start:\n${buffer.toString('utf8', 0, bytesRead)}`);
}

/**
 * The path of a unix socket may have about 100 bytes; a cluster in a deeper folder gets a private folder for its
 * socket.
 */
async function socketFolder({ home, account }: Place): Promise<string> {
  if (Buffer.byteLength(join(home, '.s.PGSQL.5432.lock')) <= 100 && !home.includes(',')) return home;
  const folder = await mkdtemp(join(tmpdir(), 'florin-'));
  if (account) await chown(folder, account.uid, account.gid);
  return folder;
}

const logBytesAtMost = 10 * 1024 * 1024;

async function openLog({ log, account }: Place): Promise<FileHandle> {
  const { size } = await stat(log).catch(() => ({ size: 0 }));
  if (size > logBytesAtMost) await rename(log, `${log}.old`);
  const file = await open(log, 'a', 0o600);
  if (account) await file.chown(account.uid, account.gid);
  return file;
}
