import { DAY } from '@florin/contract/limits';
import { sql, type Transaction } from 'kysely';
import type { Context } from '../../context.ts';
import { newId } from '../../db/ids.ts';
import type { Schema } from '../../db/schema.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { ProcessorName } from '../../ports/card-processor/card-processor.ts';
import { recordOperatorAct, type Operator } from '../audit/operator-acts.ts';
import { lockMoney } from '../ledger/lock.ts';
import { post } from '../ledger/queries.ts';
import { accountsByKind } from './posting.ts';

/** A processor's report of a day. Amounts are minor units: positive if owed to the network, negative if returned. */
export interface ReportedSettlement {
  /** The processor's name of the report, which is processed once. */
  reference: string;
  programId: string;
  /** Only the events of this processor's cards are expected in the report; by default those of all cards. */
  processor?: ProcessorName;
  /** yyyy-mm-dd, in UTC. */
  day: string;
  lines: readonly { eventId: string; amount: number }[];
}

/** A stored event: its amount at the network, and the amount that its entries moved there. */
interface Recorded {
  eventId: string;
  businessId: string;
  stated: bigint;
  entries: bigint;
  /** An earlier report or an operator has settled it. */
  isSettled: boolean;
}

interface Difference {
  eventId: string | null;
  kind: 'MISSING_EVENT' | 'NOT_REPORTED' | 'AMOUNT' | 'ENTRIES' | 'REPEATED';
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
    else if (event.isSettled) differences.push({ eventId, kind: 'REPEATED', reported: amount, recorded: event.stated });
    else if (event.stated !== amount)
      differences.push({ eventId, kind: 'AMOUNT', reported: amount, recorded: event.stated });
  }
  for (const { eventId, stated, entries, isSettled } of recorded) {
    if (isSettled) continue;
    if (!reported.has(eventId) && stated !== 0n)
      differences.push({ eventId, kind: 'NOT_REPORTED', reported: null, recorded: stated });
    if (entries !== stated) differences.push({ eventId, kind: 'ENTRIES', reported: stated, recorded: entries });
  }
  return differences;
}

/**
 * Processes a processor's settlement report: compares report, events and entries, stores every difference as a row that
 * an operator has to close, and settles with the network the amounts on which all agree. An event that an earlier report
 * left out, or named before the event came, is compared again, and its difference closes by itself.
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
    const earlier = await missingEvents(tx, report.programId);
    const lines = [...report.lines, ...earlier];
    const named = new Set(report.lines.map(({ eventId }) => eventId));
    const recorded = await recordedOf(tx, report, [...new Set(lines.map(({ eventId }) => eventId))]);
    const differences = differencesOf(lines, recorded).filter(
      // What is still missing has its difference already.
      ({ kind, eventId }) => kind !== 'MISSING_EVENT' || named.has(eventId!),
    );
    await closeEarlier(tx, report, id, { lines, recorded, differences }, now);
    for (const { eventId, ...difference } of differences)
      await tx
        .insertInto('settlement_difference')
        .values({ id: newId(now.getTime()), report_id: id, event_id: eventId, ...difference })
        .execute();
    const wrong = new Set(differences.map(({ eventId }) => eventId));
    const agreed = recorded.filter(({ eventId, isSettled }) => !isSettled && !wrong.has(eventId));
    await settle(tx, { id, reference: report.reference }, agreed, now);
    return differences.length;
  });
}

/** The lines of earlier reports whose events have not come. */
async function missingEvents(tx: Transaction<Schema>, programId: string): Promise<ReportedSettlement['lines']> {
  const rows = await tx
    .selectFrom('settlement_difference as difference')
    .innerJoin('settlement_report as report', 'report.id', 'difference.report_id')
    .select(['difference.event_id as eventId', 'difference.reported'])
    .where('report.program_id', '=', programId)
    .where('difference.kind', '=', 'MISSING_EVENT')
    .where('difference.closed_at', 'is', null)
    .execute();
  return rows.map(({ eventId, reported }) => ({ eventId: eventId!, amount: Number(reported) }));
}

