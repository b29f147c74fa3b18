import type { FinancialAccountKind } from '../../db/ledger-schema.ts';

/**
 * The chart of accounts of a business (field reference 4.3). `overdraftAllowed` is false for accounts that a business
 * or cardholder spends from; the other accounts mirror a bank, a network or income and may have any balance.
 */
export const accountKinds = {
  /** Our account at the bank; debited when a business funds its program. */
  bank_settlement: { overdraftAllowed: true },
  ach_in_transit: { overdraftAllowed: true },
  ach_out_transit: { overdraftAllowed: true },
  /** The debt to the card network; the daily settlement brings it back to zero. */
  network_clearing: { overdraftAllowed: true },
  /** The prepaid pool of the business. */
  business_available: { overdraftAllowed: false },
  /** The pre-funded balance of one card. */
  card_wallet: { overdraftAllowed: false },
  /**
   * The debt of a Credit business. Its row has the credit limit, so that limit, debt and holds are checked under one
   * lock.
   */
  credit_receivable: { overdraftAllowed: false },
  /** Fees that the balance could not cover and the business still owes (reading 20). */
  fees_receivable: { overdraftAllowed: true },
  fees_income: { overdraftAllowed: true },
  isa_fee: { overdraftAllowed: true },
  fx_fee: { overdraftAllowed: true },
  /** Clearings and refunds without a match; operators bring it back to zero. */
  suspense_unmatched: { overdraftAllowed: true },
} as const satisfies Record<FinancialAccountKind, { overdraftAllowed: boolean }>;

type FundingSource = 'Prepaid' | 'Credit' | null;

/** The account a business spends from: its line of credit, or its prepaid pool. */
export const spendingKind = (fundingSource: FundingSource) =>
  fundingSource === 'Credit' ? 'credit_receivable' : 'business_available';

/** The accounts a business has from its first day; card wallets are opened with its cards. */
export function chartOfBusiness(fundingSource: FundingSource): FinancialAccountKind[] {
  const kinds = Object.keys(accountKinds) as FinancialAccountKind[];
  const elsewhere = ['card_wallet', 'business_available', 'credit_receivable'];
  return [spendingKind(fundingSource), ...kinds.filter((kind) => !elsewhere.includes(kind))];
}

/** The purpose of a transfer: the event that caused it (field reference 4.3). */
export type TransferCode =
  | 'FUNDING'
  | 'WITHDRAWAL'
  | 'CARD_LOAD'
  | 'CARD_UNLOAD'
  | 'AUTHORIZATION'
  | 'AUTHORIZATION_REVERSAL'
  | 'AUTHORIZATION_EXPIRY'
  | 'CLEARING'
  | 'CREDIT_AUTHORIZATION'
  | 'RETURN'
  | 'RETURN_REVERSAL'
  | 'CORRECTION'
  | 'SUSPENSE'
  | 'ISA_FEE'
  | 'CONVERSION_FEE'
  | 'NETWORK_SETTLEMENT'
  | 'CREDIT_REPAYMENT'
  | 'FEE'
  | 'FEE_UNPAID'
  | 'VERIFICATION_DEPOSITS'
  | 'BANK_SETTLEMENT'
  | 'BANK_RETURN';

/**
 * Why a command changed nothing. INSUFFICIENT_FUNDS: more than is available · HOLD_RESOLVED: posted or voided before ·
 * EXCEEDS_HOLD: more than was reserved · KEY_REUSED: the idempotency key belongs to another command.
 */
export type LedgerRefusal = 'INSUFFICIENT_FUNDS' | 'HOLD_RESOLVED' | 'EXCEEDS_HOLD' | 'KEY_REUSED';

/** The result of a command: its transfer, made now or when the key was first used, or why there is none. */
export type LedgerAnswer = { done: true; transferId: string } | { done: false; refusal: LedgerRefusal };
