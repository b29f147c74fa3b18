import { newId } from '../../../server/src/db/ids.ts';
import { post } from '../calls.ts';
import { teamRace } from './money.ts';
import { later, type Race } from './setting.ts';

/**
 * Administrators approve or reject that their business no longer requires a second administrator; the one who asked for
 * it may not.
 */
export const approvalRace = (of: { database: string; parallel: number }): Race =>
  teamRace('approval of a change', of, async ({ db, keys }, { businessId, administrators }) => {
    const id = newId();
    await db.updateTable('business').set({ four_eyes: true }).where('id', '=', businessId).execute();
    await db
      .insertInto('pending_change')
      .values({
        id,
        business_id: businessId,
        kind: 'FOUR_EYES',
        subject: keys.mac('pending-change', id),
        details: JSON.stringify({ kind: 'FOUR_EYES' }),
        requested_by: administrators[0]!.membershipId,
        requested_at: new Date(),
        expires_at: later(3600),
        decided_by: null,
        decided_at: null,
      })
      .execute();
    return {
      call: (origin, caller, index) =>
        post(origin, `/api/pending-changes/${id}/decide`, { decision: index % 2 === 0 ? 'APPROVE' : 'REJECT' }, caller),
      async isRight() {
        const { status, required } = await db
          .selectFrom('pending_change')
          .innerJoin('business', 'business.id', 'pending_change.business_id')
          .select(['pending_change.status', 'business.four_eyes as required'])
          .where('pending_change.id', '=', id)
          .executeTakeFirstOrThrow();
        return required === (status === 'REJECTED') && status !== 'PENDING';
      },
    };
  });
