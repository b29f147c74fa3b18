/** What a return means for the account of the business. */
interface AchReturn {
  /** The name of the code in the Nacha Operating Rules. */
  title: string;
  /** Which entries it returns. */
  of: 'DEBIT' | 'CREDIT' | 'BOTH';
  /**
   * The number of bank days after the settlement within which the bank must return the entry; 60 calendar days count as
   * 41.
   */
  withinBankDays: 2 | 41;
  /** Whether the same entry may be sent again, at most twice (Nacha rules, reinitiation). */
  mayRetry: boolean;
  /** Whether nothing more may be sent to the account until it is validated again. */
  endsAccount: boolean;
}

const soon = 2;
const late = 41;
const row = (
  title: string,
  of: AchReturn['of'],
  withinBankDays: AchReturn['withinBankDays'],
  more: { mayRetry?: true; endsAccount?: true } = {},
): AchReturn => ({
  title,
  of,
  withinBankDays,
  mayRetry: more.mayRetry ?? false,
  endsAccount: more.endsAccount ?? false,
});

/** Return reason codes of ACH entries, as data. */
export const achReturns = {
  R01: row('Insufficient funds', 'DEBIT', soon, { mayRetry: true }),
  R02: row('Account closed', 'BOTH', soon, { endsAccount: true }),
  R03: row('No account or unable to locate account', 'BOTH', soon, { endsAccount: true }),
  R04: row('Invalid account number structure', 'BOTH', soon, { endsAccount: true }),
  R05: row('Unauthorized debit to consumer account using corporate SEC code', 'DEBIT', late, { endsAccount: true }),
  R06: row('Returned at request of the originating bank', 'BOTH', soon),
  R07: row('Authorization revoked by customer', 'DEBIT', late, { endsAccount: true }),
  R08: row('Payment stopped', 'DEBIT', soon),
  R09: row('Uncollected funds', 'DEBIT', soon, { mayRetry: true }),
  R10: row('Customer advises originator is not known or not authorized', 'DEBIT', late, { endsAccount: true }),
  R11: row('Customer advises entry not in accordance with the terms of the authorization', 'DEBIT', late),
  R12: row('Account sold to another bank', 'BOTH', soon, { endsAccount: true }),
  R13: row('Bank not qualified to participate', 'BOTH', soon, { endsAccount: true }),
  R14: row('Representative payee deceased or unable to continue', 'BOTH', soon, { endsAccount: true }),
  R15: row('Beneficiary or account holder deceased', 'BOTH', soon, { endsAccount: true }),
  R16: row('Account frozen or entry returned per sanctions instruction', 'BOTH', soon, { endsAccount: true }),
  R17: row('File record edit criteria, or invalid account number with questionable circumstances', 'BOTH', soon),
  R18: row('Improper effective entry date', 'BOTH', soon),
  R19: row('Amount field error', 'BOTH', soon),
  R20: row('Non-transaction account', 'BOTH', soon, { endsAccount: true }),
  R21: row('Invalid company identification', 'BOTH', soon),
  R22: row('Invalid individual ID number', 'BOTH', soon),
  R23: row('Credit entry refused by receiver', 'CREDIT', soon),
  R24: row('Duplicate entry', 'BOTH', soon),
  R25: row('Addenda error', 'BOTH', soon),
  R26: row('Mandatory field error', 'BOTH', soon),
  R27: row('Trace number error', 'BOTH', soon),
  R28: row('Routing number check digit error', 'BOTH', soon),
  R29: row('Corporate customer advises not authorized', 'DEBIT', soon, { endsAccount: true }),
  R31: row('Permissible return entry', 'BOTH', late),
  R33: row('Return of destroyed check entry', 'DEBIT', late),
  R51: row('Represented check entry is ineligible or improper', 'DEBIT', late),
} as const satisfies Record<string, AchReturn>;
export type AchReturnCode = keyof typeof achReturns;
export const achReturnCodes = Object.keys(achReturns) as AchReturnCode[];

/** Whether a code is known. Banks may send new codes, which are stored unchanged. */
export const isAchReturnCode = (code: string): code is AchReturnCode => Object.hasOwn(achReturns, code);
