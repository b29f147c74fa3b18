import { calendarPeriods } from '@florin/contract/cards/policies/spend-rules';
import { sql } from 'kysely';
import type { Database } from '../../db/open.ts';
import { lockMoney } from '../ledger/lock.ts';
import { calendarOf } from './calendar.ts';
import type { Windows } from './windows.ts';

interface NewZone {
  businessId: string;
  /** IANA name. */
  zone: string;
  at: Date;
}

/**
 * Changes the time zone of a business. Only this function does it. Usage of a limit in the current period of the old
 * zone also counts in that of the new zone, so that nobody gains a day's or a month's limit by a change and a change
 * back. Purchases of the business wait until it is done.
 * @returns the previous zone; the same zone if nothing has changed
 */
export async function changeTimeZone(tx: Database, { businessId, zone, at }: NewZone): Promise<string> {
  await lockMoney(tx, businessId);
  const business = await tx
    .selectFrom('business')
    .select(['time_zone', 'time_zone_before', 'time_zone_changed_at'])
    .where('id', '=', businessId)
    .executeTakeFirstOrThrow();
  const { time_zone: old, time_zone_before: before, time_zone_changed_at: changedAt } = business;
  if (old === zone) return old;
  const isBack =
    before === zone && changedAt !== null && isSameDay(old, changedAt, at) && isSameDay(zone, changedAt, at);
  await tx
    .updateTable('business')
    .set({ time_zone: zone, time_zone_before: old, time_zone_changed_at: at })
    .where('id', '=', businessId)
    .execute();
  const from = calendarOf(old, at.getTime()).starts;
  const to = calendarOf(zone, at.getTime()).starts;
  const { rows } = await sql<{ id: string; windows: Windows }>`
    select scope_id as id, windows from limit_state
    where scope_id in (select ${businessId}::uuid
      union all select chain_id from card where business_id = ${businessId}
      union all select id from card_group where business_id = ${businessId})`.execute(tx);
  const ids = rows.map(({ id }) => id);
  const moved = rows.map(({ windows }) => JSON.stringify(moveWindows(windows, from, to, isBack)));
  await sql`update limit_state set windows = moved.windows
    from unnest(${ids}::uuid[], ${moved}::json[]) moved (id, windows) where scope_id = moved.id`.execute(tx);
  return old;
}

const isSameDay = (zone: string, one: Date, other: Date): boolean =>
  calendarOf(zone, one.getTime()).date === calendarOf(zone, other.getTime()).date;

/**
 * The counters for another zone: usage in the current period stays in the current period. A counter that is ahead of
 * the new zone's calendar stays ahead, because counters never go back, and counts until the calendar has passed it.
 * @param from the numbers of the current periods in the old zone, `to` in the new one
 * @param isBack the zone was changed today and is changed back: the periods are the same as before that change
 */
export function moveWindows(
  windows: Windows,
  from: readonly number[],
  to: readonly number[],
  isBack: boolean,
): Windows {
  return Object.fromEntries(
    Object.entries(windows).map(([key, window]) => {
      // A counter since a date has no periods.
      if (window.length < calendarPeriods.length * 3) return [key, window];
      const next = [...window];
      for (const [index, now] of to.entries()) {
        const place = index * 3;
        if (next[place]! < from[index]!) continue;
        next[place] = isBack && next[place] === from[index] ? now : Math.max(next[place]!, now);
      }
      return [key, next];
    }),
  );
}
