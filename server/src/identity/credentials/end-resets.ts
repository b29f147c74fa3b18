import type { Context } from '../../context.ts';
import type { Database } from '../../db/open.ts';

/**
 * Takes back what a person's password resets under way have beside the link: the proofs that were given, and the words of
 * administrators, given or still asked for. Whoever changes what proves them, or ends what others may have opened, does not
 * want to be outlived by either (decision 012). Links stay; whoever has one proves the second thing again. The caller holds
 * the person's lock.
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
