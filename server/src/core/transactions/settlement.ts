import { sql, type Transaction } from 'kysely';
import type { Context } from '../../context.ts';
import { newId } from '../../db/ids.ts';
import type { Schema } from '../../db/schema.ts';
import { inTransaction } from '../../db/transaction.ts';
import { recordOperatorAct, type Operator } from '../audit/operator-acts.ts';
import { lockMoney } from '../ledger/lock.ts';
import { post } from '../ledger/queries.ts';
import { accountsByKind } from './posting.ts';

/** A processor's report of a day. Amounts are minor units: positive if owed to the network, negative if returned. */
export interface ReportedSettlement {
  /** The processor's name of the report, which is processed once. */
  reference: string;
  programId: string;
  /** yyyy-mm-dd, in UTC. */
  day: string;
  lines: readonly { eventId: string; amount: number }[];
}

/** A stored event of the day: its amount at the network, and the amount that its entries moved there. */
interface Recorded {
  eventId: string;
  businessId: string;
  stated: bigint;
  entries: bigint;
}

interface Difference {
  eventId: string | null;
  kind: 'MISSING_EVENT' | 'NOT_REPORTED' | 'AMOUNT' | 'ENTRIES';
  reported: bigint | null;
  recorded: bigint | null;
}

/** The differences between a report, the events and their entries. Pure. */
export function differencesOf(lines: ReportedSettlement['lines'], recorded: readonly Recorded[]): Difference[] {
  const ours = new Map(recorded.map((event) => [event.eventId, event]));
  const reported = new Map<string, bigint>();
  for (const { eventId, amount } of lines) reported.set(eventId, (reported.get(eventId) ?? 0n) + BigInt(amount));
  const differences: Difference[] = [];
  for (const [eventId, amount] of reported) {
    const event = ours.get(eventId);
    if (!event) differences.push({ eventId, kind: 'MISSING_EVENT', reported: amount, recorded: null });
    else if (event.stated !== amount)
      differences.push({ eventId, kind: 'AMOUNT', reported: amount, recorded: event.stated });
  }
  for (const { eventId, stated, entries } of recorded) {
    if (!reported.has(eventId) && stated !== 0n)
      differences.push({ eventId, kind: 'NOT_REPORTED', reported: null, recorded: stated });
    if (entries !== stated) differences.push({ eventId, kind: 'ENTRIES', reported: stated, recorded: entries });
  }
  return differences;
}

/**
 * Processes a processor's settlement report: compares report, events and entries, stores every difference as a row that
 * somebody has to close, and settles with the network the amounts on which all agree.
 * @returns how many differences were found; null for a report that was processed before
 */
export function takeSettlement(
  context: Pick<Context, 'db' | 'clock'>,
  report: ReportedSettlement,
): Promise<number | null> {
  return inTransaction(context.db, async (tx) => {
    const now = context.clock.now();
    const id = newId(now.getTime());
    const net = report.lines.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
    const taken = await tx
      .insertInto('settlement_report')
      .values({
        id,
        program_id: report.programId,
        reference: report.reference,
        day: report.day,
        net,
        lines: report.lines.length,
        received_at: now,
      })
      .onConflict((conflict) => conflict.column('reference').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!taken) return null;
    const recorded = await recordedOf(tx, report);
    const differences = differencesOf(report.lines, recorded);
    for (const { eventId, ...difference } of differences)
      await tx
        .insertInto('settlement_difference')
        .values({ id: newId(now.getTime()), report_id: id, event_id: eventId, ...difference })
        .execute();
    const wrong = new Set(differences.map(({ eventId }) => eventId));
    await settle(
      tx,
      report.reference,
      recorded.filter(({ eventId }) => !wrong.has(eventId)),
      now,
    );
    return differences.length;
  });
}

/**
 * The events of the report's day and of its lines, including suspense, with the amounts that they moved at the network.
 */
