import type { Database } from '../../db/open.ts';

/** Puts a chain of cards into these groups of its business, and no others; one that is deleted meanwhile is left out. */
export async function setGroupsOfChain(tx: Database, chainId: string, groupIds: readonly string[]): Promise<void> {
  await tx.deleteFrom('card_group_member').where('chain_id', '=', chainId).execute();
  if (groupIds.length === 0) return;
  const groups = await tx
    .selectFrom('card_group')
    .select('id')
    .where('id', 'in', [...groupIds])
    .orderBy('id')
    .forKeyShare()
    .execute();
  const members = groups.map(({ id }) => ({ group_id: id, chain_id: chainId }));
  if (members.length > 0) await tx.insertInto('card_group_member').values(members).execute();
}

/** The ids of the groups that a chain of cards is in. */
export async function groupsOfChain(db: Database, chainId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('card_group_member')
    .select('group_id')
    .where('chain_id', '=', chainId)
    .orderBy('group_id')
    .execute();
  return rows.map(({ group_id }) => group_id);
}

export interface GroupMembers {
  add: readonly string[];
  remove: readonly string[];
}

/** Cards of a business join or leave a group, with their chains. Cards of other businesses are ignored. */
export async function changeGroupMembers(
  tx: Database,
  { businessId, groupId }: { businessId: string; groupId: string },
  { add, remove }: GroupMembers,
): Promise<void> {
  const chainsOf = async (cardIds: readonly string[]) => {
    if (cardIds.length === 0) return [];
    const rows = await tx
      .selectFrom('card')
      .select('chain_id')
      .distinct()
      .where('business_id', '=', businessId)
      .where('id', 'in', [...cardIds])
      .execute();
    return rows.map(({ chain_id }) => chain_id);
  };
  const leaving = await chainsOf(remove);
  if (leaving.length > 0)
    await tx.deleteFrom('card_group_member').where('group_id', '=', groupId).where('chain_id', 'in', leaving).execute();
  const joining = await chainsOf(add);
  if (joining.length > 0)
    await tx
      .insertInto('card_group_member')
      .values(joining.map((chain_id) => ({ group_id: groupId, chain_id })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

/** Returns the given cards whose chains are in a group. */
export const cardsInGroup = (db: Database, groupId: string, cardIds: readonly string[]) =>
  db
    .selectFrom('card')
    .innerJoin('card_group_member', 'card_group_member.chain_id', 'card.chain_id')
    .select(['card.id', 'card.last_four as last4'])
    .where('card_group_member.group_id', '=', groupId)
    .where('card.id', 'in', [...cardIds])
    .orderBy('card.id')
    .execute();
