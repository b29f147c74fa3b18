import type { Context } from '../../context.ts';
import type { Database } from '../../db/open.ts';

interface OpenRequest {
  id: string;
  confirmed: boolean;
}

/** The request of a person that waits for an administrator or was confirmed, and has not expired. */
export async function readOpenRequest(tx: Database, { clock }: Context, personId: string): Promise<OpenRequest | null> {
  const row = await tx
    .selectFrom('recovery_request')
    .select(['id', 'confirmed_at'])
    .where('person_id', '=', personId)
    .where('closed_at', 'is', null)
    .where('expires_at', '>', clock.now())
    .executeTakeFirst();
  return row ? { id: row.id, confirmed: row.confirmed_at !== null } : null;
}
