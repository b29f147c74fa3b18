import { defaultDeliveries, notificationKinds, type Delivery } from '@florin/contract/program/notification-preferences';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Database } from '../../db/open.ts';
import type { NotificationFacts } from '../../db/schema.ts';

/** Who is notified: one membership, or every administrator of a business who may see it. */
type Recipient = { membershipId: string } | { administratorsOf: string };

export type Notification = NotificationFacts & { to: Recipient };

const isWanted = ({ email, text }: Delivery) => email !== 'OFF' || text !== 'OFF';

/** The kinds that people get by default, by role. */
const wantedByDefault = {
  ADMIN: notificationKinds.filter((kind) => isWanted(defaultDeliveries.ADMIN[kind])),
  CARDHOLDER: notificationKinds.filter((kind) => isWanted(defaultDeliveries.CARDHOLDER[kind])),
};

/**
 * Notifies people by mail and text, as they have chosen (contract/src/program/notification-preferences.ts). Call it in the
 * transaction of the act, after the rows on which it depends: a job sends the messages after the commit. It takes one
 * statement for any number of notifications. A notification that nobody wants leaves no row.
 */
export async function notifyOf(
  tx: Database,
  { clock }: Pick<Context, 'clock'>,
  notifications: readonly Notification[],
): Promise<void> {
  if (notifications.length === 0) return;
  const members = notifications.map(({ to }) => ('membershipId' in to ? to.membershipId : null));
  const businesses = notifications.map(({ to }) => ('administratorsOf' in to ? to.administratorsOf : null));
  const kinds = notifications.map(({ kind }) => kind);
  const facts = notifications.map((notification) => {
    const { to: _, ...rest } = notification;
    return JSON.stringify(rest);
  });
  await sql`
    with given as (
      select * from unnest(${members}::uuid[], ${businesses}::uuid[], ${kinds}::text[], ${facts}::jsonb[])
        with ordinality as given (member, business, kind, facts, place)
    ), recipient as (
      select membership.id, membership.role, membership.status, membership.business_id, kind, facts, place
        from given join membership on membership.id = given.member
      union all
      select membership.id, membership.role, membership.status, membership.business_id, kind, facts, place
        from given join membership on membership.business_id = given.business and membership.role = 'ADMIN'
    ), written as (
      insert into notification (membership_id, kind, facts, at)
      select recipient.id, recipient.kind, facts, ${clock.now()}
      from recipient
        join business on business.id = recipient.business_id
        left join notification_preference as chosen on chosen.membership_id = recipient.id
      where recipient.status = 'OPEN' and wants_notification(
        coalesce(chosen.deliveries, business.notification_defaults -> recipient.role -> 'deliveries'), recipient.kind,
        recipient.kind = any(case recipient.role when 'ADMIN' then ${wantedByDefault.ADMIN}::text[]
          else ${wantedByDefault.CARDHOLDER}::text[] end))
      order by place
      returning id
    )
    select graphile_worker.add_job('send_notifications') from (select id from written limit 1) as first`.execute(tx);
}
