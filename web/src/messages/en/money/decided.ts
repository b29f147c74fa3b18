import type { RequestStatus } from '@florin/contract/money/request-states';
import { requestWords } from './requests.ts';

/** What was decided last, below the requests that wait. */
export const decidedWords = {
  title: 'Decided',
  all: 'All decided requests',
  /** `amount`, if it differs from the request. */
  outcome: (status: RequestStatus, amount: string | null, by: string | null) =>
    [
      requestWords.statuses[status],
      ...(amount === null ? [] : [`with ${amount}`]),
      ...(by === null || status === 'CANCELED' ? [] : [`by ${by}`]),
    ].join(' '),
} as const;
