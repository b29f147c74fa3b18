import type { EventKind } from '@florin/contract/events';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Database } from '../../db/open.ts';

/** That something has changed, for the people who may see it. */
export interface Announcement {
  businessId: string;
  kind: EventKind;
  /** What has changed. */
  subjectId?: string | null;
  /** The holder concerned, who is told besides the administrators. */
  membershipId?: string | null;
}

/**
 * Tells the open tabs of those who may see it that something has changed (GET /api/events). Call it in the transaction
 * of the act: without a commit nobody is told. One statement, whatever the number.
 */
export async function announce(
  tx: Database,
  { clock }: Pick<Context, 'clock'>,
  announcements: readonly Announcement[],
): Promise<void> {
  if (announcements.length === 0) return;
  const columns = {
    businesses: announcements.map(({ businessId }) => businessId),
    memberships: announcements.map(({ membershipId }) => membershipId ?? null),
    kinds: announcements.map(({ kind }) => kind),
    subjects: announcements.map(({ subjectId }) => subjectId ?? null),
  };
  await sql`insert into program_event (business_id, membership_id, kind, subject_id, at)
    select business_id, membership_id, kind, subject_id, ${clock.now()}
    from unnest(${columns.businesses}::uuid[], ${columns.memberships}::uuid[], ${columns.kinds}::text[],
      ${columns.subjects}::uuid[]) as announced (business_id, membership_id, kind, subject_id)`.execute(tx);
}
