import { chmod, chown, mkdir, mkdtemp, open, realpath, rm, stat, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { accountFor, canReach, type Account } from './account.ts';

/** The files of one embedded server, and their owner. */
export interface Place {
  /** The folder of all files below; an absolute path without symbolic links. */
  home: string;
  /** PostgreSQL's data directory. */
  cluster: string;
  log: string;
  /** Held by the process that starts or stops the server. */
  startLock: string;
  /** Shared by every process that uses the server. */
  usersLock: string;
  account: Account | undefined;
}

/**
 * Prepares `<dataDir>/postgres`. If root keeps the data in a folder that no other user can reach, `postgres` becomes a
 * symbolic link into /var/lib/florin, because PostgreSQL does not run as root.
 */
export async function preparePlace(dataDir: string, log: (message: string) => void): Promise<Place> {
  const entrance = join(resolve(dataDir), 'postgres');
  const account = await accountFor(entrance);
  await mkdir(dataDir, { recursive: true });
  if (account && !(await exists(entrance)) && !(await canReach(account, await realpath(dataDir)))) {
    await linkToReachable(entrance, log);
  }
  await mkdir(entrance, { recursive: true, mode: 0o700 });
  const home = await realpath(entrance);
  await refuseForeign(home);
  const place = {
    home,
    cluster: join(home, 'cluster'),
    log: join(home, 'postgres.log'),
    startLock: join(home, 'start.lock'),
    usersLock: join(home, 'users.lock'),
    account,
  };
  for (const file of [place.startLock, place.usersLock]) await (await open(file, 'a')).close();
  if (account) {
    for (const path of [home, place.startLock, place.usersLock]) await chown(path, account.uid, account.gid);
    if (!(await canReach(account, home))) {
      throw new Error(
        `PostgreSQL does not run as root, and user ${account.uid} cannot reach ${home}: choose another DATA_DIR.`,
      );
    }
  }
  return place;
}

const reachable = '/var/lib/florin';

async function linkToReachable(entrance: string, log: (message: string) => void): Promise<void> {
  await mkdir(reachable, { recursive: true });
  await chmod(reachable, 0o755);
  const target = await mkdtemp(join(reachable, 'postgres-'));
  try {
    await symlink(target, entrance);
    log(`PostgreSQL does not run as root, and no other user reaches ${entrance}: its files are in ${target}.`);
  } catch (error) {
    await rm(target, { recursive: true });
    // Another process has made the link in the meantime.
    if ((error as { code?: string }).code !== 'EEXIST') throw error;
  }
}

async function refuseForeign(home: string): Promise<void> {
  const { uid } = await stat(home);
  const own = process.getuid?.() ?? uid;
  if (own !== 0 && own !== uid) {
    throw new Error(`${home} belongs to another user (${uid}): start as that user, or choose another DATA_DIR.`);
  }
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
