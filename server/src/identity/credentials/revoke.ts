import type { Context } from '../../context.ts';
import type { Database } from '../../db/open.ts';
import type { Origin } from '../../core/audit/events.ts';
import { endSessions } from '../sessions/end.ts';
import { endResetProofs } from './end-resets.ts';

/**
 * Ends a person's sessions and trust in their devices, except for one session and its device, after a change of
 * password or factors (security design P5, ASVS 7.4.3). Open resets have to be proven again. After the commit the
 * caller forgets the returned sessions.
 * @returns the ids of the sessions that ended here
 */
export async function revokeEverywhere(
  tx: Database,
  context: Pick<Context, 'clock'>,
  origin: Origin,
  { personId, except }: { personId: string; except: { sessionId: string; deviceId: string | null } | null },
): Promise<string[]> {
  const live = await tx
    .selectFrom('session')
    .select('id')
    .where('person_id', '=', personId)
    .where('ended_at', 'is', null)
    .$if(except !== null, (query) => query.where('id', '!=', except!.sessionId))
    .execute();
  await tx
    .updateTable('trusted_device')
    .set({ revoked_at: context.clock.now() })
    .where('person_id', '=', personId)
    .where('revoked_at', 'is', null)
    .$if(except?.deviceId != null, (query) => query.where('device_id', '!=', except!.deviceId!))
    .execute();
  await tx
    .deleteFrom('confirmed_device')
    .where('person_id', '=', personId)
    .$if(except?.deviceId != null, (query) => query.where('device_id', '!=', except!.deviceId!))
    .execute();
  await endResetProofs(tx, context, personId);
  return endSessions(
    tx,
    context,
    origin,
    live.map(({ id }) => ({ id, personId, reason: 'revoked' as const })),
  );
}
