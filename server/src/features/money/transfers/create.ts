import { isEligible } from '@florin/contract/eligibility';
import type { TransferDirection } from '@florin/contract/money/transfers';
import { originOf, recordEvent, type EventSubject, type Origin } from '../../../core/audit/events.ts';
import { contentHash, usd } from '../../../core/card-funding/run.ts';
import { hold } from '../../../core/ledger/queries.ts';
import type { Context } from '../../../context.ts';
import { newId } from '../../../db/ids.ts';
import type { Database } from '../../../db/open.ts';
import { isRefused, refuse, type Call, type Handler, type Refused } from '../../../http/call.ts';
import { makeChange } from '../../../identity/step-up/make-change.ts';
import { transferTimes } from '../../../ports/bank/bank-hours.ts';
import { readTransfer } from './queries.ts';
import { addTransferEvent, endsAccount, lockTransferAccounts } from './steps.ts';

interface TransferOrder {
  direction: TransferDirection;
  externalAccountId: string;
}

/**
 * Whether a transfer with that bank account is possible: it is the business's, validated and connected, no return has
 * ended it since, and a line of credit is only paid back.
 */
export async function refuseTransfer(
  db: Database,
  businessId: string,
  { direction, externalAccountId }: TransferOrder,
): Promise<Refused<'NOT_FOUND' | 'STEP_NOT_POSSIBLE' | 'BUSINESS_NOT_OPEN'> | null> {
  const account = await db
    .selectFrom('external_account')
    .innerJoin('business', 'business.id', 'external_account.business_id')
    .select(['external_account.status', 'connection_active', 'validated_at'])
    .select(['business.status as businessStatus', 'funding_source'])
    .where('external_account.id', '=', externalAccountId)
    .where('external_account.business_id', '=', businessId)
    .executeTakeFirst();
  if (!account) return refuse('NOT_FOUND');
  if (!isEligible('money.move', { business: { status: account.businessStatus } })) return refuse('BUSINESS_NOT_OPEN');
  const returned = await db
    .selectFrom('bank_transfer')
    .innerJoin('bank_transfer_event', 'transfer_id', 'bank_transfer.id')
    .select(['bank_transfer_event.return_code as code', 'bank_transfer_event.at'])
    .where('external_account_id', '=', externalAccountId)
    .where('bank_transfer_event.return_code', 'is not', null)
    .execute();
  const since = account.validated_at;
  const isEnded = returned.some(({ code, at }) => endsAccount(code!) && (since === null || at > since));
  const isUsable = account.status === 'ACTIVE' && account.connection_active !== false && !isEnded;
  const isWithdrawalOfCredit = direction === 'OUT' && account.funding_source === 'Credit';
  return isUsable && !isWithdrawalOfCredit ? null : refuse('STEP_NOT_POSSIBLE');
}

/** POST /api/transfers: with a fresh proof, because money leaves an account. */
export const createTransfer: Handler<'createTransfer'> = async (call) => {
  const { context, caller: session, input } = call;
  if (context.config.bank.kind === 'none') return refuse('BANK_UNAVAILABLE');
  const { id: sessionId, businessId, membershipId } = session;
  const by = { businessId, membershipId, origin: originOf(call), subject: { ...session, sessionId } };
  const made = await makeChange(call, (tx) => orderTransfer(tx, context, by, input.body));
  if (isRefused(made)) return made;
  return { status: 201, body: (await readTransfer(context.db, made.id, session.businessId))! };
};

interface Orderer {
  businessId: string;
  membershipId: string;
  origin: Origin;
  subject: EventSubject;
}

/** Reserves the amount and writes the transfer. The same key gives the same transfer again. */
export async function orderTransfer(
  tx: Database,
  context: Pick<Context, 'clock'>,
  { businessId, membershipId, origin, subject }: Orderer,
  { idempotencyKey, ...order }: Call<'createTransfer'>['input']['body'],
) {
  const { direction, externalAccountId, note } = order;
  const at = context.clock.now();
  const accounts = await lockTransferAccounts(tx, businessId, at);
  const hash = contentHash(order);
  const known = await tx
    .selectFrom('bank_transfer')
    .select(['id', 'content_hash'])
    .where('business_id', '=', businessId)
    .where('idempotency_key', '=', idempotencyKey)
    .executeTakeFirst();
  if (known) return known.content_hash.equals(hash) ? { id: known.id } : refuse('IDEMPOTENCY_KEY_REUSED');
  const refused = await refuseTransfer(tx, businessId, order);
  if (refused) return refused;
  if (!accounts) return refuse('STEP_NOT_POSSIBLE');

  const id = newId(at.getTime());
  const amount = BigInt(order.amount);
  const isIn = direction === 'IN';
  const reserved = await hold(tx, {
    key: `bank-transfer|${id}|request`,
    debitAccountId: isIn ? accounts.ach_in_transit : accounts.own,
    creditAccountId: isIn ? accounts.own : accounts.ach_out_transit,
    amount,
    code: !isIn ? 'WITHDRAWAL' : accounts.isCredit ? 'CREDIT_REPAYMENT' : 'FUNDING',
    description: isIn ? 'Deposit from a bank account' : 'Withdrawal to a bank account',
    expiresAfterSeconds: null,
    at,
  });
  if (!reserved.done) return refuse('INSUFFICIENT_FUNDS', { Available: Number(accounts.available) });
  const { sendsAt, settlesOn, availableOn } = transferTimes(at, direction);
  await tx
    .insertInto('bank_transfer')
    .values({
      id,
      business_id: businessId,
      external_account_id: externalAccountId,
      direction,
      amount,
      status: 'PENDING',
      stage: 'SCHEDULED',
      note: note || null,
      requested_by: membershipId,
      created_at: at,
      sends_at: sendsAt,
      settles_on: settlesOn,
      available_on: availableOn,
      handed_over_at: null,
      return_code: null,
      hold_id: reserved.transferId,
      idempotency_key: idempotencyKey,
      content_hash: hash,
    })
    .execute();
  await addTransferEvent(tx, {
    transferId: id,
    step: 'request',
    actorMembershipId: membershipId,
    returnCode: null,
    at,
  });
  await recordEvent(tx, context, origin, {
    type: 'bank_transfer_requested',
    details: { transfer: id, direction, amount: String(amount), account: externalAccountId },
    ...subject,
  });
  return { id };
}

/** POST /api/transfers/preview */
export const previewTransfer: Handler<'previewTransfer'> = async ({ context, caller: session, input }) => {
  const { businessId } = session;
  const refused = await refuseTransfer(context.db, businessId, input.body);
  if (refused) return refused;
  const { direction, amount } = input.body;
  const account = await context.db
    .selectFrom('financial_account')
    .select('available_balance as available')
    .where('business_id', '=', businessId)
    .where('kind', 'in', ['business_available', 'credit_receivable'])
    .executeTakeFirst();
  const before = account?.available ?? 0n;
  const after = direction === 'IN' ? before + BigInt(amount) : before - BigInt(amount);
  const { sendsAt, ...dates } = transferTimes(context.clock.now(), direction);
  return {
    status: 200,
    body: {
      sendsAt: sendsAt.toISOString(),
      ...dates,
      account: { before: usd(before), after: usd(after) },
      isCovered: direction === 'IN' || after >= 0n,
    },
  };
};
