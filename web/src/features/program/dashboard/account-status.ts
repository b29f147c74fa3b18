import { whyNot } from '@florin/contract/eligibility';
import { factsOf } from '../../../session/eligibility.ts';
import { dashboardWords } from '../../../messages/en/dashboard.ts';

/** The one word an account's state has, the gravest first. */
export function statusOf(account: Parameters<typeof factsOf>[0]): {
  tone: 'ok' | 'neutral' | 'bad' | 'info';
  text: string;
} {
  const { open, closed, suspended, pendingReview } = dashboardWords.statuses;
  const obstacle = whyNot('card.spend', factsOf(account));
  if (obstacle === 'MEMBERSHIP_CLOSED' || obstacle === 'BUSINESS_CLOSED') return { tone: 'neutral', text: closed };
  if (obstacle === 'BUSINESS_SUSPENDED') return { tone: 'bad', text: suspended };
  return obstacle === null ? { tone: 'ok', text: open } : { tone: 'info', text: pendingReview };
}
