import { hash } from 'node:crypto';
import type { Context } from '../../context.ts';
import type { Database } from '../../db/open.ts';
import type { PasswordReset } from '../../http/call.ts';

interface OpenRequest {
  id: string;
  confirmed: boolean;
}

/**
 * The request of the browser of a reset that waits for an administrator or was confirmed, and has not expired. What another
 * browser has asked counts for nothing here (decision 012).
 */
export async function readOpenRequest(
  tx: Database,
  { clock }: Context,
  { personId, browserHash }: Pick<PasswordReset, 'personId' | 'browserHash'>,
): Promise<OpenRequest | null> {
  const row = await tx
    .selectFrom('recovery_request')
    .select(['id', 'confirmed_at'])
    .where('person_id', '=', personId)
    .where('browser_hash', '=', browserHash)
    .where('closed_at', 'is', null)
    .where('expires_at', '>', clock.now())
    .executeTakeFirst();
  return row ? { id: row.id, confirmed: row.confirmed_at !== null } : null;
}

/** Four digits by which people tell one request from another. They prove nothing. */
export const requestNumber = (id: string): string =>
  String(hash('sha256', id, 'buffer').readUInt32BE() % 10_000).padStart(4, '0');
