import type { Context } from '../../context.ts';
import type { Database } from '../../db/open.ts';

/**
 * Ends the second proofs of a person's open password resets: the given proofs, and the approvals of administrators,
 * given or pending. Neither may survive a change of factors or the end of other sessions (decision 012). Links stay
 * valid, and their holders give the second proof again. The caller holds the person's lock.
 */
export async function endResetProofs(tx: Database, { clock }: Pick<Context, 'clock'>, personId: string): Promise<void> {
  await tx
    .updateTable('recovery_request')
    .set({ closed_at: clock.now() })
    .where('person_id', '=', personId)
    .where('closed_at', 'is', null)
    .execute();
  await tx
    .updateTable('reset_flow')
    .set({ proven_by: null, proven_at: null })
    .where('proven_by', 'is not', null)
    .where('reset_link_id', 'in', (eb) =>
      eb
        .selectFrom('reset_link')
        .select('id')
        .where('person_id', '=', personId)
        .where('used_at', 'is', null)
        .where('superseded_at', 'is', null),
    )
    .execute();
}
