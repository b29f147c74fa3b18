import { execFile } from 'node:child_process';
import { chown, mkdtemp, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Place } from './place.ts';
import type { Programs } from './programs.ts';

/**
 * Creates the cluster if it is missing. It is created in another folder and renamed when complete, so that a kill at
 * any moment leaves either no cluster or a complete one. The caller holds the start lock.
 */
export async function createClusterOnce({ home, cluster, account }: Place, { initdb }: Programs): Promise<void> {
  if (await stat(cluster).catch(() => undefined)) return;
  const leftovers = (await readdir(home)).filter((name) => name.startsWith('new-cluster-'));
  // After a kill, `initdb` may go on writing there until it misses its files.
  const patiently = { recursive: true, force: true, maxRetries: 10, retryDelay: 100 };
  await Promise.all(leftovers.map((name) => rm(join(home, name), patiently)));

  const aside = await mkdtemp(join(home, 'new-cluster-'));
  if (account) await chown(aside, account.uid, account.gid);
  // Sorting by code point is the same on every machine. Text for people is sorted where it is shown.
  const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
  // Only this user can reach the socket, so a password would add nothing.
  const options = ['--username=postgres', '--auth=trust', '--no-instructions', ...locale];
  await promisify(execFile)(initdb, ['-D', aside, ...options], { ...account, cwd: '/', env: postgresEnvironment });
  await rename(aside, cluster);
  const folder = await open(home);
  await folder.sync();
  await folder.close();
}

/**
 * Only these variables are passed, because others, such as PGPORT or a locale that the machine lacks, would change the
 * server.
 */
export const postgresEnvironment = { LC_ALL: 'C', PATH: process.env['PATH'] };
