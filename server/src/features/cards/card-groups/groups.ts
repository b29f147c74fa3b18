import type { CardGroup } from '@florin/contract/cards/card-groups';
import { sql } from 'kysely';
import { recordEvent } from '../../../core/audit/events.ts';
import { isOwnUnderFourEyes } from '../../../core/card-funding/own-cards.ts';
import { cardsInGroup, changeGroupMembers } from '../../../core/cards/groups.ts';
import { groupsWithRules } from '../../../core/cards/loosening.ts';
import { lockBusinessOfCards } from '../../../core/cards/order.ts';
import { newId } from '../../../db/ids.ts';
import type { Database } from '../../../db/open.ts';
import { refuse, isRefused, type Handler, type Refused } from '../../../http/call.ts';
import { answerChange, asksForFourEyes, requestChange } from '../../../identity/four-eyes/changes.ts';
import { underLock } from '../../../identity/step-up/make-change.ts';
import { changerOf, type SessionCall } from '../../../identity/sessions/card-changer.ts';

const groupsOf = (db: Database, businessId: string) =>
  db
    .selectFrom('card_group')
    .select((eb) => [
      'card_group.id',
      'card_group.name',
      'card_group.created_at',
      eb
        .selectFrom('card_group_member')
        .innerJoin('card', 'card.chain_id', 'card_group_member.chain_id')
        .select(sql<number>`count(*)::int`.as('cards'))
        .whereRef('card_group_member.group_id', '=', 'card_group.id')
        .where('card.status', '<>', 'CLOSED')
        .as('cards'),
      sql<{ id: string; name: string }[]>`(
        select coalesce(json_agg(json_build_object('id', policy.id, 'name', policy.name) order by policy.name), '[]')
        from spend_policy policy where policy.card_group_id = card_group.id)`.as('policies'),
    ])
    .where('card_group.business_id', '=', businessId)
    .orderBy('card_group.name');

type GroupRow = Awaited<ReturnType<ReturnType<typeof groupsOf>['executeTakeFirstOrThrow']>>;

const groupOf = ({ id, name, cards, policies, created_at: createdAt }: GroupRow): CardGroup => ({
  id,
  name,
  cards: cards ?? 0,
  policies,
  createdAt: createdAt.toISOString(),
});

/** GET /api/card-groups */
export const cardGroups: Handler<'cardGroups'> = async ({ context, caller: { businessId } }) => {
  const rows = await groupsOf(context.db, businessId).execute();
  return { status: 200, body: { items: rows.map(groupOf) } };
};

/** The change that waits for a second administrator; nothing is changed yet. */
interface PendingId {
  pending: string;
}

type Act = 'create' | 'rename' | 'delete' | 'members';

/** Changes a group of the caller's business, locked, and records it; another's is not found. */
async function changeGroup<R extends Refused>(
  call: SessionCall & { input: { params: { id: string } } },
  act: Act,
  change: (tx: Database, id: string, name: string) => Promise<R | PendingId | null>,
) {
  const { caller: session, input } = call;
  const { id } = input.params;
  return underLock<{ id: string; pending: string | null } | R | Refused<'NOT_FOUND'>>(call, async (tx) => {
    const group = await tx
      .selectFrom('card_group')
      .select(['id', 'name'])
      .where('id', '=', id)
      .where('business_id', '=', session.businessId)
      .forUpdate()
      .executeTakeFirst();
    if (!group) return refuse('NOT_FOUND');
    const changed = await change(tx, id, group.name);
    if (isRefused(changed)) return changed;
    if (changed) return { id, pending: changed.pending };
    await record(tx, call, id, act);
    return { id, pending: null };
  });
}

function record(tx: Database, call: SessionCall, group: string, act: Act) {
  const { origin, subject } = changerOf(call);
  return recordEvent(tx, call.context, origin, { type: 'card_group_changed', details: { group, act }, ...subject });
}

async function answer({ context, caller: { businessId } }: SessionCall, id: string): Promise<CardGroup> {
  return groupOf(await groupsOf(context.db, businessId).where('card_group.id', '=', id).executeTakeFirstOrThrow());
}