/** Closes the open differences of events that this report settles, or finds different in another way. */
async function closeEarlier(
  tx: Transaction<Schema>,
  { reference, programId }: ReportedSettlement,
  reportId: string,
  of: { lines: ReportedSettlement['lines']; recorded: readonly Recorded[]; differences: readonly Difference[] },
  at: Date,
): Promise<void> {
  const named = new Set(of.lines.map(({ eventId }) => eventId));
  const wrong = new Set(of.differences.map(({ eventId }) => eventId));
  const compared = of.recorded.filter(({ eventId, isSettled }) => named.has(eventId) && !isSettled);
  for (const isAgreed of [true, false]) {
    const events = compared.filter(({ eventId }) => wrong.has(eventId) !== isAgreed).map(({ eventId }) => eventId);
    if (events.length === 0) continue;
    const explanation = isAgreed ? `Settled by report ${reference}` : `Compared again by report ${reference}`;
    await tx
      .updateTable('settlement_difference')
      .set({ closed_at: at, closed_by: 'settlement', explanation })
      .where('event_id', 'in', events)
      .where('closed_at', 'is', null)
      .where('kind', '<>', 'REPEATED')
      .where('report_id', 'in', (query) =>
        query.selectFrom('settlement_report').select('id').where('program_id', '=', programId),
      )
      .where('report_id', '<>', reportId)
      .execute();
  }
}

/**
 * The named events and, with a day, all events of that day, including suspense, with the amounts that they moved at the
 * network.
 */
async function recordedOf(
  tx: Transaction<Schema>,
  { programId, processor, day }: Pick<ReportedSettlement, 'programId' | 'processor'> & { day?: string },
  named: readonly string[],
): Promise<Recorded[]> {
  const from = day === undefined ? null : new Date(`${day}T00:00:00Z`);
  const to = from && new Date(from.getTime() + DAY * 1000);
  const at = processor ?? null;
  const { rows } = await sql<Recorded>`
    with stated as (
      select e.event_id, e.business_id, e.card_id, e.at,
        case when e.type in ('RETURN', 'CORRECTION_CREDIT') then -e.amount else e.amount end as amount
      from card_event e join business b on b.id = e.business_id
      where b.program_id = ${programId} and e.outcome is distinct from 'DECLINED' and not 'SUSPENSE' = any(e.flags)
        and e.type in ('CLEARING', 'FINANCIAL_AUTHORIZATION', 'CORRECTION_DEBIT', 'RETURN_REVERSAL', 'RETURN', 'CORRECTION_CREDIT')
        and (e.event_id = any(${named}) or (e.at >= ${from} and e.at < ${to}))
      union all
      select s.event_id, s.business_id, s.card_id, s.at, case s.direction when 'CREDIT' then -s.amount else s.amount end
      from suspense_item s join business b on b.id = s.business_id
      where b.program_id = ${programId} and (s.event_id = any(${named}) or (s.at >= ${from} and s.at < ${to}))
    )
    select s.event_id as "eventId", s.business_id as "businessId", s.amount as stated,
      exists (select from settled_event d where d.event_id = s.event_id) as "isSettled",
      coalesce((select sum(case e.side when 'CREDIT' then e.amount else -e.amount end)::bigint
        from generate_series(1, 9) number
        join transfer t on t.idempotency_key = 'card/' || number || '/' || s.event_id
        join entry e on e.transfer_id = t.id
        join financial_account a on a.id = e.account_id and a.kind = 'network_clearing'), 0) as entries
    from stated s
    where ${at}::text is null or s.event_id = any(${named}) or ${at} = coalesce(
      (select p.processor from processor_card p where p.card_id = s.card_id), 'embedded')`.execute(tx);
  return rows;
}

/** Pays the network, or is paid by it, business by business. */
async function settle(
  tx: Transaction<Schema>,
  report: { id: string; reference: string },
  agreed: readonly Recorded[],
  at: Date,
): Promise<void> {
  if (agreed.length === 0) return;
  await markSettled(tx, report.id, agreed, at);
  const byBusiness = Map.groupBy(agreed, ({ businessId }) => businessId);
  for (const businessId of [...byBusiness.keys()].toSorted()) {
    const net = byBusiness.get(businessId)!.reduce((sum, { stated }) => sum + stated, 0n);
    if (net === 0n) continue;
    await lockMoney(tx, businessId);
    await clear(tx, businessId, {
      key: `settlement/${report.reference}/${businessId}`,
      description: `Settlement ${report.reference}`,
      at,
      amount: net,
      with: 'bank_settlement',
    });
  }
}

