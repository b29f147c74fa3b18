import { money } from '@florin/contract/money';
import { sql } from 'kysely';
import type { Context } from '../../../context.ts';
import type { Database } from '../../../db/open.ts';
import { refuse, type Call } from '../../../http/call.ts';
import { scopeOf } from './change.ts';
import { cardById, timelineAtMost, type CardRow } from './queries.ts';

type Chain = Pick<CardRow, 'chain_id' | 'id'>;

/** What a card and those that it replaced were given and gave back, newest first. */
export async function fundingsOf(db: Database, { chain_id, id }: Chain) {
  const rows = await db
    .selectFrom('funding_run_line as line')
    .innerJoin('funding_run as run', 'run.id', 'line.run_id')
    .innerJoin('card', 'card.id', 'line.card_id')
    .leftJoin('funding_schedule as schedule', 'schedule.id', 'run.schedule_id')
    .leftJoin('membership', 'membership.id', 'run.actor_membership_id')
    .leftJoin('person', 'person.id', 'membership.person_id')
    .select([
      'run.id as runId',
      'run.at',
      'run.act',
      'line.change',
      'schedule.id as scheduleId',
      'schedule.name as scheduleName',
      sql<string | null>`person.first_name || ' ' || person.last_name`.as('actor'),
    ])
    .where('card.chain_id', '=', chain_id)
    .where('card.id', '<=', id)
    .where('line.change', '<>', 0n)
    .orderBy('run.at', 'desc')
    .orderBy('run.id', 'desc')
    .limit(timelineAtMost)
    .execute();
  return rows.map(({ runId, at, act, change, scheduleId, scheduleName, actor }) => ({
    runId,
    at: at.toISOString(),
    act,
    change: money(change, 'USD'),
    actor,
    schedule: scheduleId === null ? null : { id: scheduleId, name: scheduleName ?? '' },
  }));
}

const monthsShown = 12;

/** GET spend: of a card of the business, or of the caller's own. */
export async function showSpend({ context, caller: session, input }: Call<'cardSpend'> | Call<'ownCardSpend'>) {
  const row = await cardById(context, scopeOf(session), input.params.id);
  if (!row) return refuse('NOT_FOUND');
  return { status: 200 as const, body: { months: await spendByMonth(context, row) } };
}

/** What a chain has spent in each month, by the calendar of its business. */
async function spendByMonth({ db, clock }: Pick<Context, 'db' | 'clock'>, { chain_id, business_id }: CardRow) {
  const { time_zone: zone } = await db
    .selectFrom('business')
    .select('time_zone')
    .where('id', '=', business_id)
    .executeTakeFirstOrThrow();
  const current = Temporal.Instant.fromEpochMilliseconds(clock.now().getTime())
    .toZonedDateTimeISO(zone)
    .toPlainDate()
    .toPlainYearMonth();
  const first = current.subtract({ months: monthsShown - 1 });
  const from = new Date(first.toPlainDate({ day: 1 }).toZonedDateTime(zone).epochMilliseconds);
  const { rows } = await sql<{ month: string; amount: string; purchases: number }>`
    select to_char(t.at at time zone ${zone}, 'YYYY-MM') as month, sum(t.amount) as amount, count(*)::int as purchases
    from card_transaction t
    join card c on c.id = t.card_id
    where c.chain_id = ${chain_id} and t.at >= ${from} and t.status in ('PENDING', 'SETTLED', 'RETURNED')
    group by 1`.execute(db);
  const known = new Map(rows.map(({ month, ...rest }) => [month, rest]));
  return Array.from({ length: monthsShown }, (_, index) => {
    const month = first.add({ months: index }).toString();
    const { amount = '0', purchases = 0 } = known.get(month) ?? {};
    return { month, amount: money(BigInt(amount), 'USD'), purchases };
  });
}