/** POST /api/card-groups: the name is not taken in the business. */
export const createCardGroup: Handler<'createCardGroup'> = async (call) => {
  const { context, caller: session, input } = call;
  const at = context.clock.now();
  const created = await underLock(call, async (tx) => {
    const id = newId(at.getTime());
    const added = await tx
      .insertInto('card_group')
      .values({ id, business_id: session.businessId, name: input.body.name, created_at: at })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!added) return refuse('STEP_NOT_POSSIBLE');
    await record(tx, call, id, 'create');
    return added;
  });
  return isRefused(created) ? created : { status: 201, body: await answer(call, created.id) };
};

export const renameCardGroup: Handler<'renameCardGroup'> = async (call) => {
  const { caller: session, input } = call;
  const renamed = await changeGroup(call, 'rename', async (tx, id, name) => {
    if ((input.body.replaces ?? name) !== name) return refuse('VERSION_CONFLICT');
    // Two groups renamed at once do not get the same name.
    await lockBusinessOfCards(tx, session.businessId);
    const taken = await tx
      .selectFrom('card_group')
      .select('id')
      .where('business_id', '=', session.businessId)
      .where('name', '=', input.body.name)
      .where('id', '<>', id)
      .executeTakeFirst();
    if (taken) return refuse('STEP_NOT_POSSIBLE');
    await tx.updateTable('card_group').set({ name: input.body.name }).where('id', '=', id).execute();
    return null;
  });
  return isRefused(renamed) ? renamed : { status: 200, body: await answer(call, renamed.id) };
};

export const deleteCardGroup: Handler<'deleteCardGroup'> = async (call) => {
  const deleted = await changeGroup(call, 'delete', async (tx, id) => {
    const policy = await tx.selectFrom('spend_policy').select('id').where('card_group_id', '=', id).executeTakeFirst();
    if (policy) return refuse('STEP_NOT_POSSIBLE');
    await tx.deleteFrom('card_group').where('id', '=', id).execute();
    return null;
  });
  return isRefused(deleted) ? deleted : { status: 204, body: null };
};

/** The ids of the cards of some people of the business, without closed ones. */
async function openCardsOf(db: Database, businessId: string, memberships: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('card')
    .select('id')
    .where('business_id', '=', businessId)
    .where('membership_id', 'in', memberships)
    .where('status', '<>', 'CLOSED')
    .execute();
  return rows.map(({ id }) => id);
}

/** POST members: at once, or once a second administrator has approved that cards leave rules behind. */
export const changeCardGroupMembers: Handler<'changeCardGroupMembers'> = async (call) => {
  const { context, caller: session, input } = call;
  const { businessId } = session;
  const { id: groupId } = input.params;
  const { addHeldBy, ...asked } = input.body;
  const changed = await changeGroup<Refused<'OWN_CARD'>>(call, 'members', async (tx) => {
    const held = addHeldBy.length > 0 ? await openCardsOf(tx, businessId, addHeldBy) : [];
    const members = { ...asked, add: [...asked.add, ...held] };
    const leaving = members.remove.length > 0 ? await cardsInGroup(tx, groupId, members.remove) : [];
    const [ruled] = leaving.length > 0 ? await groupsWithRules(tx, [groupId], context.clock.now()) : [];
    if (ruled && (await asksForFourEyes(tx, businessId))) {
      const cardIds = leaving.map(({ id }) => id);
      if (await isOwnUnderFourEyes(tx, session, cardIds)) return refuse('OWN_CARD');
      const { name } = ruled;
      const last4 = leaving.length === 1 ? leaving[0]!.last4 : null;
      const pending = await requestChange(tx, call, {
        subject: JSON.stringify([groupId, cardIds, members.add]),
        details: { kind: 'CARD_GROUP', groupId, name, cards: leaving.length, last4, members },
      });
      return { pending };
    }
    await changeGroupMembers(tx, { businessId, groupId }, members);
    return null;
  });
  if (isRefused(changed)) return changed;
  if (changed.pending !== null) return answerChange(call, changed.pending);
  return { status: 200, body: await answer(call, changed.id) };
};
