import {
  breakdownRows,
  type Spend,
  type SpendBreakdown,
  type SpendDimension,
  type SpendPeriod,
} from '@florin/contract/program/dashboard';
import { categoryGroups, groupOfCategory } from '@florin/contract/cards/policies/merchant-categories';
import { money } from '@florin/contract/money';
import { sql } from 'kysely';
import type { Database } from '../../../db/open.ts';
import { lastFullPeriods, periodsOf, startOf, type Periods, type Span } from './periods.ts';

const usd = (amount: bigint) => money(amount, 'USD');

interface SpendQuery {
  businessId: string;
  zone: string;
  period: SpendPeriod;
  today: Temporal.PlainDate;
}

const afterOf = ({ to }: Span) => to.add({ days: 1 });
const daysOf = ({ from, to }: Span) => ({ from: from.toString(), to: to.toString() });

/** Purchases that cost something; refunds are subtracted from the purchase that they belong to. */
const counted = sql`t.status in ('PENDING', 'SETTLED', 'RETURNED')`;

/**
 * The periods to show: while nothing has been bought since the period began, the last full one, if something was bought in
 * it. `begun`: the days that were without a purchase.
 */
async function periodsShown(
  db: Database,
  { businessId, zone, period, today }: SpendQuery,
): Promise<Periods & { begun: Span | null }> {
  const now = periodsOf(period, today);
  const last = lastFullPeriods(period, today);
  const hasPurchases = ({ from, to }: Span) => sql<boolean>`exists (select from card_transaction t
    where t.business_id = ${businessId} and t.at >= ${startOf(from, zone)} and t.at < ${startOf(to.add({ days: 1 }), zone)}
      and ${counted})`;
  const { rows } = await sql<{ isFirst: boolean }>`
    select not ${hasPurchases(now.current)} and ${hasPurchases(last.current)} as "isFirst"`.execute(db);
  return rows[0]!.isFirst ? { ...last, begun: now.current } : { ...now, begun: null };
}

/** What a business spent in a period, step by step, and in the period before. */
export async function spendOf(db: Database, query: SpendQuery): Promise<Spend> {
  const { businessId, zone } = query;
  const { current, before, steps, stepsBefore, days, begun } = await periodsShown(db, query);
  // The end of the compared days lies within a step of a quarter or a year.
  const bounds = [
    ...new Set([...stepsBefore, before, ...steps].flatMap((span) => [span.from, afterOf(span)]).map(String)),
  ].toSorted();
  const moments = bounds.map((day) => startOf(Temporal.PlainDate.from(day), zone));
  const { rows } = await sql<{ part: number; amount: string }>`
    select width_bucket(t.at, ${moments}::timestamptz[]) as part, sum(t.amount) as amount
    from card_transaction t
    where t.business_id = ${businessId} and t.at >= ${moments[0]!} and t.at < ${moments.at(-1)!} and ${counted}
    group by 1`.execute(db);
  const parts = new Map(rows.map(({ part, amount }) => [bounds[part - 1]!, BigInt(amount)]));
  const sumOf = (span: Span) => {
    const [from, to] = [span.from.toString(), afterOf(span).toString()];
    return bounds.reduce((sum, day) => (day >= from && day < to ? sum + (parts.get(day) ?? 0n) : sum), 0n);
  };
  const stepOf = (span: Span) => ({ ...daysOf(span), amount: usd(sumOf(span)) });
  return {
    ...daysOf(current),
    before: daysOf(before),
    begun: begun && daysOf(begun),
    total: usd(sumOf(current)),
    totalBefore: usd(sumOf(before)),
    steps: steps.map(stepOf),
    stepsBefore: stepsBefore.map(stepOf),
    days,
  };
}

interface Sums {
  key: string | null;
  name: string | null;
  fullName: string | null;
  amount: bigint;
  before: bigint;
}

interface SumRow {
  key: string | null;
  name: string | null;
  amount: string;
  before: string;
}

/** What a business spent in a period and in the days before, by what the purchases were for, or whose they were. */
export async function breakdownOf(db: Database, by: SpendDimension, query: SpendQuery): Promise<SpendBreakdown> {
  const { businessId, zone } = query;
  const { current, before, begun } = await periodsShown(db, query);
  const [from, to, first, same] = [current.from, afterOf(current), before.from, afterOf(before)].map((day) =>
    startOf(day, zone),
  ) as [Date, Date, Date, Date];
  const grouped = (key: ReturnType<typeof sql>) => sql`
    select ${key} as key, coalesce(sum(t.amount) filter (where t.at >= ${from}), 0) as amount,
      coalesce(sum(t.amount) filter (where t.at < ${same}), 0) as before
    from card_transaction t
    where t.business_id = ${businessId} and t.at >= ${first} and t.at < ${to} and ${counted}
    group by 1`;
  const queries = {
    CATEGORY: sql<SumRow>`select g.key::text, null as name, g.amount, g.before from (${grouped(sql`t.mcc`)}) g`,
    // A replacement and a card of the same person are one row.
    PERSON: sql<SumRow>`
      select card.membership_id as key, min(person.first_name || ' ' || person.last_name) as name,
        sum(g.amount) as amount, sum(g.before) as before
      from (${grouped(sql`t.card_id`)}) g
      join card on card.id = g.key
      left join membership on membership.id = card.membership_id
      left join person on person.id = membership.person_id
      group by 1`,
    MERCHANT: sql<SumRow>`select g.key, g.key as name, g.amount, g.before from (${grouped(sql`t.merchant`)}) g`,
  };
  const { rows } = await queries[by].execute(db);
  const read = rows.map((row) => ({ ...row, fullName: null, amount: BigInt(row.amount), before: BigInt(row.before) }));
  const shown = { ...daysOf(current), before: daysOf(before), begun: begun && daysOf(begun) };
  return { ...shown, ...topOf(by === 'CATEGORY' ? byGroup(read) : read) };
}

/** Categories by the group that they are in. */
function byGroup(rows: readonly Sums[]): Sums[] {
  const groups = new Map<string | null, Sums>();
  for (const { key, amount, before } of rows) {
    const group = groupOfCategory(Number(key));
    const { short: name = null, name: fullName = null } = categoryGroups.find((each) => each.key === group) ?? {};
    const known = groups.get(group) ?? { key: group, name, fullName, amount: 0n, before: 0n };
    groups.set(group, { ...known, amount: known.amount + amount, before: known.before + before });
  }
  return [...groups.values()];
}

/** The largest rows and the sum of the rest; a single row of rest is shown itself. */
function topOf(rows: readonly Sums[]): Pick<SpendBreakdown, 'items' | 'others'> {
  const sorted = rows
    .filter(({ amount, before }) => amount !== 0n || before !== 0n)
    .toSorted(
      (a, b) =>
        Number(b.amount - a.amount) || Number(b.before - a.before) || (a.name ?? '').localeCompare(b.name ?? ''),
    );
  const shown = sorted.length === breakdownRows + 1 ? sorted.length : breakdownRows;
  const rest = sorted.slice(shown);
  const sum = (of: 'amount' | 'before') => usd(rest.reduce((all, row) => all + row[of], 0n));
  return {
    items: sorted.slice(0, shown).map(({ key, name, fullName, amount, before }) => ({
      key,
      name,
      fullName,
      amount: usd(amount),
      before: usd(before),
    })),
    others: rest.length === 0 ? null : { count: rest.length, amount: sum('amount'), before: sum('before') },
  };
}
