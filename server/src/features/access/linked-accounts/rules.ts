import type { balance, LinkedAccount } from '@florin/contract/access/linked-accounts';
import type { Success } from '@florin/contract/endpoint';
import { isEligible } from '@florin/contract/eligibility';
import { money, type Money } from '@florin/contract/money';
import { iconUri } from '../../../core/business-icon/rules.ts';
import type { BalanceRow, LinkedAccountRow } from './queries.ts';

/** Section 9: the currency of the product. An account without ledger accounts has a balance of zero in it. */
const defaultCurrency = 'USD';

const moneyOf = (amount: bigint | null, currency: string | null): Money =>
  money(amount ?? 0n, currency ?? defaultCurrency);

/** Whether nothing can be spent now (section 4). A business without a line of credit has none on hold. */
function isSpendingOnHold(row: Pick<BalanceRow, keyof BalanceRow & keyof LinkedAccountRow>): boolean {
  const { bank_method: authenticationMethod, bank_status: status } = row;
  const credit = {
    primaryBank: authenticationMethod === null || status === null ? null : { authenticationMethod, status },
    line: row.credit_limit ?? 0n,
    replenishmentDelayDays: row.credit_replenishment_delay_days,
  };
  return !isEligible('balance.spend', {
    membership: row,
    business: { status: row.business_status },
    ...(row.pool_kind === 'credit_receivable' && { credit }),
  });
}

/** The linked accounts (section 3), the current one first and the others in the person's own order. */
export function linkedAccountsOf(rows: readonly LinkedAccountRow[], currentMembershipId: string): LinkedAccount[] {
  const accounts = rows.map((row) => ({
    userId: row.id,
    businessName: row.business_name,
    firstName: row.first_name,
    lastName: row.last_name,
    cardLast4: row.last_four,
    accountBalance: moneyOf(row.status === 'CLOSED' ? nothing.available : row.available, row.currency),
    spendingOnHold: isSpendingOnHold(row),
    customIconUri: row.icon_hash === null ? null : iconUri(row.business_id, row.icon_hash),
    role: row.role,
    fundingSource: row.funding_source,
    isUserAccountOpen: row.status === 'OPEN',
    businessStatus: row.business_status,
    isCurrent: row.id === currentMembershipId,
  }));
  return accounts.toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
}

/** The remaining data of a closed account: its former member sees nothing of the business's money. */
const nothing = { ledger: null, on_hold: null, available: null, incoming: null, credit_limit: null };

/**
 * The balance of an account. A Credit business in debt has a negative `ledger`; `available` is then the remaining
 * credit.
 */
export function balanceOf(found: BalanceRow, at: Date): Success<typeof balance>['body'] {
  const row = found.status === 'CLOSED' ? { ...found, ...nothing, pool_kind: null } : found;
  return {
    fundingSource: row.funding_source,
    ledger: moneyOf(row.ledger, row.currency),
    onHold: moneyOf(row.on_hold, row.currency),
    available: moneyOf(row.available, row.currency),
    incoming: moneyOf(row.incoming, row.currency),
    creditLimit: row.pool_kind === 'credit_receivable' ? moneyOf(row.credit_limit, row.currency) : null,
    spendingOnHold: isSpendingOnHold(row),
    asOf: at.toISOString(),
  };
}