/** @returns whether all of them had not been settled before */
async function markSettled(
  tx: Transaction<Schema>,
  reportId: string,
  events: readonly Recorded[],
  at: Date,
): Promise<boolean> {
  const ids = events.map(({ eventId }) => eventId);
  const { rows } = await sql`insert into settled_event (event_id, report_id, settled_at)
    select id, ${reportId}, ${at} from unnest(${ids}::text[]) id on conflict do nothing returning 1`.execute(tx);
  return rows.length === ids.length;
}

/** Takes an amount from what is owed to the network; a negative amount from what the network owes. */
async function clear(
  tx: Transaction<Schema>,
  businessId: string,
  of: { key: string; description: string; at: Date; amount: bigint; with: 'bank_settlement' | 'fees_income' },
): Promise<void> {
  const { amount, with: kind, ...command } = of;
  if (amount === 0n) return;
  const accounts = await accountsByKind(tx, businessId);
  const [network, other] = [accounts.get('network_clearing')!, accounts.get(kind)!];
  const pays = amount > 0n;
  await post(tx, {
    ...command,
    code: 'NETWORK_SETTLEMENT',
    debitAccountId: pays ? network : other,
    creditAccountId: pays ? other : network,
    amount: pays ? amount : -amount,
    mayOverdraw: true,
  });
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

/**
 * Closes a difference with its explanation, and settles its event: what the report names is paid to the network or by it,
 * and the program bears the rest, so that nothing of the event stays at the network. A line without an event of ours moves
 * no money, because it belongs to no business, and neither does an event that was settled before.
 * @returns whether it was open
 */
export const closeDifference = (
  context: Pick<Context, 'db' | 'clock'>,
  id: string,
  by: Operator,
  explanation: string,
): Promise<boolean> =>
  inTransaction(context.db, async (tx) => {
    const at = context.clock.now();
    const closed = await tx
      .updateTable('settlement_difference')
      .set({ closed_at: at, closed_by: by.name, explanation })
      .where('id', '=', id)
      .where('closed_at', 'is', null)
      .returning(['id', 'report_id as reportId', 'event_id as eventId', 'kind'])
      .executeTakeFirst();
    if (!closed) return false;
    const businessId = closed.kind === 'REPEATED' ? null : await settleAsReported(tx, closed, at);
    await recordOperatorAct(tx, context, by, {
      type: 'operator_difference_closed',
      details: { difference: id, operator: by.name },
      ...(businessId !== null && { businessId }),
    });
    return true;
  });

/** @returns the business whose event was settled; null if nothing was */
async function settleAsReported(
  tx: Transaction<Schema>,
  { id, reportId, eventId }: { id: string; reportId: string; eventId: string | null },
  at: Date,
): Promise<string | null> {
  if (eventId === null) return null;
  const { reference, program_id: programId } = await tx
    .selectFrom('settlement_report')
    .select(['reference', 'program_id'])
    .where('id', '=', reportId)
    .executeTakeFirstOrThrow();
  const [event] = await recordedOf(tx, { programId }, [eventId]);
  if (!event || !(await markSettled(tx, reportId, [event], at))) return null;
  // An event can differ from its report and from its entries.
  const all = await tx
    .selectFrom('settlement_difference')
    .select(['kind', 'reported'])
    .where('report_id', '=', reportId)
    .where('event_id', '=', eventId)
    .execute();
  const ofReport = all.find(({ kind }) => kind !== 'ENTRIES');
  const reported = ofReport ? (ofReport.reported ?? 0n) : event.stated;
  const command = { description: `Settlement ${reference}`, at };
  await lockMoney(tx, event.businessId);
  await clear(tx, event.businessId, {
    ...command,
    key: `settlement/${id}/bank`,
    amount: reported,
    with: 'bank_settlement',
  });
  await clear(tx, event.businessId, {
    ...command,
    key: `settlement/${id}/rest`,
    amount: event.entries - reported,
    with: 'fees_income',
  });
  return event.businessId;
}