async function recordedOf(tx: Transaction<Schema>, { programId, day, lines }: ReportedSettlement): Promise<Recorded[]> {
  const named = lines.map(({ eventId }) => eventId);
  const { rows } = await sql<Recorded>`
    with stated as (
      select e.event_id, e.business_id,
        case when e.type in ('RETURN', 'CORRECTION_CREDIT') then -e.amount else e.amount end as amount
      from card_event e join business b on b.id = e.business_id
      where b.program_id = ${programId} and e.outcome is distinct from 'DECLINED' and not 'SUSPENSE' = any(e.flags)
        and e.type in ('CLEARING', 'FINANCIAL_AUTHORIZATION', 'CORRECTION_DEBIT', 'RETURN_REVERSAL', 'RETURN', 'CORRECTION_CREDIT')
        and (e.event_id = any(${named}) or (e.at >= ${day}::date and e.at < ${day}::date + 1))
      union all
      select s.event_id, s.business_id, case s.direction when 'CREDIT' then -s.amount else s.amount end
      from suspense_item s join business b on b.id = s.business_id
      where b.program_id = ${programId} and (s.event_id = any(${named}) or (s.at >= ${day}::date and s.at < ${day}::date + 1))
    )
    select s.event_id as "eventId", s.business_id as "businessId", s.amount as stated,
      coalesce((select sum(case e.side when 'CREDIT' then e.amount else -e.amount end)::bigint
        from generate_series(1, 9) number
        join transfer t on t.idempotency_key = 'card/' || number || '/' || s.event_id
        join entry e on e.transfer_id = t.id
        join financial_account a on a.id = e.account_id and a.kind = 'network_clearing'), 0) as entries
    from stated s`.execute(tx);
  return rows;
}

/** Pays the network, or is paid by it, business by business. */
async function settle(
  tx: Transaction<Schema>,
  reference: string,
  agreed: readonly Recorded[],
  at: Date,
): Promise<void> {
  const byBusiness = Map.groupBy(agreed, ({ businessId }) => businessId);
  for (const businessId of [...byBusiness.keys()].toSorted()) {
    const net = byBusiness.get(businessId)!.reduce((sum, { stated }) => sum + stated, 0n);
    if (net === 0n) continue;
    await lockMoney(tx, businessId);
    const accounts = await accountsByKind(tx, businessId);
    const [network, bank] = [accounts.get('network_clearing')!, accounts.get('bank_settlement')!];
    const pays = net > 0n;
    await post(tx, {
      key: `settlement/${reference}/${businessId}`,
      code: 'NETWORK_SETTLEMENT',
      description: `Settlement ${reference}`,
      at,
      debitAccountId: pays ? network : bank,
      creditAccountId: pays ? bank : network,
      amount: pays ? net : -net,
      mayOverdraw: true,
    });
  }
}

/** What nobody has closed, the oldest report first. */
export const openDifferences = ({ db }: Pick<Context, 'db'>) =>
  db
    .selectFrom('settlement_difference as difference')
    .innerJoin('settlement_report as report', 'report.id', 'difference.report_id')
    .select([
      'difference.id',
      'report.reference',
      'report.day',
      'difference.kind',
      'difference.event_id as eventId',
      'difference.reported',
      'difference.recorded',
    ])
    .where('difference.closed_at', 'is', null)
    .orderBy('report.received_at')
    .orderBy('difference.kind')
    .orderBy('difference.event_id')
    .execute();

/** Closes a difference with its explanation. @returns whether it was open */
export const closeDifference = (
  context: Pick<Context, 'db' | 'clock'>,
  id: string,
  by: Operator,
  explanation: string,
): Promise<boolean> =>
  inTransaction(context.db, async (tx) => {
    const closed = await tx
      .updateTable('settlement_difference')
      .set({ closed_at: context.clock.now(), closed_by: by.name, explanation })
      .where('id', '=', id)
      .where('closed_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (closed)
      await recordOperatorAct(tx, context, by, {
        type: 'operator_difference_closed',
        details: { difference: id, operator: by.name },
      });
    return closed !== undefined;
  });
