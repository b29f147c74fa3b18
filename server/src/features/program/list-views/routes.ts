import type * as contract from '@florin/contract/program/list-views';
import {
  isSearchOf,
  listViewLimits,
  savedLists,
  type SavedList,
  type SavedView,
} from '@florin/contract/program/list-views';
import { flagsOf, whyNotPermitted, type Permission } from '@florin/contract/permissions';
import { announce } from '../../../core/announcements/announce.ts';
import { newId } from '../../../db/ids.ts';
import type { Database } from '../../../db/open.ts';
import { isRefused, refuse, type Call, type HandlersOf } from '../../../http/call.ts';
import { underLock } from '../../../identity/step-up/make-change.ts';
import { countViews, isTaken, lockOwner, lockView, viewById, viewsOfList, type ViewRow } from './queries.ts';

type ViewsCall = Call<'listViews'> | Call<'saveListView'> | Call<'changeListView'> | Call<'deleteListView'>;

const may = ({ caller }: ViewsCall, permission: Permission) =>
  whyNotPermitted(permission, { role: caller.role, flags: flagsOf(caller) }) === null;

/** Who sees a list sees its views: a filter can name a purchase. */
const seesList = (call: ViewsCall, list: SavedList) => may(call, savedLists[list].permission);

const mayChange = (call: ViewsCall, row: ViewRow) =>
  row.membershipId === call.caller.membershipId || may(call, 'list-views.manage');

const answerOf = (call: ViewsCall, row: ViewRow): SavedView => ({
  id: row.id,
  name: row.name,
  search: row.search,
  shared: row.isShared,
  isOwn: row.membershipId === call.caller.membershipId,
  owner: row.owner,
  mayChange: mayChange(call, row),
  version: row.version,
});

const wrongSearch = () => refuse('VALIDATION', { Fields: [{ Field: 'search', Problem: 'unknown' }] });

/** Refreshes what other administrators see. */
const announceView = (tx: Database, { context, caller: { businessId } }: ViewsCall, id: string) =>
  announce(tx, context, [{ businessId, kind: 'view', subjectId: id }]);

/** A view that the caller may change, locked; one that the caller does not see is not found. */
async function changeable(tx: Database, call: Call<'changeListView'> | Call<'deleteListView'>) {
  const row = await lockView(tx, call.caller, call.input.params.id);
  if (!row || !seesList(call, row.list)) return refuse('NOT_FOUND');
  return mayChange(call, row) ? row : refuse('FORBIDDEN');
}

export const listViewsRoutes: HandlersOf<typeof contract> = {
  listViews: async (call) => {
    const { list } = call.input.query;
    if (!seesList(call, list)) return refuse('FORBIDDEN');
    const rows = await viewsOfList(call.context.db, call.caller, list);
    return { status: 200, body: { items: rows.map((row) => answerOf(call, row)) } };
  },

  saveListView: async (call) => {
    const { context, caller, input } = call;
    const { list, name, search, shared } = input.body;
    if (!seesList(call, list) || (shared && !may(call, 'list-views.share'))) return refuse('FORBIDDEN');
    if (!isSearchOf(list, search)) return wrongSearch();
    const saved = await underLock(call, async (tx) => {
      const { businessId, membershipId } = caller;
      await lockOwner(tx, membershipId);
      if ((await countViews(tx, caller, list)) >= listViewLimits.perPersonAndList) return refuse('STEP_NOT_POSSIBLE');
      if (await isTaken(tx, { membershipId, list, name })) return refuse('STEP_NOT_POSSIBLE');
      const at = context.clock.now();
      const id = newId(at.getTime());
      await tx
        .insertInto('list_view')
        .values({
          id,
          business_id: businessId,
          membership_id: membershipId,
          list,
          name,
          search,
          is_shared: shared,
          created_at: at,
        })
        .execute();
      if (shared) await announceView(tx, call, id);
      return (await viewById(tx, caller, id))!;
    });
    return isRefused(saved) ? saved : { status: 201, body: answerOf(call, saved) };
  },

  changeListView: async (call) => {
    const { version, name, search, shared } = call.input.body;
    const changed = await underLock(call, async (tx) => {
      const row = await changeable(tx, call);
      if (isRefused(row)) return row;
      if (row.version !== version) return refuse('VERSION_CONFLICT');
      if (search !== undefined && !isSearchOf(row.list, search)) return wrongSearch();
      // A shared view changes what others see. Without this permission, its owner can still stop sharing it.
      if ((shared ?? row.isShared) && !may(call, 'list-views.share')) return refuse('FORBIDDEN');
      const { id, list, membershipId } = row;
      if (name !== undefined && (await isTaken(tx, { membershipId, list, name, except: id })))
        return refuse('STEP_NOT_POSSIBLE');
      const next = {
        name: name ?? row.name,
        search: search ?? row.search,
        isShared: shared ?? row.isShared,
        version: version + 1,
      };
      await tx
        .updateTable('list_view')
        .set({ name: next.name, search: next.search, is_shared: next.isShared, version: next.version })
        .where('id', '=', id)
        .execute();
      if (row.isShared || next.isShared) await announceView(tx, call, id);
      return { ...row, ...next };
    });
    return isRefused(changed) ? changed : { status: 200, body: answerOf(call, changed) };
  },

  deleteListView: async (call) => {
    const deleted = await underLock(call, async (tx) => {
      const row = await changeable(tx, call);
      if (isRefused(row)) return row;
      await tx.deleteFrom('list_view').where('id', '=', row.id).execute();
      if (row.isShared) await announceView(tx, call, row.id);
      return null;
    });
    return isRefused(deleted) ? deleted : { status: 204, body: null };
  },
};
