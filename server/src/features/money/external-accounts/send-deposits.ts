import type { Context } from '../../../context.ts';
import type { FinancialAccountKind } from '../../../db/ledger-schema.ts';
import type { Database } from '../../../db/open.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { Bank } from '../../../ports/bank/bank.ts';
import { housekeeping, recordEvent } from '../../../core/audit/events.ts';
import { openFinancialAccounts, post } from '../../../core/ledger/queries.ts';
import type { Amounts } from './rules.ts';

/**
 * The job after a bank account was added: sends two micro-deposits through the bank and books their cost. A failure of
 * the bank throws, so that the job is retried; sent deposits are left alone.
 */
export async function sendMicroDeposits(context: Context, bank: Bank, id: string): Promise<void> {
  const account = await context.db
    .selectFrom('external_account')
    .innerJoin('micro_deposit', 'external_account_id', 'external_account.id')
    .innerJoin('business', 'business.id', 'external_account.business_id')
    .innerJoin('program', 'program.id', 'business.program_id')
    .select([
      'bank_name',
      'number_sealed',
      'amounts_sealed',
      'reference',
      'business_id',
      'program.name as program_name',
    ])
    .where('external_account.id', '=', id)
    .where('sent_at', 'is', null)
    .executeTakeFirst();
  if (!account?.amounts_sealed) return;
  const { keys, clock } = context;
  const [routingNumber = '', accountNumber = ''] = keys
    .open(account.number_sealed, `external-account|${id}`)
    .toString()
    .split('|');
  const amounts = JSON.parse(keys.open(account.amounts_sealed, `micro-deposit|${id}`).toString()) as Amounts;
  await bank.sendMicroDeposits({
    reference: account.reference,
    to: { bankName: account.bank_name, routingNumber, accountNumber },
    amounts,
    from: account.program_name,
  });
  await inTransaction(context.db, async (tx) => {
    const { reference, business_id: businessId } = account;
    await enterCost(tx, { reference, businessId, amounts, at: clock.now() });
    await tx
      .updateTable('micro_deposit')
      .set({ sent_at: clock.now(), amounts_sealed: null })
      .where('external_account_id', '=', id)
      .where('reference', '=', reference)
      .execute();
    await recordEvent(tx, context, housekeeping, {
      type: 'bank_deposits_sent',
      details: { account: id },
      businessId,
    });
  });
}

interface Cost {
  reference: string;
  businessId: string;
  amounts: Amounts;
  at: Date;
}

/**
 * The program pays for the deposits, out of its income from fees. One transfer for both together: the books must not
 * reveal the amounts to be proven (decision 015).
 */
async function enterCost(tx: Database, { reference, businessId, amounts, at }: Cost): Promise<void> {
  const account = (kind: FinancialAccountKind) => ensureAccount(tx, businessId, kind, at);
  const answer = await post(tx, {
    key: `micro-deposits|${reference}`,
    debitAccountId: await account('fees_income'),
    creditAccountId: await account('bank_settlement'),
    amount: BigInt(amounts[0] + amounts[1]),
    code: 'VERIFICATION_DEPOSITS',
    description: 'Deposits that validate a bank account',
    at,
  });
  if (!answer.done && answer.refusal !== 'KEY_REUSED') throw new Error(`Micro-deposits: ${answer.refusal}`);
}

async function ensureAccount(tx: Database, businessId: string, kind: FinancialAccountKind, at: Date): Promise<string> {
  const found = await tx
    .selectFrom('financial_account')
    .select('id')
    .where('business_id', '=', businessId)
    .where('kind', '=', kind)
    .executeTakeFirst();
  return found?.id ?? (await openFinancialAccounts(tx, [{ businessId, kind, currency: 'USD', at }]))[0]!;
}
