import { easternTime } from '@florin/contract/dates/eastern-time';
import { flagsOf, whyNotPermitted } from '@florin/contract/permissions';
import { reportReasonsOf, type ReportReason } from '@florin/contract/cards/transactions';
import { sql } from 'kysely';
import { originOf, recordEvent } from '../../../core/audit/events.ts';
import { enqueueMessage, type MessageContent } from '../../../core/messages/messages.ts';
import { newReference } from '../../../core/messages/reference.ts';
import { letterMail } from '../../../core/notices/letter-mail.ts';
import { letterOf, type Letter } from '../../../core/notices/letter.ts';
import { contactsOf } from '../../../core/people/contacts.ts';
import type { Context } from '../../../context.ts';
import { newId } from '../../../db/ids.ts';
import type { Database } from '../../../db/open.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { isRefused, refuse, type Call } from '../../../http/call.ts';
import { transactionById, type Scope, type TransactionRow } from './queries.ts';

type ReportCall = Call<'reportTransaction'> | Call<'reportMyTransaction'>;
type CloseCall = Call<'closeTransactionReport'> | Call<'withdrawTransactionReport'>;

const fullName = (person: string) =>
  sql<string>`${sql.ref(`${person}.first_name`)} || ' ' || ${sql.ref(`${person}.last_name`)}`;

/** What was reported about a transaction, oldest first. @param reader whose own reports are marked */
export async function reportsOf(db: Database, transactionId: string, reader: { membershipId: string }) {
  const rows = await db
    .selectFrom('transaction_report as report')
    .innerJoin('membership as reporting', 'reporting.id', 'report.reported_by')
    .innerJoin('person as reporter', 'reporter.id', 'reporting.person_id')
    .leftJoin('membership as closing', 'closing.id', 'report.closed_by')
    .leftJoin('person as closer', 'closer.id', 'closing.person_id')
    .select([
      'report.id',
      'reason',
      'text',
      'reference',
      'reported_by as reportedBy',
      'reported_at as at',
      'closed_at as closedAt',
      'answer',
      fullName('reporter').as('by'),
      fullName('closer').$castTo<string | null>().as('closedBy'),
    ])
    .where('transaction_id', '=', transactionId)
    .orderBy('reported_at')
    .orderBy('report.id')
    .execute();
  return rows.map(({ id, reason, text, reference, reportedBy, at, closedAt, answer, by, closedBy }) => ({
    id,
    reason,
    text,
    reference,
    by,
    isOwn: reportedBy === reader.membershipId,
    at: at.toISOString(),
    closed: closedAt === null ? null : { by: closedBy ?? '', at: closedAt.toISOString(), answer },
  }));
}

const reasons: Record<ReportReason, string> = {
  NOT_MADE: 'The cardholder did not make this purchase.',
  WRONG_AMOUNT: 'The amount is wrong.',
  CHARGED_TWICE: 'It was charged twice.',
  NOT_RECEIVED: 'What was bought did not arrive, or is not as described.',
  NOT_REFUNDED: 'A refund is missing.',
  WRONGLY_DECLINED: 'It was declined and should have been allowed.',
  OTHER: 'Something else.',
};

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const purchaseText = ({ merchant, amount, last4, at }: TransactionRow) =>
  `${merchant}, ${dollars.format(Number(amount) / 100)}, ${easternTime(at)}, with the card ending in ${last4}`;

/** The people and the support that a report of a person goes to. */
async function addresseesOf(tx: Database, businessId: string, reporter: { membershipId: string; role: string }) {
  const administrators = await tx
    .selectFrom('membership')
    .select(['id', 'person_id as personId', 'role', 'preset', 'flags_granted as granted', 'flags_withheld as withheld'])
    .where('business_id', '=', businessId)
    .where('role', '=', 'ADMIN')
    .where('status', '=', 'OPEN')
    .orderBy('id')
    .execute();
  const { mayViewUsage } = await tx
    .selectFrom('business')
    .select('allow_admin_view_card_usage as mayViewUsage')
    .where('id', '=', businessId)
    .executeTakeFirstOrThrow();
  return administrators.filter(
    (each) =>
      each.id !== reporter.membershipId &&
      whyNotPermitted('transactions.view', { role: each.role, flags: flagsOf({ ...each, mayViewUsage }) }) === null,
  );
}

async function mailTo(tx: Database, context: Context, personId: string, contentOf: (letter: Letter) => MessageContent) {
  const contacts = await contactsOf(tx, context, personId);
  const to = contacts.find(({ kind, verified }) => kind === 'Email' && verified);
  if (!to) return;
  const letter = await letterOf(tx, context, personId);
  const { programId } = letter;
  await enqueueMessage(tx, context, { channel: 'email', programId, to: to.address, content: contentOf(letter) });
}

/** Writes to the program's support, which answers to the reporter's address. */
async function mailSupport(tx: Database, context: Context, { caller }: ReportCall, content: MessageContent) {
  const { programId, branding } = await tx
    .selectFrom('person')
    .innerJoin('program', 'program.id', 'person.program_id')
    .select(['program.id as programId', 'program.branding'])
    .where('person.id', '=', caller.personId)
    .executeTakeFirstOrThrow();
  const to = caller.role === 'ADMIN' ? branding.emailAdminSupport : branding.emailCardholderSupport;
  const contacts = await contactsOf(tx, context, caller.personId);
  const own = contacts.find(({ kind, verified }) => kind === 'Email' && verified);
  await enqueueMessage(tx, context, { channel: 'email', programId, to, content, ...(own && { replyTo: own.address }) });
}

