import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { isDatabaseAway } from '../../db/away.ts';
import { requireNoTransaction } from '../../db/in-transaction.ts';
import type { Database } from '../../db/open.ts';
import { chooseProgram, type Announcement, type Program } from './rules.ts';

/** The site's public data, at most `snapshotAgeMilliseconds` old unless the database is unavailable. */
export interface SiteSnapshot {
  programs: readonly Program[];
  announcements: readonly Announcement[];
  outOfService: boolean;
  /** The database is unavailable: the data is the last that was read. */
  isInterrupted: boolean;
}

/** The longest delay until a switched site status or a changed program shows. */
export const snapshotAgeMilliseconds = 2000;

const snapshots = new WeakMap<Database, { readAt: number; snapshot: Promise<SiteSnapshot> }>();

/** The snapshot that all visitors share: programs are few, and every page needs them. */
export function siteSnapshot({ db }: Pick<Context, 'db'>): Promise<SiteSnapshot> {
  // Also where it is kept and takes none.
  requireNoTransaction();
  const kept = snapshots.get(db);
  if (kept && performance.now() - kept.readAt < snapshotAgeMilliseconds) return kept.snapshot;
  const snapshot = readSnapshot(db).catch(async (error: unknown) => {
    // Pages that need nothing else stay.
    if (!kept || !isDatabaseAway(error)) throw error;
    return { ...(await kept.snapshot), isInterrupted: true };
  });
  snapshots.set(db, { readAt: performance.now(), snapshot });
  snapshot.catch(() => snapshots.delete(db));
  return snapshot;
}

/** Whether the operator has taken the site out of service. */
export const isOutOfService = async (context: Pick<Context, 'db'>): Promise<boolean> =>
  (await siteSnapshot(context)).outOfService;

async function readSnapshot(db: Database): Promise<SiteSnapshot> {
  const [programs, announcements, status] = await Promise.all([
    readPrograms(db),
    db
      .selectFrom('announcement')
      .select(['id', 'program_id', 'title', 'body', 'shown_from', 'shown_until'])
      .orderBy('shown_from', 'desc')
      .orderBy('id')
      .execute(),
    db.selectFrom('site_status').select('out_of_service').executeTakeFirst(),
  ]);
  return { programs, announcements, outOfService: status?.out_of_service ?? false, isInterrupted: false };
}

function readPrograms(db: Database): Promise<Program[]> {
  const hostnames = sql<string[]>`array(select hostname from program_hostname h where h.program_id = program.id)`;
  const assets = sql<Program['assets']>`coalesce(
    (select jsonb_object_agg(kind, ${contentHash}) from program_asset a where a.program_id = program.id), '{}')`;
  return db
    .selectFrom('program')
    .select(['id', 'slug', 'name', 'is_default', 'theme', 'splash_variant', 'support_url', 'branding'])
    .select([hostnames.as('hostnames'), assets.as('assets')])
    .execute();
}

/** Identifies a version of an asset, in its address and as its ETag. */
const contentHash = sql<string>`left(encode(sha256(content), 'hex'), 16)`;

/** The program of a visitor who is not logged in. */
export async function programFor(
  context: Pick<Context, 'db'>,
  hostname: string,
  customSlug?: string,
): Promise<Program> {
  const { programs } = await siteSnapshot(context);
  return chooseProgram(programs, { hostname, customSlug });
}

export type AssetKind = 'logo' | 'splash' | 'favicon';

/** An asset of a program with the hash of its content; `undefined` if there is none. */
export function readAsset(db: Database, programId: string, kind: AssetKind) {
  return db
    .selectFrom('program_asset')
    .select(['media_type', 'content', contentHash.as('hash')])
    .where('program_id', '=', programId)
    .where('kind', '=', kind)
    .executeTakeFirst();
}
