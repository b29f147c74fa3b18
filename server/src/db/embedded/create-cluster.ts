import { execFile } from 'node:child_process';
import { chown, mkdtemp, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Place } from './place.ts';
import type { Programs } from './programs.ts';

/**
 * Makes the cluster when it is not there. It is made aside and renamed when it is whole, so that a kill at any moment
 * leaves either no cluster or a complete one. The caller holds the start lock.
 */
export async function createClusterOnce({ home, cluster, account }: Place, { initdb }: Programs): Promise<void> {
  if (await stat(cluster).catch(() => undefined)) return;
  const leftovers = (await readdir(home)).filter((name) => name.startsWith('new-cluster-'));
  await Promise.all(leftovers.map((name) => rm(join(home, name), { recursive: true })));

  const aside = await mkdtemp(join(home, 'new-cluster-'));
  if (account) await chown(aside, account.uid, account.gid);
  // Sorting by code point is the same on every machine; people's languages are sorted where they are shown.
  const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
  // Only this user reaches the socket, so that a password would protect nothing.
  const options = ['--username=postgres', '--auth=trust', '--no-instructions', ...locale];
  await promisify(execFile)(initdb, ['-D', aside, ...options], { ...account, cwd: '/', env: postgresEnvironment });
  await rename(aside, cluster);
  const folder = await open(home);
  await folder.sync();
  await folder.close();
}

/** Nothing of the caller's: PGPORT and its like, or a locale the machine lacks, would change the server. */
export const postgresEnvironment = { LC_ALL: 'C', PATH: process.env['PATH'] };
