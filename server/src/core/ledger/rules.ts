import type { FinancialAccountKind } from '../../db/ledger-schema.ts';

/**
 * The chart of accounts of a business (field reference 4.3). `overdraftAllowed` is false where the money is somebody's
 * to spend, so no more than there is; the other accounts mirror a bank, a network or an income and follow it anywhere.
 */
export const accountKinds = {
  /** Our account at the bank; debited when a business funds its program. */
  bank_settlement: { overdraftAllowed: true },
  ach_in_transit: { overdraftAllowed: true },
  ach_out_transit: { overdraftAllowed: true },
  /** What is owed to the card network; the daily settlement brings it back to zero. */
  network_clearing: { overdraftAllowed: true },
  /** The prepaid pool of the business. */
  business_available: { overdraftAllowed: false },
  /** The pre-funded balance of one card. */
  card_wallet: { overdraftAllowed: false },
  /** What a Credit business owes. Its row carries the credit limit, so that limit, debt and holds are checked under one lock. */
  credit_receivable: { overdraftAllowed: false },
  /** Fees that the balance could not pay: what the business still owes of them (reading 20). */
  fees_receivable: { overdraftAllowed: true },
  fees_income: { overdraftAllowed: true },
  isa_fee: { overdraftAllowed: true },
  fx_fee: { overdraftAllowed: true },
  /** Clearings and refunds that match nothing; operators bring it back to zero. */
  suspense_unmatched: { overdraftAllowed: true },
} as const satisfies Record<FinancialAccountKind, { overdraftAllowed: boolean }>;

type FundingSource = 'Prepaid' | 'Credit' | null;

/** What a business spends from: its line of credit, or its prepaid pool. */
export const spendingKind = (fundingSource: FundingSource) =>
  fundingSource === 'Credit' ? 'credit_receivable' : 'business_available';

/** The accounts a business has from its first day; card wallets come with its cards. */
export function chartOfBusiness(fundingSource: FundingSource): FinancialAccountKind[] {
  const kinds = Object.keys(accountKinds) as FinancialAccountKind[];
  const elsewhere = ['card_wallet', 'business_available', 'credit_receivable'];
  return [spendingKind(fundingSource), ...kinds.filter((kind) => !elsewhere.includes(kind))];
}

/** What a transfer is for: the event that caused it (field reference 4.3). */
export type TransferCode =
  | 'FUNDING'
  | 'WITHDRAWAL'
  | 'CARD_LOAD'
  | 'CARD_UNLOAD'
  | 'AUTHORIZATION'
  | 'AUTHORIZATION_REVERSAL'
  | 'AUTHORIZATION_EXPIRY'
  | 'CLEARING'
  | 'RETURN'
  | 'NETWORK_SETTLEMENT'
  | 'CREDIT_REPAYMENT'
  | 'FEE'
  | 'FEE_UNPAID'
  | 'VERIFICATION_DEPOSITS';

/**
 * Why a command changed nothing. INSUFFICIENT_FUNDS: more than is available · HOLD_RESOLVED: posted or voided before ·
 * EXCEEDS_HOLD: more than was reserved · KEY_REUSED: the idempotency key stands for another command.
 */
export type LedgerRefusal = 'INSUFFICIENT_FUNDS' | 'HOLD_RESOLVED' | 'EXCEEDS_HOLD' | 'KEY_REUSED';

/** The answer to a command: the transfer it made (now, or when the key was first used), or why there is none. */
export type LedgerAnswer = { done: true; transferId: string } | { done: false; refusal: LedgerRefusal };
