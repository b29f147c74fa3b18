import type { Database } from '../../db/open.ts';

/** Whether a phone has replied STOP and not START since. Phones are identified by their keyed index (contacts.ts). */
export async function isStopped(db: Database, addressIndex: Buffer): Promise<boolean> {
  return (await stoppedAmong(db, [addressIndex])).size > 0;
}

/** @returns the indexes that are on the STOP list, in hex */
export async function stoppedAmong(db: Database, addressIndexes: readonly Buffer[]): Promise<ReadonlySet<string>> {
  if (addressIndexes.length === 0) return new Set();
  const rows = await db
    .selectFrom('phone_stop')
    .select('address_index')
    .where('address_index', 'in', addressIndexes)
    .execute();
  return new Set(rows.map((row) => row.address_index.toString('hex')));
}

/** @returns false if it was on the list before */
export async function noteStop(tx: Database, addressIndex: Buffer, now: Date): Promise<boolean> {
  const noted = await tx
    .insertInto('phone_stop')
    .values({ address_index: addressIndex, stopped_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('address_index')
    .executeTakeFirst();
  return noted !== undefined;
}

/** @returns false if it was not on the list */
export async function liftStop(tx: Database, addressIndex: Buffer): Promise<boolean> {
  const lifted = await tx
    .deleteFrom('phone_stop')
    .where('address_index', '=', addressIndex)
    .returning('address_index')
    .executeTakeFirst();
  return lifted !== undefined;
}