/**
 * Reports a problem with a transaction, once until it is closed: the administrators who may see it are mailed, and support
 * where there are none, where an administrator reports, and where another person made the purchase.
 */
export async function report(call: ReportCall, scope: Scope) {
  const { context, caller, input } = call;
  const { id } = input.params;
  const { reason, text } = input.body;
  const at = context.clock.now();
  return inTransaction(context.db, async (tx) => {
    const row = await transactionById(tx, scope, id);
    if (!row) return refuse('NOT_FOUND');
    if (!reportReasonsOf(row.status).includes(reason))
      return refuse('VALIDATION', { Fields: [{ Field: 'reason', Problem: 'format' }] });
    const reference = newReference('P');
    const added = await tx
      .insertInto('transaction_report')
      .values({
        id: newId(at.getTime()),
        transaction_id: id,
        business_id: caller.businessId,
        reason,
        text,
        reference,
        reported_by: caller.membershipId,
        reported_at: at,
        closed_at: null,
        closed_by: null,
        answer: null,
      })
      .onConflict((conflict) => conflict.column('transaction_id').where('closed_at', 'is', null).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!added) return refuse('STEP_NOT_POSSIBLE');
    const { name: reporter } = await tx
      .selectFrom('person')
      .select(fullName('person').as('name'))
      .where('id', '=', caller.personId)
      .executeTakeFirstOrThrow();
    const paragraphs = [
      `${reporter} reports a problem with a purchase: ${purchaseText(row)}.`,
      reasons[reason],
      `${reporter} writes: ${text}`,
      `Reference: ${reference}`,
    ];
    const addressees = await addresseesOf(tx, caller.businessId, caller);
    for (const { personId } of addressees)
      await mailTo(tx, context, personId, (letter) =>
        letterMail(letter, {
          title: 'A problem with a purchase was reported',
          paragraphs: [...paragraphs, 'See the purchase and close the report here:'],
          link: `${letter.origin}/transactions?open=${id}`,
        }),
      );
    if (caller.role === 'ADMIN' || addressees.length === 0 || reason === 'NOT_MADE')
      await mailSupport(tx, context, call, {
        subject: `A problem with a purchase (${reference})`,
        text: `${paragraphs.join('\n\n')}\n`,
        html: null,
      });
    await record(tx, call, { type: 'transaction_reported', details: { transaction: id, report: added.id, reason } });
    return { status: 201 as const, body: { reference } };
  });
}

/** Closes an open report: an administrator with an answer, the reporter by taking it back. */
export async function close(call: CloseCall, scope: Scope, answer: string | null) {
  const { context, caller, input } = call;
  const { id, reportId } = input.params;
  const at = context.clock.now();
  const result = await inTransaction(context.db, async (tx) => {
    const row = await transactionById(tx, scope, id);
    if (!row) return refuse('NOT_FOUND');
    const isOwnOnly = scope.membershipId !== null;
    const found = await tx
      .selectFrom('transaction_report')
      .innerJoin('membership', 'membership.id', 'transaction_report.reported_by')
      .select(['transaction_report.id', 'reported_by as reportedBy', 'membership.person_id as personId', 'reference'])
      .where('transaction_report.id', '=', reportId)
      .where('transaction_id', '=', id)
      .$if(isOwnOnly, (query) => query.where('reported_by', '=', caller.membershipId))
      .executeTakeFirst();
    if (!found) return refuse('NOT_FOUND');
    const closed = await tx
      .updateTable('transaction_report')
      .set({ closed_at: at, closed_by: caller.membershipId, answer })
      .where('id', '=', reportId)
      .where('closed_at', 'is', null)
      .executeTakeFirst();
    if (closed.numUpdatedRows === 0n) return refuse('STEP_NOT_POSSIBLE');
    if (found.reportedBy !== caller.membershipId)
      await mailTo(tx, context, found.personId, (letter) =>
        letterMail(letter, {
          title: 'The problem that you reported is closed',
          paragraphs: [
            `The report ${found.reference} about a purchase is closed: ${purchaseText(row)}.`,
            ...(answer === null ? [] : [`The answer: ${answer}`]),
          ],
        }),
      );
    await record(tx, call, { type: 'transaction_report_closed', details: { transaction: id, report: reportId } });
    return null;
  });
  return isRefused(result) ? result : { status: 204 as const, body: null };
}

function record(
  tx: Database,
  call: ReportCall | CloseCall,
  event:
    | { type: 'transaction_reported'; details: { transaction: string; report: string; reason: ReportReason } }
    | { type: 'transaction_report_closed'; details: { transaction: string; report: string } },
) {
  const { personId, membershipId, businessId, id: sessionId } = call.caller;
  return recordEvent(tx, call.context, originOf(call), { ...event, personId, membershipId, businessId, sessionId });
}
