import { sql, type Kysely, type RawBuilder } from 'kysely';
import { newId } from '../../db/ids.ts';
import type { FinancialAccountKind } from '../../db/ledger-schema.ts';
import type { Schema } from '../../db/schema.ts';
import { accountKinds, type LedgerAnswer, type LedgerRefusal, type TransferCode } from './rules.ts';

/** The database, or the transaction of the act that moves the money. */
type Connection = Kysely<Schema>;

/** An account to open. `cardId` with kind card_wallet only, `creditLimit` (minor units) with credit_receivable only. */
export interface NewAccount {
  businessId: string;
  kind: FinancialAccountKind;
  currency: string;
  cardId?: string;
  creditLimit?: bigint;
  at: Date;
}

/** Opens accounts with a balance of zero and returns their ids in the given order. */
export async function openFinancialAccounts(db: Connection, accounts: readonly NewAccount[]): Promise<string[]> {
  const rows = accounts.map((account) => ({
    id: newId(account.at.getTime()),
    business_id: account.businessId,
    kind: account.kind,
    card_id: account.cardId ?? null,
    currency: account.currency,
    overdraft_allowed: accountKinds[account.kind].overdraftAllowed,
    credit_limit: account.creditLimit ?? 0n,
    created_at: account.at,
  }));
  if (rows.length > 0) await db.insertInto('financial_account').values(rows).execute();
  return rows.map((row) => row.id);
}

/** The parts that every command has. `key` makes a retry harmless and belongs to this command for ever. */
interface Command {
  key: string;
  code: TransferCode;
  /** The text on a statement. */
  description: string;
  at: Date;
}

export interface Post extends Command {
  debitAccountId: string;
  creditAccountId: string;
  /** Minor units, above zero. */
  amount: bigint;
  /** Over-capture, force post and bank returns succeed whatever is available. */
  mayOverdraw?: boolean;
}

/**
 * Moves an amount from the debited to the credited account at once.
 * @returns the transfer, or INSUFFICIENT_FUNDS, KEY_REUSED
 * @throws a database error for accounts that do not exist or belong to two businesses or currencies, and for amounts
 *   that are not positive; 40001 or 40P01 when the caller should run its transaction again (db/transaction.ts)
 */
export function post(db: Connection, p: Post): Promise<LedgerAnswer> {
  const id = newId(p.at.getTime());
  return answer(
    db,
    sql`ledger_post(${p.key}, ${id}, ${p.debitAccountId}, ${p.creditAccountId}, ${p.amount}, ${p.code}, ${p.description},
      ${p.mayOverdraw ?? false}, ${p.at})`,
  );
}

export interface Hold extends Command {
  debitAccountId: string;
  creditAccountId: string;
  /** Minor units, above zero. */
  amount: bigint;
  /** The hold is due to be voided after that time; null is never. */
  expiresAfterSeconds: number | null;
}

/**
 * Reserves an amount until a later post_hold or void_hold; posted and reserved amounts together never exceed the
 * available amount.
 * @returns the pending transfer, or INSUFFICIENT_FUNDS, KEY_REUSED
 * @throws as `post`
 */
export function hold(db: Connection, h: Hold): Promise<LedgerAnswer> {
  const id = newId(h.at.getTime());
  return answer(
    db,
    sql`ledger_hold(${h.key}, ${id}, ${h.debitAccountId}, ${h.creditAccountId}, ${h.amount}, ${h.code}, ${h.description},
      ${h.expiresAfterSeconds}, ${h.at})`,
  );
}

/**
 * Reserves an amount that cannot be refused, because the merchant already has an approval: a decision that the network
 * made for us, a raised hold, or the rest of a purchase that is settled in parts.
 * @returns the pending transfer, or KEY_REUSED
 * @throws as `post`
 */
export function holdAnyway(
  db: Connection,
  h: Omit<Hold, 'expiresAfterSeconds'> & { expiresAt: Date | null },
): Promise<LedgerAnswer> {
  const id = newId(h.at.getTime());
  return answer(
    db,
    sql`ledger_hold_anyway(${h.key}, ${id}, ${h.debitAccountId}, ${h.creditAccountId}, ${h.amount}, ${h.code},
      ${h.description}, ${h.expiresAt}, ${h.at})`,
  );
}

export interface PostHold extends Command {
  holdId: string;
  /** Minor units, above zero and at most the reserved amount; the rest becomes available again. */
  amount: bigint;
}

/**
 * Posts a hold, whole or in part.
 * @returns the transfer, or HOLD_RESOLVED, EXCEEDS_HOLD, KEY_REUSED
 * @throws as `post`, and for an id that is no hold
 */
export function postHold(db: Connection, p: PostHold): Promise<LedgerAnswer> {
  const id = newId(p.at.getTime());
  return answer(
    db,
    sql`ledger_post_hold(${p.key}, ${id}, ${p.holdId}, ${p.amount}, ${p.code}, ${p.description}, ${p.at})`,
  );
}

export interface VoidHold extends Command {
  holdId: string;
}

/**
 * Releases a hold. No money moves.
 * @returns the transfer, or HOLD_RESOLVED, KEY_REUSED
 * @throws as `postHold`
 */
export function voidHold(db: Connection, h: VoidHold): Promise<LedgerAnswer> {
  const id = newId(h.at.getTime());
  return answer(db, sql`ledger_void_hold(${h.key}, ${id}, ${h.holdId}, ${h.code}, ${h.description}, ${h.at})`);
}

async function answer(db: Connection, call: RawBuilder<unknown>): Promise<LedgerAnswer> {
  const { rows } = await sql<{ transfer_id: string; refusal: LedgerRefusal | null }>`select * from ${call}`.execute(db);
  const { transfer_id: transferId, refusal } = rows[0]!;
  return refusal === null ? { done: true, transferId } : { done: false, refusal };
}

/** An account whose running figures disagree with its entries and open holds. */
export interface LedgerFault {
  accountId: string;
  businessId: string;
  kind: FinancialAccountKind;
}

/** Verifies the balances: recomputes every account from its entries and open holds. Empty if the ledger is correct. */
export async function ledgerFaults(db: Connection): Promise<LedgerFault[]> {
  const { rows } = await sql<LedgerFault>`
    with posted as (
      select account_id, count(*) as entries, max(number) as last_number,
        coalesce(sum(amount) filter (where side = 'DEBIT'), 0) as debits,
        coalesce(sum(amount) filter (where side = 'CREDIT'), 0) as credits,
        (array_agg(balance_after order by number desc))[1] as last_balance
      from entry group by account_id
    ), held as (
      select account_id, sum(debit) as debits, sum(credit) as credits
      from transfer t
      cross join lateral (values (t.debit_account_id, t.amount, 0), (t.credit_account_id, 0, t.amount))
        side (account_id, debit, credit)
      where t.kind = 'PENDING' and not exists (select from transfer r where r.pending_id = t.id)
      group by account_id
    )
    select a.id as "accountId", a.business_id as "businessId", a.kind
    from financial_account a
    left join posted p on p.account_id = a.id
    left join held h on h.account_id = a.id
    where (a.debits_posted, a.credits_posted, a.debits_pending, a.credits_pending, a.entries, a.entries, a.ledger_balance)
      is distinct from (coalesce(p.debits, 0), coalesce(p.credits, 0), coalesce(h.debits, 0), coalesce(h.credits, 0),
        coalesce(p.entries, 0), coalesce(p.last_number, 0), coalesce(p.last_balance, 0))
    order by a.id`.execute(db);
  return rows;
}
