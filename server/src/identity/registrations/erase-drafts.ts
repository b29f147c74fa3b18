import type { Database } from '../../db/open.ts';

/**
 * Erases the details typed in any browser for a card or an invite that can no longer be registered. A locked row is
 * skipped: its transaction waits for the same card or invite, to finish or to save, and erases the row itself when it
 * sees the change (`lockRegistration`). Waiting for it would be a deadlock.
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
