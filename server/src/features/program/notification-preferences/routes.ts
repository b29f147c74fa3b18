import type * as contract from '@florin/contract/program/notification-preferences';
import type { Context } from '../../../context.ts';
import type { HandlersOf } from '../../../http/call.ts';
import { addressesOf, preferencesOf } from '../../../core/notifications/send.ts';
import { maskAddress } from '../../../core/people/masks.ts';
import type { CurrentSession } from '../../../identity/sessions/current-session.ts';

export const notificationPreferencesRoutes: HandlersOf<typeof contract> = {
  notificationPreferences: async ({ context, caller: session }) => ({
    status: 200,
    body: await read(context, session),
  }),

  changeNotificationPreferences: async ({ context, caller: session, input }) => {
    const { deliveries, quietHours, lowBalanceBelow } = input.body;
    const chosen = {
      deliveries: JSON.stringify(deliveries),
      quiet_from: quietHours?.from ?? null,
      quiet_until: quietHours?.until ?? null,
      low_balance_below: BigInt(lowBalanceBelow),
    };
    await context.db
      .insertInto('notification_preference')
      .values({ membership_id: session.membershipId, ...chosen })
      .onConflict((conflict) => conflict.column('membership_id').doUpdateSet(chosen))
      .execute();
    return { status: 200, body: await read(context, session) };
  },

  resetNotificationPreferences: async ({ context, caller: session }) => {
    await context.db.deleteFrom('notification_preference').where('membership_id', '=', session.membershipId).execute();
    return { status: 200, body: await read(context, session) };
  },
};

async function read(context: Context, { membershipId, personId, role }: CurrentSession) {
  const { db } = context;
  const row = await db
    .selectFrom('membership')
    .innerJoin('business', 'business.id', 'membership.business_id')
    .leftJoin('notification_preference as chosen', 'chosen.membership_id', 'membership.id')
    .select([
      'business.time_zone as timeZone',
      'business.notification_defaults as defaults',
      'chosen.deliveries',
      'chosen.quiet_from',
      'chosen.quiet_until',
      'chosen.low_balance_below',
    ])
    .where('membership.id', '=', membershipId)
    .executeTakeFirstOrThrow();
  const { email, phone } = await addressesOf(db, context, personId);
  return {
    ...preferencesOf(role, row),
    timeZone: row.timeZone,
    email: email && maskAddress(email),
    phone: phone && maskAddress(phone),
    isDefault: row.deliveries === null,
  };
}
