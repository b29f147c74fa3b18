import type { SimulatedBankAct, SimulatedBankStep, SimulatedTransfer } from '@florin/contract/cards/simulator';
import type { TransferDirection, TransferStage } from '@florin/contract/money/transfers';
import { sql, type Updateable } from 'kysely';
import type { Context } from '../../../context.ts';
import type { Database } from '../../../db/open.ts';
import type { Schema } from '../../../db/schema.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { bankDateOf } from '../../../ports/bank/bank-hours.ts';
import { lateReturnOf } from '../../../ports/bank/embedded-ach.ts';

const listedAtMost = 50;

interface TransferRow {
  id: string;
  direction: TransferDirection;
  amount: bigint;
  stage: TransferStage;
  settlesOn: string;
  bankName: string;
  last4: string;
  /** Whether the bank has it. */
  isAtBank: boolean;
  declined: boolean;
  settlesAt: Date | null;
  returnsAt: Date | null;
}

const rows = (db: Database, businessId: string) =>
  db
    .selectFrom('bank_transfer as t')
    .innerJoin('external_account as a', 'a.id', 't.external_account_id')
    .leftJoin('embedded_bank_entry as e', 'e.reference', 't.id')
    .select(['t.id', 't.direction', 't.amount', 't.stage', 't.settles_on as settlesOn'])
    .select(['a.bank_name as bankName', 'a.last_four as last4'])
    .select(['e.settles_at as settlesAt', 'e.returns_at as returnsAt'])
    .select([
      sql<boolean>`e.reference is not null`.as('isAtBank'),
      sql<boolean>`coalesce(e.declined, false)`.as('declined'),
    ])
    .where('t.business_id', '=', businessId);

/** What the bank can do with an entry: nothing once it has declined or returned it. */
function actsOf({ isAtBank, declined, settlesAt, returnsAt, stage }: TransferRow, now: Date): SimulatedBankAct[] {
  const isOver = declined || (returnsAt !== null && returnsAt <= now) || stage === 'REVERSED';
  if (!isAtBank || isOver) return [];
  if (settlesAt && settlesAt > now) return ['SETTLE', 'RETURN', 'RETURN_LATE', 'DECLINE'];
  return stage === 'DONE' ? ['RETURN'] : ['RETURN', 'RETURN_LATE'];
}

const transferOf = (row: TransferRow, now: Date): SimulatedTransfer => ({
  id: row.id,
  direction: row.direction,
  amount: { amount: Number(row.amount), currency: 'USD' },
  stage: row.stage,
  bankAccount: { bankName: row.bankName, last4: row.last4 },
  acts: actsOf(row, now),
});

/** The newest transfers of a business, with what the bank can do with each. */
export async function simulatedTransfers(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  businessId: string,
): Promise<SimulatedTransfer[]> {
  const found = await rows(db, businessId).orderBy('t.id', 'desc').limit(listedAtMost).execute();
  return found.map((row) => transferOf(row, clock.now()));
}

const bankSteps: readonly SimulatedBankStep[] = ['send', 'settle', 'return', 'decline', 'reverse'];

/** The newest steps of a business's transfers between the product and the bank. */
export const bankLog = (db: Database, businessId: string, atMost: number) =>
  db
    .selectFrom('bank_transfer_event as e')
    .innerJoin('bank_transfer as t', 't.id', 'e.transfer_id')
    .innerJoin('external_account as a', 'a.id', 't.external_account_id')
    .select(['e.id', 'e.at', 'e.return_code as returnCode', 't.direction', 't.amount'])
    .select(['a.bank_name as bankName', 'a.last_four as last4'])
    .select(sql<SimulatedBankStep>`e.step`.as('step'))
    .where('t.business_id', '=', businessId)
    .where('e.step', 'in', bankSteps)
    .orderBy('e.at', 'desc')
    .orderBy('e.id', 'desc')
    .limit(atMost)
    .execute();

/**
 * Lets the embedded bank do something with a transfer. The job takes it over at once.
 * @returns the transfer as the bank has it then; 'NONE' if the business has no such transfer; null if the act is not
 * possible
 */
export async function actAsBank(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { businessId, id }: { businessId: string; id: string },
  { act, returnCode }: { act: SimulatedBankAct; returnCode: string },
): Promise<SimulatedTransfer | 'NONE' | null> {
  const now = clock.now();
  return inTransaction(db, async (tx) => {
    await sql`select from embedded_bank_entry where reference = ${id} for update`.execute(tx);
    const one = rows(tx, businessId).where('t.id', '=', id);
    const row = await one.executeTakeFirst();
    if (!row) return 'NONE';
    if (!actsOf(row, now).includes(act)) return null;
    await tx
      .updateTable('embedded_bank_entry')
      .set(changeOf(row, act, returnCode, now))
      .where('reference', '=', id)
      .execute();
    await sql`select graphile_worker.add_job('bank_transfers', job_key := 'simulated_bank_act')`.execute(tx);
    return transferOf((await one.executeTakeFirst())!, now);
  });
}

function changeOf(
  { settlesAt, settlesOn }: TransferRow,
  act: SimulatedBankAct,
  code: string,
  now: Date,
): Updateable<Schema['embedded_bank_entry']> {
  const today = bankDateOf(now);
  switch (act) {
    case 'SETTLE':
      return { settles_at: now };
    case 'RETURN':
      // What comes back before its settlement never settles.
      return { return_code: code, returns_at: now, ...(settlesAt && settlesAt > now && { settles_at: null }) };
    case 'RETURN_LATE':
      return { return_code: code, returns_at: lateReturnOf(settlesOn > today ? settlesOn : today) };
    case 'DECLINE':
      return { declined: true, settles_at: null, return_code: null, returns_at: null };
  }
}
