import type { SavedList } from '@florin/contract/program/list-views';
import { sql } from 'kysely';
import type { Database } from '../../../db/open.ts';

/** Who looks at the views of lists. */
export interface Viewer {
  businessId: string;
  membershipId: string;
  role: 'ADMIN' | 'CARDHOLDER';
}

/** The views that a membership sees: its own, and for an administrator those that others share. */
function viewsOf(db: Database, { businessId, membershipId, role }: Viewer) {
  return db
    .selectFrom('list_view')
    .innerJoin('membership', 'membership.id', 'list_view.membership_id')
    .innerJoin('person', 'person.id', 'membership.person_id')
    .select([
      'list_view.id',
      'list_view.list',
      'list_view.name',
      'list_view.search',
      'list_view.is_shared as isShared',
      'list_view.version',
      'list_view.membership_id as membershipId',
      sql<string>`person.first_name || ' ' || person.last_name`.as('owner'),
    ])
    .where('list_view.business_id', '=', businessId)
    .where((eb) =>
      eb.or([
        eb('list_view.membership_id', '=', membershipId),
        ...(role === 'ADMIN' ? [eb('list_view.is_shared', '=', true)] : []),
      ]),
    );
}
export type ViewRow = Awaited<ReturnType<ReturnType<typeof viewsOf>['executeTakeFirstOrThrow']>>;

/** Own ones as they were made, then those of others by name. */
export const viewsOfList = (db: Database, viewer: Viewer, list: SavedList): Promise<ViewRow[]> =>
  viewsOf(db, viewer)
    .where('list_view.list', '=', list)
    .orderBy((eb) => eb('list_view.membership_id', '<>', viewer.membershipId))
    .orderBy((eb) =>
      eb
        .case()
        .when('list_view.membership_id', '=', viewer.membershipId)
        .then('')
        .else(sql<string>`lower(name)`)
        .end(),
    )
    .orderBy('list_view.created_at')
    .orderBy('list_view.id')
    .execute();

export const viewById = (db: Database, viewer: Viewer, id: string): Promise<ViewRow | undefined> =>
  viewsOf(db, viewer).where('list_view.id', '=', id).executeTakeFirst();

/** Changes of the views of one membership are made one after the other, also those of several sessions. */
export const lockOwner = (tx: Database, membershipId: string) =>
  tx.selectFrom('membership').select('id').where('id', '=', membershipId).forNoKeyUpdate().executeTakeFirst();

/** The same as `viewById`, locked. The owner is locked first, as the closing of an account does. */
export async function lockView(tx: Database, viewer: Viewer, id: string): Promise<ViewRow | undefined> {
  const seen = await viewById(tx, viewer, id);
  if (!seen) return undefined;
  await lockOwner(tx, seen.membershipId);
  return viewsOf(tx, viewer).where('list_view.id', '=', id).forUpdate('list_view').executeTakeFirst();
}

export async function countViews(db: Database, { membershipId }: Viewer, list: SavedList): Promise<number> {
  const { views } = await db
    .selectFrom('list_view')
    .select(sql<number>`count(*)::int`.as('views'))
    .where('membership_id', '=', membershipId)
    .where('list', '=', list)
    .executeTakeFirstOrThrow();
  return views;
}

/** Whether a membership has another view of a list with a name, in any case of its letters. */
export async function isTaken(
  db: Database,
  { membershipId, list, name, except }: { membershipId: string; list: SavedList; name: string; except?: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('list_view')
    .select('id')
    .where('membership_id', '=', membershipId)
    .where('list', '=', list)
    .where(sql`lower(name)`, '=', sql`lower(${name})`)
    .$if(except !== undefined, (query) => query.where('id', '<>', except!))
    .executeTakeFirst();
  return row !== undefined;
}
