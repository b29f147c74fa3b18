import type { RequestEventKind } from '@florin/contract/money/requests';

/** What happened to a request. */
export const timelineWords = {
  title: 'What happened',
  events: {
    CREATED: (by: string) => `${by} asked`,
    NOTE: (by: string) => `${by} wrote`,
    APPROVED: (by: string) => `${by} approved`,
    REJECTED: (by: string) => `${by} rejected`,
    CANCELED: (by: string) => `${by} canceled`,
    EXPIRED: () => 'Expired without an answer',
  } satisfies Record<RequestEventKind, (by: string) => string>,
  eventAmount: (kind: RequestEventKind, event: string, amount: string) =>
    `${event}${kind === 'CREATED' ? ' for' : ''} ${amount}`,
  someone: 'Someone',
} as const;
