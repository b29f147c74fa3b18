import { forecastDays, type Forecast } from '@florin/contract/program/dashboard';
import { money } from '@florin/contract/money';
import { sql } from 'kysely';
import { nextRuns } from '../../../core/card-funding/recurrence.ts';
import { cardsOfSchedule, recurrenceOf } from '../../../core/card-funding/run-schedules.ts';
import type { Database } from '../../../db/open.ts';
import { openingOf } from '../../../ports/bank/bank-hours.ts';
import { foresee, lowestOf, type Coming, type Run } from './foresee.ts';
import { dayOf, startOf } from './periods.ts';

const usd = (amount: bigint) => money(amount, 'USD');

interface ForecastQuery {
  businessId: string;
  zone: string;
  now: Date;
  /** Whether the caller may see purchases. */
  showsPurchases: boolean;
  /** Minor units; null where no balance is low yet. */
  alert: bigint | null;
}

interface Window {
  today: Temporal.PlainDate;
  /** The moment after the last day. */
  end: Date;
}

/** What will be available on the account that a business spends from; of a business without one, nothing. */
export async function forecastOf(db: Database, asked: ForecastQuery): Promise<Forecast> {
  const { businessId, zone, now, alert } = asked;
  const today = dayOf(now, zone);
  const days = Array.from({ length: forecastDays }, (_, i) => today.add({ days: i }).toString());
  const window = { today, end: startOf(today.add({ days: forecastDays }), zone) };
  const account = await db
    .selectFrom('financial_account')
    .select(['id', 'available_balance as available', 'credits_pending as incoming'])
    .where('business_id', '=', businessId)
    .where('kind', 'in', ['business_available', 'credit_receivable'])
    .executeTakeFirst();
  const available = account?.available ?? 0n;
  const accountId = account?.id ?? null;
  const [holds, onCards, cardHolds, transfers, runs] = await Promise.all([
    holdsOf(db, accountId, asked, window),
    onCardsOf(db, businessId),
    asked.showsPurchases ? cardHoldsOf(db, businessId) : null,
    transfersOf(db, asked, window),
    runsOf(db, asked, window),
  ]);
  const foreseen = foresee(available, [...holds.releases, ...transfers.deposits, ...runs]);
  const lowest = lowestOf(available, days, foreseen);
  return {
    timeZone: zone,
    from: days[0]!,
    to: days.at(-1)!,
    available: usd(available),
    incoming: usd(account?.incoming ?? 0n),
    outgoing: usd(transfers.outgoing),
    holds: { count: holds.count, amount: usd(holds.amount), nextRelease: holds.nextRelease?.toISOString() ?? null },
    onCards: { count: onCards.count, amount: usd(BigInt(onCards.amount)) },
    cardHolds: cardHolds && { count: cardHolds.count, amount: usd(BigInt(cardHolds.amount)) },
    nextDeposit: transfers.nextDeposit,
    items: foreseen.map(({ date, kind, name, count, transactionId, change, available: after, missing }) => ({
      date,
      kind,
      name,
      count,
      transactionId,
      change: usd(change),
      available: usd(after),
      missing: missing === null ? null : usd(missing),
    })),
    lowest: { ...lowest, available: usd(lowest.available) },
    alert: alert === null ? null : usd(alert),
  };
}

/** Purchases on hold, and their releases by day. A hold whose time is over is released next. */
async function holdsOf(
  db: Database,
  accountId: string | null,
  { businessId, zone, now, showsPurchases }: ForecastQuery,
  { end }: Window,
) {
  const { rows } = await sql<{
    date: string;
    at: Date;
    count: number;
    amount: string;
    id: string | null;
    merchant: string | null;
  }>`
    select to_char(greatest(t.hold_until, ${now}) at time zone ${zone}, 'YYYY-MM-DD') as date,
      min(greatest(t.hold_until, ${now})) as at, count(*)::int as count, sum(t.held) as amount,
      case when count(*) = 1 then min(t.id::text) end as id, case when count(*) = 1 then min(t.merchant) end as merchant
    from card_transaction t
    where t.business_id = ${businessId} and t.status = 'PENDING' and t.account_id = ${accountId} and t.held > 0
      and t.hold_until is not null
    group by 1 order by 1`.execute(db);
  const within = rows.filter(({ at }) => at < end);
  return {
    count: rows.reduce((all, { count }) => all + count, 0),
    amount: rows.reduce((all, { amount }) => all + BigInt(amount), 0n),
    nextRelease: rows[0]?.at ?? null,
    releases: within.map(({ date, at, count, amount, id, merchant }): Coming => ({
      kind: 'RELEASE',
      at,
      date,
      count,
      amount: BigInt(amount),
      name: showsPurchases ? merchant : null,
      transactionId: showsPurchases ? id : null,
    })),
  };
}

