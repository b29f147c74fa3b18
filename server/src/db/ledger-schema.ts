import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely';

/** The purpose of a ledger account; normal sides and overdraft rules are in core/ledger/rules.ts. */
export type FinancialAccountKind =
  | 'bank_settlement'
  | 'ach_in_transit'
  | 'ach_out_transit'
  | 'network_clearing'
  | 'business_available'
  | 'card_wallet'
  | 'credit_receivable'
  | 'fees_receivable'
  | 'fees_income'
  | 'isa_fee'
  | 'fx_fee'
  | 'suspense_unmatched';

/** The phase of a transfer, in TigerBeetle's terms. */
export type TransferKind = 'POSTED' | 'PENDING' | 'POST_PENDING' | 'VOID_PENDING';

/** The rows of the ledger's tables. Only its functions write transfers and entries. */
export interface LedgerSchema {
  financial_account: {
    id: string;
    business_id: string;
    kind: FinancialAccountKind;
    card_id: string | null;
    currency: string;
    normal_side: GeneratedAlways<'DEBIT' | 'CREDIT'>;
    overdraft_allowed: boolean;
    credit_limit: Generated<bigint>;
    debits_posted: Generated<bigint>;
    credits_posted: Generated<bigint>;
    debits_pending: Generated<bigint>;
    credits_pending: Generated<bigint>;
    entries: Generated<bigint>;
    ledger_balance: GeneratedAlways<bigint>;
    available_balance: GeneratedAlways<bigint>;
    top_up_below: bigint | null;
    created_at: Date;
  };
  ledger_command: {
    idempotency_key: string;
    request: JSONColumnType<Record<string, string | number | boolean | null>>;
    transfer_id: string;
    refusal: 'INSUFFICIENT_FUNDS' | 'HOLD_RESOLVED' | 'EXCEEDS_HOLD' | null;
    answered_at: Date;
  };
  transfer: {
    id: string;
    idempotency_key: string;
    kind: TransferKind;
    pending_id: string | null;
    business_id: string;
    currency: string;
    debit_account_id: string;
    credit_account_id: string;
    amount: bigint;
    code: string;
    description: string;
    may_overdraw: Generated<boolean>;
    at: Date;
    expires_at: Date | null;
  };
  entry: {
    account_id: string;
    number: bigint;
    transfer_id: string;
    side: 'DEBIT' | 'CREDIT';
    amount: bigint;
    balance_after: bigint;
    at: Date;
  };
}
