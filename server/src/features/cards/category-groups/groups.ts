import { isDeepStrictEqual } from 'node:util';
import { policyLimits, type CategoryRange } from '@florin/contract/cards/policies/spend-rules';
import { sql } from 'kysely';
import { groupsOfBusiness } from '../../../core/policies/documents.ts';
import { newId } from '../../../db/ids.ts';
import type { Database } from '../../../db/open.ts';
import { isRefused, refuse, type Handler } from '../../../http/call.ts';
import { underLock } from '../../../identity/step-up/make-change.ts';
import { record } from '../../../identity/sessions/record.ts';

/** How many policies name each group in a version that is not over. */
async function usesOf(db: Database, businessId: string): Promise<Map<string, number>> {
  const { rows } = await sql<{ key: string; policies: number }>`
    select g->>'key' as key, count(distinct p.id)::int as policies
    from spend_policy p
    join spend_policy_version v on v.policy_id = p.id and v.state <> 'INACTIVE',
      jsonb_array_elements(v.document->'groups') g
    where p.business_id = ${businessId} and (v.valid_until is null or p.layer <> 'OVERRIDE')
    group by 1`.execute(db);
  return new Map(rows.map(({ key, policies }) => [key, policies]));
}

const isOwn = (key: string) => key.includes('-');

async function linesOf(db: Database, businessId: string) {
  const [groups, uses] = [await groupsOfBusiness(db, businessId), await usesOf(db, businessId)];
  const own = await db
    .selectFrom('merchant_category_group')
    .select(['id', 'updated_at'])
    .where('business_id', '=', businessId)
    .execute();
  const changed = new Map(own.map(({ id, updated_at: at }) => [id, at.toISOString()]));
  return groups.map(({ key, name, ranges }) => ({
    key,
    name,
    ranges,
    own: isOwn(key),
    policies: uses.get(key) ?? 0,
    changedAt: changed.get(key) ?? null,
  }));
}

const lineOf = async (db: Database, businessId: string, id: string) =>
  (await linesOf(db, businessId)).find(({ key }) => key === id) ?? refuse('NOT_FOUND');

export const categoryGroupList: Handler<'categoryGroupList'> = async ({ context, caller: session }) => ({
  status: 200,
  body: { groups: await linesOf(context.db, session.businessId) },
});

/** Whether another group of the business has the name; the constraint decides races. */
const isTaken = async (tx: Database, businessId: string, name: string, id: string | null): Promise<boolean> =>
  (await tx
    .selectFrom('merchant_category_group')
    .select('id')
    .where('business_id', '=', businessId)
    .where('name', '=', name)
    .$if(id !== null, (query) => query.where('id', '<>', id))
    .executeTakeFirst()) !== undefined;

/** Whether the business has as many groups of its own as it may have. */
async function hasEnough(tx: Database, businessId: string): Promise<boolean> {
  const { count } = await tx
    .selectFrom('merchant_category_group')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('business_id', '=', businessId)
    .executeTakeFirstOrThrow();
  return Number(count) >= policyLimits.groupsPerBusiness;
}

/** Groups of a business are changed one after the other. */
const lockGroups = (tx: Database, businessId: string) =>
  sql`select from business where id = ${businessId} for no key update`.execute(tx);

const inOrder = (ranges: readonly CategoryRange[]) => ranges.toSorted((a, b) => a.from - b.from || a.to - b.to);
const sorted = (ranges: readonly CategoryRange[]) => JSON.stringify(inOrder(ranges));

interface GroupContent {
  name: string;
  ranges: readonly CategoryRange[];
}

const isSame = (one: GroupContent, other: GroupContent): boolean =>
  one.name === other.name && isDeepStrictEqual(inOrder(one.ranges), inOrder(other.ranges));

export const createCategoryGroup: Handler<'createCategoryGroup'> = async (call) => {
  const { context, caller: session, input } = call;
  const { name, ranges } = input.body;
  const at = context.clock.now();
  const result = await underLock(call, async (tx) => {
    await lockGroups(tx, session.businessId);
    if (await isTaken(tx, session.businessId, name, null)) return refuse('VERSION_CONFLICT');
    if (await hasEnough(tx, session.businessId)) return refuse('STEP_NOT_POSSIBLE');
    const id = newId(at.getTime());
    await tx
      .insertInto('merchant_category_group')
      .values({ id, business_id: session.businessId, name, ranges: sorted(ranges), created_at: at, updated_at: at })
      .execute();
    await record(tx, call, { type: 'category_group_changed', details: { group: id, change: 'created' } });
    return lineOf(tx, session.businessId, id);
  });
  return isRefused(result) ? result : { status: 201, body: result };
};

export const changeCategoryGroup: Handler<'changeCategoryGroup'> = async (call) => {
  const { context, caller: session, input } = call;
  const { id } = input.params;
  const { name, ranges, replaces } = input.body;
  const result = await underLock(call, async (tx) => {
    await lockGroups(tx, session.businessId);
    const before = await tx
      .selectFrom('merchant_category_group')
      .select(['name', 'ranges'])
      .where('id', '=', id)
      .where('business_id', '=', session.businessId)
      .executeTakeFirst();
    if (!before) return refuse('NOT_FOUND');
    if (replaces && !isSame(replaces, before)) return refuse('VERSION_CONFLICT');
    if (await isTaken(tx, session.businessId, name, id)) return refuse('VERSION_CONFLICT');
    await tx
      .updateTable('merchant_category_group')
      .set({ name, ranges: sorted(ranges), updated_at: context.clock.now() })
      .where('id', '=', id)
      .execute();
    await record(tx, call, { type: 'category_group_changed', details: { group: id, change: 'changed' } });
    return lineOf(tx, session.businessId, id);
  });
  return isRefused(result) ? result : { status: 200, body: result };
};

/** Versions that name it keep their own copy. */
export const deleteCategoryGroup: Handler<'deleteCategoryGroup'> = async (call) => {
  const { caller: session, input } = call;
  const { id } = input.params;
  const result = await underLock(call, async (tx) => {
    await lockGroups(tx, session.businessId);
    const before = await tx
      .selectFrom('merchant_category_group')
      .select('updated_at')
      .where('id', '=', id)
      .where('business_id', '=', session.businessId)
      .executeTakeFirst();
    if (!before) return refuse('NOT_FOUND');
    const at = before.updated_at.toISOString();
    if ((input.query.replaces ?? at) !== at) return refuse('VERSION_CONFLICT');
    await tx.deleteFrom('merchant_category_group').where('id', '=', id).execute();
    await record(tx, call, { type: 'category_group_changed', details: { group: id, change: 'deleted' } });
    return null;
  });
  return isRefused(result) ? result : { status: 204, body: null };
};
