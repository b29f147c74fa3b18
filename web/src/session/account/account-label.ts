import type { LinkedAccount } from '@florin/contract/access/linked-accounts';
import { isEligible, whyNot } from '@florin/contract/eligibility';
import { factsOfLinked } from './eligibility.ts';
import { shellWords } from '../../messages/en/shell/shell.ts';

/** The label of an account; null if it is open without a restriction (specification section 2, shell). */
export function accountLabel(
  account: Pick<LinkedAccount, 'isUserAccountOpen' | 'businessStatus' | 'spendingOnHold'>,
): { tone: 'neutral' | 'bad' | 'info' | 'warn'; text: string } | null {
  const { closed, suspended, pendingReview, onHold } = shellWords.account;
  const obstacle = whyNot('card.spend', factsOfLinked(account));
  if (obstacle === 'MEMBERSHIP_CLOSED' || obstacle === 'BUSINESS_CLOSED') return { tone: 'neutral', text: closed };
  if (obstacle === 'BUSINESS_SUSPENDED') return { tone: 'bad', text: suspended };
  if (obstacle === 'BUSINESS_UNDER_REVIEW') return { tone: 'info', text: pendingReview };
  return account.spendingOnHold ? { tone: 'warn', text: onHold } : null;
}

/** Closed accounts are listed and cannot be entered. */
export const isSelectable = (account: Pick<LinkedAccount, 'isUserAccountOpen' | 'businessStatus'>): boolean =>
  isEligible('membership.enter', factsOfLinked(account));

/** The cardholder of an account and the last four digits of the card; null for an account of an administrator. */
export function holderOf({
  firstName,
  lastName,
  cardLast4,
}: Pick<LinkedAccount, 'firstName' | 'lastName' | 'cardLast4'>): {
  name: string;
  last4: string;
} | null {
  return cardLast4 === null ? null : { name: `${firstName} ${lastName}`, last4: cardLast4 };
}
