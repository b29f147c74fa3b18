import type * as contract from '@florin/contract/program/dashboard';
import { defaultLowBalance } from '@florin/contract/program/notification-preferences';
import { seesUsage } from '@florin/contract/permissions';
import type { Database } from '../../../db/open.ts';
import type { HandlersOf } from '../../../http/call.ts';
import { forecastOf } from './forecast.ts';
import { needsOf } from './needs.ts';
import { dayOf } from './periods.ts';
import { breakdownOf, spendOf } from './spend.ts';

/**
 * The time zone of a business, and what the person of a membership calls a low balance; null while nobody has said so
 * and there is no card that needs it.
 */
async function settingsOf(db: Database, membershipId: string): Promise<{ zone: string; alert: bigint | null }> {
  const row = await db
    .selectFrom('membership')
    .innerJoin('business', 'business.id', 'membership.business_id')
    .leftJoin('notification_preference as chosen', 'chosen.membership_id', 'membership.id')
    .select((eb) => [
      'business.time_zone as zone',
      'business.notification_defaults as defaults',
      'chosen.low_balance_below as chosen',
      eb
        .exists(
          eb
            .selectFrom('card')
            .select('card.id')
            .whereRef('card.business_id', '=', 'business.id')
            .where('card.status', '<>', 'CLOSED'),
        )
        .as('hasCards'),
    ])
    .where('membership.id', '=', membershipId)
    .executeTakeFirstOrThrow();
  const { zone, defaults, chosen, hasCards } = row;
  const said = chosen ?? (defaults === null ? null : BigInt(defaults.ADMIN.lowBalanceBelow));
  return { zone, alert: said ?? (hasCards === true ? BigInt(defaultLowBalance.ADMIN) : null) };
}

export const dashboardRoutes: HandlersOf<typeof contract> = {
  spend: async ({ context: { db, clock }, caller: { businessId, membershipId }, input: { query } }) => {
    const { zone } = await settingsOf(db, membershipId);
    const today = dayOf(clock.now(), zone);
    return { status: 200, body: await spendOf(db, { businessId, zone, period: query.period, today }) };
  },

  spendBreakdown: async ({ context: { db, clock }, caller: { businessId, membershipId }, input: { query } }) => {
    const { zone } = await settingsOf(db, membershipId);
    const today = dayOf(clock.now(), zone);
    return { status: 200, body: await breakdownOf(db, query.by, { businessId, zone, period: query.period, today }) };
  },

  forecast: async ({ context: { db, clock }, caller: session }) => {
    const { businessId, membershipId } = session;
    const settings = await settingsOf(db, membershipId);
    const showsPurchases = seesUsage(session);
    return {
      status: 200,
      body: await forecastOf(db, { businessId, now: clock.now(), showsPurchases, ...settings }),
    };
  },

  needsAttention: async ({ context: { db, clock }, caller: session }) => {
    const { zone } = await settingsOf(db, session.membershipId);
    return { status: 200, body: await needsOf(db, session, zone, clock.now()) };
  },
};
