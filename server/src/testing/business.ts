import { newId } from '../db/ids.ts';
import type { FinancialAccountKind } from '../db/ledger-schema.ts';
import type { Database } from '../db/open.ts';
import { ensureDefaultProgram } from '../core/program/default-program.ts';
import { openFinancialAccounts } from '../core/ledger/queries.ts';

export const at = new Date('2026-11-02T15:00:00Z');

/** A business with ledger accounts of the given kinds (no card wallets); a credit_receivable has a limit of 500. */
export async function openTestBusiness<K extends FinancialAccountKind>(
  db: Database,
  kinds: readonly K[],
): Promise<{ businessId: string; accounts: Record<K, string> }> {
  const businessId = newId();
  await db
    .insertInto('business')
    .values({
      id: businessId,
      program_id: await ensureDefaultProgram(db),
      name: 'Test Business',
      bank_id: 'BANCORP',
      program_type: 'Business',
      payment_network: 'Visa',
      funding_source: 'Prepaid',
      status: 'OPEN',
      suspension_mode: null,
      credit_replenishment_delay_days: null,
      start_site_message: null,
    })
    .execute();
  const ids = await openFinancialAccounts(
    db,
    kinds.map((kind) => ({
      businessId,
      kind,
      currency: 'USD',
      at,
      ...(kind === 'credit_receivable' && { creditLimit: 500n }),
    })),
  );
  const accounts = Object.fromEntries(kinds.map((kind, i) => [kind, ids[i]!])) as Record<K, string>;
  return { businessId, accounts };
}

/** The figures of an account in the holder's view. */
export async function figuresOf(db: Database, accountId: string) {
  const row = await db
    .selectFrom('financial_account')
    .select([
      'ledger_balance as ledger',
      'debits_pending as onHold',
      'available_balance as available',
      'credits_pending as incoming',
    ])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  return row;
}
