import type { balance } from '@florin/contract/access/linked-accounts';
import type { Success } from '@florin/contract/endpoint';
import type { Money } from '@florin/contract/money';
import { dashboardWords } from '../../../messages/en/program/dashboard.ts';

export type Balance = Success<typeof balance>['body'];

export interface Figure {
  id: 'available' | 'ledger' | 'onHold' | 'incoming' | 'creditLimit';
  label: string;
  value: Money;
  hint: string;
}

/**
 * The figures of an account in reading order: what can be spent, and what it comes from. Credit accounts have a limit, and
 * what is left of it comes first. A ledger that equals what can be spent is shown once.
 */
export function figuresOf(balance: Balance): [main: Figure, ...others: Figure[]] {
  const words = dashboardWords;
  const { hints } = words;
  const figures: [Figure, ...Figure[]] = [
    {
      id: 'available',
      ...availableWords(balance),
      value: balance.available,
    },
    { id: 'onHold', label: words.onHold, value: balance.onHold, hint: hints.onHold },
    { id: 'incoming', label: words.incoming, value: balance.incoming, hint: hints.incoming },
  ];
  if (balance.ledger.amount !== balance.available.amount)
    figures.splice(1, 0, { id: 'ledger', label: words.ledger, value: balance.ledger, hint: hints.ledger });
  if (balance.creditLimit !== null)
    figures.push({ id: 'creditLimit', label: words.creditLimit, value: balance.creditLimit, hint: hints.creditLimit });
  return figures;
}

function availableWords({ fundingSource, spendingOnHold, available: money }: Balance): Pick<Figure, 'label' | 'hint'> {
  const { available, availableCredit, balanceOnHold, creditOnHold, hints } = dashboardWords;
  if (spendingOnHold)
    return {
      label: fundingSource === 'Credit' ? creditOnHold : balanceOnHold,
      hint: money.amount > 0 ? hints.spendingOnHold : fundingSource === 'Credit' ? hints.noCredit : hints.noFunds,
    };
  if (fundingSource === 'Credit') return { label: availableCredit, hint: hints.availableCredit };
  return { label: available, hint: fundingSource === null ? hints.noFunding : hints.available };
}
