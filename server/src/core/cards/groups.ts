import type { Database } from '../../db/open.ts';

/** Puts a chain of cards into these groups of its business, and no others. */
export async function setGroupsOfChain(tx: Database, chainId: string, groupIds: readonly string[]): Promise<void> {
  await tx.deleteFrom('card_group_member').where('chain_id', '=', chainId).execute();
  const members = [...new Set(groupIds)].map((group_id) => ({ group_id, chain_id: chainId }));
  if (members.length > 0) await tx.insertInto('card_group_member').values(members).execute();
}
