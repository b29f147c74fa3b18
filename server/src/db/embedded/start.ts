import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createClusterOnce } from './create-cluster.ts';
import { lock, tryLock } from './file-lock.ts';
import { launch, LaunchFailed, type Settings } from './launch.ts';
import { preparePlace, type Place } from './place.ts';
import { endPostmaster, isUp, removeMisleadingRecords, runningPostmaster, type Postmaster } from './postmaster.ts';
import { findPrograms, type Programs } from './programs.ts';

export interface EmbeddedPostgres {
  /** A connection URL of the superuser, over a unix socket that only this user can open. */
  url: string;
  /** The server was running already, for example after a kill -9 of the process that started it. */
  adopted: boolean;
  /** No other process used the server at that time. */
  alone: boolean;
  /**
   * Stops the server and waits until it has ended. It keeps running if another process uses it. `smart` waits until the
   * clients disconnect, `fast` (the default) disconnects them, `immediate` makes the next start recover.
   */
  stop: (mode?: StopMode) => Promise<void>;
  /**
   * Starts the server again, at the same address, if it has ended without `stop`.
   * @returns whether it had ended
   * @throws LaunchFailed if it does not start now
   */
  restore: () => Promise<boolean>;
}

export type StopMode = 'smart' | 'fast' | 'immediate';

const signals = { smart: 'SIGTERM', fast: 'SIGINT', immediate: 'SIGQUIT' } as const;

/**
 * Starts a real PostgreSQL 18 on the files in `<dataDir>/postgres`, or adopts the server running on them. Works as root
 * or not, after a kill -9 of anything at any moment, and with several starters at once.
 * @param options.settings PostgreSQL settings for a start; an adopted server keeps its own
 * @throws a sentence for people, or LaunchFailed with the server's log
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string;
  settings?: Settings;
  log?: (message: string) => void;
}): Promise<EmbeddedPostgres> {
  const place = await preparePlace(options.dataDir, options.log ?? console.log);
  const starting = await lock(place.startLock, 'exclusive');
  try {
    const onlyUser = tryLock(place.usersLock, 'exclusive');
    onlyUser?.release();
    const found = await settled(place);
    const postmaster = found ?? (await startStopped(place, options.settings ?? {}));
    const using = await lock(place.usersLock, 'shared');
    const stop = async (mode: StopMode = 'fast') => {
      using.release();
      await stopUnlessUsed(place, mode);
    };
    const restore = async () => {
      if (await isUp(place.cluster)) return false;
      return restored(place, { ...options.settings, unix_socket_directories: postmaster.socketFolder });
    };
    return { url: urlOf(postmaster), adopted: found !== undefined, alone: onlyUser !== undefined, stop, restore };
  } finally {
    starting.release();
  }
}

const urlOf = ({ socketFolder }: Postmaster) =>
  `postgresql://postgres@localhost:5432/postgres?host=${encodeURIComponent(socketFolder)}`;

/**
 * The running server, once it accepts connections; undefined if there is none, or after a stopping server has ended.
 */
async function settled({ cluster }: Place): Promise<Postmaster | undefined> {
  for (;;) {
    const postmaster = await runningPostmaster(cluster);
    if (!postmaster || postmaster.ready) return postmaster;
    await delay(10);
  }
}

async function restored(place: Place, settings: Settings): Promise<boolean> {
  const starting = await lock(place.startLock, 'exclusive');
  try {
    if (await settled(place)) return false;
    await startStopped(place, settings);
    return true;
  } finally {
    starting.release();
  }
}

async function startStopped(place: Place, settings: Settings): Promise<Postmaster> {
  const programs = await findPrograms(place);
  await createClusterOnce(place, programs);
  await removeMisleadingRecords(place.cluster);
  return launchPatiently(place, programs, settings);
}

const patienceMilliseconds = 60_000;

/**
 * After a kill -9 of the server alone, its sessions finish their statements before they notice, and a server that a
 * killed starter has just launched may still be starting: until then PostgreSQL refuses a second one.
 */
async function launchPatiently(place: Place, programs: Programs, settings: Settings): Promise<Postmaster> {
  const giveUpAt = Date.now() + patienceMilliseconds;
  for (;;) {
    try {
      return await launch(place, programs, settings);
    } catch (error) {
      const inUse =
        error instanceof LaunchFailed && /pre-existing shared memory|lock file ".*" already exists/.test(error.message);
      if (!inUse || Date.now() > giveUpAt) throw error;
      const other = await settled(place);
      if (other) return other;
      await delay(100);
    }
  }
}

async function stopUnlessUsed(place: Place, mode: StopMode): Promise<void> {
  const stopping = await lock(place.startLock, 'exclusive');
  try {
    const onlyUser = tryLock(place.usersLock, 'exclusive');
    if (!onlyUser) return;
    onlyUser.release();
    const postmaster = await runningPostmaster(place.cluster);
    if (!postmaster) return;
    await endPostmaster(place.cluster, postmaster.pid, signals[mode]);
    if (dirname(postmaster.socketFolder) === tmpdir())
      await rm(postmaster.socketFolder, { recursive: true, force: true });
  } finally {
    stopping.release();
  }
}
