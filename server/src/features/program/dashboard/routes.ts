import type * as contract from '@florin/contract/program/dashboard';
import { defaultLowBalance } from '@florin/contract/program/notification-preferences';
import { seesUsage } from '@florin/contract/permissions';
import type { Database } from '../../../db/open.ts';
import type { HandlersOf } from '../../../http/call.ts';
import { forecastOf } from './forecast.ts';
import { needsOf } from './needs.ts';
import { dayOf } from './periods.ts';
import { breakdownOf, spendOf } from './spend.ts';

/** The time zone of a business, and what the person of a membership calls a low balance. */
async function settingsOf(db: Database, membershipId: string): Promise<{ zone: string; alert: bigint }> {
  const row = await db
    .selectFrom('membership')
    .innerJoin('business', 'business.id', 'membership.business_id')
    .leftJoin('notification_preference as chosen', 'chosen.membership_id', 'membership.id')
    .select(['business.time_zone as zone', 'chosen.low_balance_below as alert'])
    .where('membership.id', '=', membershipId)
    .executeTakeFirstOrThrow();
  return { zone: row.zone, alert: row.alert ?? BigInt(defaultLowBalance.ADMIN) };
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
