import {
  isLimit,
  type GroupSnapshot,
  type LimitScope,
  type PolicyDocument,
} from '@florin/contract/cards/policies/spend-rules';
import { sql } from 'kysely';
import type { Database } from '../../db/open.ts';
import { lockMoney } from '../ledger/lock.ts';
import { calendarOf } from './calendar.ts';
import { addTo, dimensionOf, everything, type Dimension, type Windows } from './windows.ts';

/** The cards whose purchases a version counts. */
export interface Measured {
  businessId: string;
  /** Of a policy for a group. */
  groupId: string | null;
  /** Of a policy or an override for a card. */
  chainId: string | null;
}

interface Needed {
  dimension: Dimension;
  scope: LimitScope;
  codes: GroupSnapshot['ranges'] | null;
  /** A limit looks back further than a year. */
  isLong: boolean;
}

/**
 * The counters that may not have been kept so far: those of a group of categories, since a date, or of a group of
 * cards.
 */
function neededBy({ rules, groups }: PolicyDocument): Needed[] {
  const needed = new Map<string, Needed>();
  for (const rule of rules) {
    if (!isLimit(rule) || rule.period === 'purchase') continue;
    const scope = rule.of ?? 'card';
    const dimension = dimensionOf(rule);
    if (dimension.key === everything.key && scope !== 'group') continue;
    const ranges = groups.find(({ key }) => key === rule.group)?.ranges ?? [];
    const codes = rule.group === undefined ? null : ranges;
    const counter = `${scope} ${dimension.key}`;
    const isLong = rule.period === 'lifetime' || rule.period === 'since' || needed.get(counter)?.isLong === true;
    needed.set(counter, { dimension, scope, codes, isLong });
  }
  return [...needed.values()];
}

/**
 * Counts what was spent before a version is put in force or in shadow, so that its limits begin with the current period
 * and not with zero. Purchases of the business wait until it is done. Call it before the version changes, because money
 * is locked first.
 */
export async function fillCounters(
  tx: Database,
  measured: Measured,
  document: PolicyDocument,
  at: Date,
): Promise<void> {
  const needed = neededBy(document);
  if (needed.length === 0) return;
  const { businessId } = measured;
  await lockMoney(tx, businessId);
  const { zone, changedAt } = await tx
    .selectFrom('business')
    .select(['time_zone as zone', 'time_zone_changed_at as changedAt'])
    .where('id', '=', businessId)
    .executeTakeFirstOrThrow();
  const filled = new Map<string, Windows>();
  for (const one of needed) {
    const days = await spentByDay(tx, measured, one, zone, at);
    for (const { scopeId, day, amount, purchases } of days) {
      let windows = filled.get(scopeId);
      if (!windows) filled.set(scopeId, (windows = {}));
      addTo(windows, one.dimension, calendarOf(zone, noonOf(day, zone)), amount, purchases);
    }
  }
  const { starts } = calendarOf(zone, at.getTime());
  const kept = changedAt === null ? [] : calendarOf(zone, changedAt.getTime()).starts;
  await mergeWindows(
    tx,
    filled,
    starts.map((start, index) => start === kept[index]),
  );
}

const noonOf = (day: string, zone: string): number =>
  Temporal.PlainDate.from(day).toZonedDateTime({ timeZone: zone, plainTime: '12:00' }).epochMilliseconds;

interface Day {
  scopeId: string;
  /** yyyy-mm-dd. */
  day: string;
  /** Minor units. */
  amount: number;
  purchases: number;
}

/** What was spent day by day, the oldest first, as far back as the limit looks. */
async function spentByDay(
  tx: Database,
  { businessId, groupId, chainId }: Measured,
  { scope, codes, isLong }: Needed,
  zone: string,
  at: Date,
): Promise<Day[]> {
  const scopeId = { card: sql`c.chain_id`, business: sql`c.business_id`, group: sql`${groupId}::uuid` }[scope];
  const from = codes?.map((range) => range.from) ?? null;
  const to = codes?.map((range) => range.to) ?? null;
  const { rows } = await sql<Day>`
    select ${scopeId} as "scopeId", (t.at at time zone ${zone})::date as day, sum(greatest(t.amount, 0))::float8 as amount,
      count(*) filter (where t.amount > 0)::int as purchases
    from card c
    join card_transaction t on t.card_id = c.id and t.status not in ('DECLINED', 'VOIDED', 'EXPIRED')
    where c.business_id = ${businessId} and (${chainId}::uuid is null or c.chain_id = ${chainId})
      and (${groupId}::uuid is null or exists (
        select from card_group_member g where g.chain_id = c.chain_id and g.group_id = ${groupId}))
      and (${isLong} or t.at >= date_trunc('year', ${at}::timestamptz at time zone ${zone}) - interval '8 days')
      and (${from}::int[] is null or exists (
        select from unnest(${from}::int[], ${to}::int[]) r(a, b) where t.mcc between r.a and r.b))
    group by 1, 2 order by 2`.execute(tx);
  return rows;
}

/**
 * Writes the dimensions that were counted. Other dimensions of a scope do not change.
 * @param changed the periods in which the zone was changed; their usage in the old zone is only in the counters
 */
async function mergeWindows(
  tx: Database,
  filled: ReadonlyMap<string, Windows>,
  changed: readonly boolean[],
): Promise<void> {
  if (filled.size === 0) return;
  const ids = [...filled.keys()];
  const rows = await tx
    .selectFrom('limit_state')
    .select(['scope_id', 'windows'])
    .where('scope_id', 'in', ids)
    .execute();
  const before = new Map(rows.map(({ scope_id: id, windows }) => [id, windows]));
  const windows = ids.map((id) => {
    const kept = before.get(id) ?? {};
    const counted = Object.entries(filled.get(id) ?? {}).map(([key, window]) => [
      key,
      atLeast(window, kept[key], changed),
    ]);
    return JSON.stringify({ ...kept, ...Object.fromEntries(counted) });
  });
  await sql`insert into limit_state (scope_id, windows)
    select * from unnest(${ids}::uuid[], ${windows}::json[])
    on conflict (scope_id) do update set windows = excluded.windows`.execute(tx);
}

/** A counted window. In the periods in which the zone was changed, the higher figure of the earlier window is kept. */
function atLeast(window: number[], before: number[] | undefined, changed: readonly boolean[]): number[] {
  if (before?.length !== window.length || window.length < changed.length * 3) return window;
  return window.map((value, place) => {
    const first = place - (place % 3);
    if (!changed[first / 3] || before[first]! < window[first]!) return value;
    return Math.max(value, before[place]!);
  });
}
