import { isAchReturnCode, achReturns } from '@florin/contract/money/ach-returns';
import { mayStep, transferSteps, type TransferStep } from '@florin/contract/money/transfers';
import type { Updateable } from 'kysely';
import { recordEvent, housekeeping, type EventSubject, type Origin } from '../../../core/audit/events.ts';
import { lockMoney } from '../../../core/ledger/lock.ts';
import { openFinancialAccounts, post, postHold, voidHold } from '../../../core/ledger/queries.ts';
import type { LedgerAnswer, TransferCode } from '../../../core/ledger/rules.ts';
import type { Context } from '../../../context.ts';
import { newId } from '../../../db/ids.ts';
import type { FinancialAccountKind } from '../../../db/ledger-schema.ts';
import type { Database } from '../../../db/open.ts';
import type { Schema } from '../../../db/schema.ts';
import { lockTransfer, type TransferRow } from './queries.ts';

type BankAccount = 'bank_settlement' | 'ach_in_transit' | 'ach_out_transit';
const bankAccounts: readonly BankAccount[] = ['bank_settlement', 'ach_in_transit', 'ach_out_transit'];

export type TransferAccounts = Record<BankAccount | 'own', string>;

/** The accounts that a transfer moves money on, the business's own one locked; those that are missing are opened. */
export async function lockTransferAccounts(
  tx: Database,
  businessId: string,
  at: Date,
): Promise<(TransferAccounts & { available: bigint; isCredit: boolean }) | null> {
  const { account } = await lockMoney(tx, businessId);
  if (!account) return null;
  const rows = await tx
    .selectFrom('financial_account')
    .select(['id', 'kind'])
    .where('business_id', '=', businessId)
    .where('kind', 'in', bankAccounts)
    .execute();
  const known = new Map<FinancialAccountKind, string>(rows.map(({ id, kind }) => [kind, id]));
  const missing = bankAccounts.filter((kind) => !known.has(kind));
  const opened = await openFinancialAccounts(
    tx,
    missing.map((kind) => ({ businessId, kind, currency: 'USD', at })),
  );
  missing.forEach((kind, i) => known.set(kind, opened[i]!));
  return {
    own: account.id,
    bank_settlement: known.get('bank_settlement')!,
    ach_in_transit: known.get('ach_in_transit')!,
    ach_out_transit: known.get('ach_out_transit')!,
    available: account.available,
    isCredit: account.kind === 'credit_receivable',
  };
}

function expectDone(answer: LedgerAnswer): void {
  if (!answer.done) throw new Error(`Bank transfer: ${answer.refusal}`);
}

/**
 * What a step moves. A deposit waits as a hold from the transit account to the business: incoming, not available. A
 * withdrawal is reserved the same way. The transit accounts are at zero once a transfer is over.
 */
async function moveMoney(
  tx: Database,
  transfer: TransferRow,
  step: TransferStep,
  accounts: TransferAccounts,
  at: Date,
): Promise<void> {
  const { id, direction, amount, hold_id: holdId, stage } = transfer;
  const command = (part: string, code: TransferCode, description: string) => ({
    key: `bank-transfer|${id}|${step}|${part}`,
    code,
    description,
    at,
  });
  const give = async (from: BankAccount | 'own', to: BankAccount | 'own', code: TransferCode, description: string) =>
    expectDone(
      await post(tx, {
        ...command('move', code, description),
        debitAccountId: accounts[from],
        creditAccountId: accounts[to],
        amount,
        // A deposit that comes back is owed, whatever is left of it.
        mayOverdraw: from === 'own',
      }),
    );
  const release = async (code: TransferCode, description: string) =>
    expectDone(await postHold(tx, { ...command('hold', code, description), holdId, amount }));
  const drop = async (description: string) =>
    expectDone(await voidHold(tx, { ...command('hold', 'BANK_RETURN', description), holdId }));
  const isIn = direction === 'IN';
  switch (step) {
    case 'send':
      return;
    case 'cancel':
    case 'decline':
      return drop('Bank transfer not made');
    case 'settle':
      if (isIn) return give('bank_settlement', 'ach_in_transit', 'BANK_SETTLEMENT', 'Deposit settled');
      await release('WITHDRAWAL', 'Withdrawal to a bank account');
      return give('ach_out_transit', 'bank_settlement', 'BANK_SETTLEMENT', 'Withdrawal settled');
    case 'release':
      return release('FUNDING', 'Deposit from a bank account');
    case 'return':
    case 'reverse': {
      const words = isIn ? 'Deposit returned' : 'Withdrawal returned';
      if (stage === 'SENT') return drop(words);
      if (!isIn) return give('bank_settlement', 'own', 'BANK_RETURN', words);
      if (stage === 'DONE') return give('own', 'bank_settlement', 'BANK_RETURN', words);
      await drop(words);
      return give('ach_in_transit', 'bank_settlement', 'BANK_RETURN', words);
    }
  }
}

interface Cause {
  /** Null: the bank or the time. */
  actorMembershipId?: string | null;
  returnCode?: string | null;
  origin?: Origin;
  subject?: EventSubject;
}

/**
 * Takes a step of a transfer: state, money, timeline and audit event.
 * @returns the transfer as it was, locked; null if its stage does not allow the step, which has changed nothing
 */
export async function takeStep(
  tx: Database,
  context: Pick<Context, 'clock'>,
  { id, businessId }: { id: string; businessId: string },
  step: TransferStep,
  { actorMembershipId = null, returnCode = null, origin = housekeeping, subject }: Cause = {},
): Promise<TransferRow | null> {
  const at = context.clock.now();
  const transfer = await lockTransfer(tx, id, businessId);
  if (!transfer || !mayStep(step, transfer.stage)) return null;
  const accounts = await lockTransferAccounts(tx, businessId, at);
  await moveMoney(tx, transfer, step, accounts!, at);
  const { status, stage } = transferSteps[step].to;
  const changes: Updateable<Schema['bank_transfer']> = {
    status,
    // Nothing holds a withdrawal once it has settled.
    stage: step === 'settle' && transfer.direction === 'OUT' ? 'DONE' : stage,
    ...(returnCode !== null && { return_code: returnCode }),
  };
  await tx.updateTable('bank_transfer').set(changes).where('id', '=', id).execute();
  await addTransferEvent(tx, { transferId: id, step, actorMembershipId, returnCode, at });
  await recordEvent(tx, context, origin, {
    type: 'bank_transfer_moved',
    details: { transfer: id, step, direction: transfer.direction, amount: String(transfer.amount), returnCode },
    businessId,
    ...subject,
  });
  return transfer;
}

interface NewTransferEvent {
  transferId: string;
  step: TransferStep | 'request';
  actorMembershipId: string | null;
  returnCode: string | null;
  at: Date;
}

/** Adds to the timeline of a transfer. */
export async function addTransferEvent(tx: Database, event: NewTransferEvent): Promise<void> {
  await tx
    .insertInto('bank_transfer_event')
    .values({
      id: newId(event.at.getTime()),
      transfer_id: event.transferId,
      step: event.step,
      actor_membership_id: event.actorMembershipId,
      return_code: event.returnCode,
      at: event.at,
    })
    .execute();
}

/** Whether a return says that nothing may be sent to its account any more. */
export const endsAccount = (code: string): boolean => isAchReturnCode(code) && achReturns[code].endsAccount;
