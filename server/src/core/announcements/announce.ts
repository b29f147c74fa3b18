import type { EventKind } from '@florin/contract/program/events';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Database } from '../../db/open.ts';

/** A change, for the people who may see it. */
export interface Announcement {
  businessId: string;
  kind: EventKind;
  /** What has changed. */
  subjectId?: string | null;
  /** The cardholder concerned, who is notified in addition to the administrators. */
  membershipId?: string | null;
}

/**
 * Notifies the open tabs of the people who may see a change (GET /api/events). Call it in the transaction of the act,
 * so that nobody is notified without a commit. It takes one statement for any number of changes.
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