/** The balances of funded cards, less what is on hold on them. */
const onCardsOf = (db: Database, businessId: string) =>
  db
    .selectFrom('financial_account')
    .select([sql<number>`count(*)::int`.as('count'), sql<string>`coalesce(sum(available_balance), 0)`.as('amount')])
    .where('business_id', '=', businessId)
    .where('kind', '=', 'card_wallet')
    .where('available_balance', '<>', 0n)
    .executeTakeFirstOrThrow();

/** Purchases on hold on the balances of funded cards. */
const cardHoldsOf = (db: Database, businessId: string) =>
  db
    .selectFrom('card_transaction as t')
    .innerJoin('financial_account as wallet', 'wallet.id', 't.account_id')
    .select([sql<number>`count(*)::int`.as('count'), sql<string>`coalesce(sum(t.held), 0)`.as('amount')])
    .where('t.business_id', '=', businessId)
    .where('t.status', '=', 'PENDING')
    .where('t.held', '>', 0n)
    .where('wallet.kind', '=', 'card_wallet')
    .executeTakeFirstOrThrow();

/** Transfers with the bank that are under way. */
async function transfersOf(db: Database, { businessId, zone, now }: ForecastQuery, { end }: Window) {
  const rows = await db
    .selectFrom('bank_transfer')
    .innerJoin('external_account', 'external_account.id', 'bank_transfer.external_account_id')
    .select(['direction', 'amount', 'available_on as availableOn', 'external_account.bank_name as bank'])
    .where('bank_transfer.business_id', '=', businessId)
    .where('stage', 'in', ['SCHEDULED', 'SENT', 'HELD'])
    .execute();
  const deposits = rows
    .filter(({ direction }) => direction === 'IN')
    .map(({ amount, availableOn, bank }): Coming => {
      const opening = openingOf(availableOn!);
      const at = opening < now ? now : opening;
      return {
        kind: 'DEPOSIT',
        at,
        date: dayOf(at, zone).toString(),
        name: bank,
        count: 1,
        transactionId: null,
        amount,
      };
    })
    .toSorted((a, b) => a.at.getTime() - b.at.getTime());
  return {
    outgoing: rows.reduce((all, { direction, amount }) => (direction === 'OUT' ? all + amount : all), 0n),
    nextDeposit: deposits[0]?.date ?? null,
    deposits: deposits.filter(({ at }) => at < end),
  };
}

/** The runs of schedules in the window. Schedules for low balances have no date. */
async function runsOf(db: Database, { businessId, zone, now }: ForecastQuery, { end }: Window): Promise<Run[]> {
  const schedules = await db
    .selectFrom('funding_schedule')
    .selectAll()
    .where('business_id', '=', businessId)
    .where('status', '=', 'ACTIVE')
    .where('next_run_at', '<', end)
    .orderBy('id')
    .execute();
  const runs: Run[] = [];
  for (const schedule of schedules) {
    const cards = await cardsOfSchedule(db, schedule.id);
    const { act, when_short: whenShort, amount, name } = schedule;
    const moments = nextRuns(recurrenceOf(schedule), zone, now, forecastDays).filter((at) => at < end);
    for (const at of moments)
      runs.push({
        kind: 'FUNDING',
        at,
        date: dayOf(at, zone).toString(),
        name,
        act,
        whenShort,
        amount,
        cards: cards.map(({ id: cardId, status, available }) => ({ cardId, status, available })),
      });
  }
  return runs;
}
