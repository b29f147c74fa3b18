import type { Database } from '../../db/open.ts';

/**
 * Erases what any browser has entered for a card or an invite that none can register with any more. A row that somebody
 * holds waits for that card or invite, to finish or to keep, and erases itself when it learns of it (`lockRegistration`):
 * waiting for it, each would wait for the other.
 */
export async function eraseDrafts(tx: Database, of: 'card_id' | 'invite_id', id: string): Promise<void> {
  const kept = tx
    .selectFrom('registration')
    .select('id')
    .where(of, '=', id)
    .where('details_sealed', 'is not', null)
    .forUpdate()
    .skipLocked();
  await tx.updateTable('registration').set({ details_sealed: null }).where('id', 'in', kept).execute();
}
