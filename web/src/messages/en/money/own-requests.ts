/** A cardholder's own requests. */
export const ownRequestWords = {
  intro: 'What you have asked for, who decides it, and what became of it.',
  askFor: {
    FUNDING: 'Funds on a card',
    LIMIT: 'A higher limit',
    CARD: 'Another card',
  },
  none: 'No requests yet',
  noneText: 'Ask for funds, a higher limit or another card, and follow the answer here.',
  loadFailed: 'We could not load your requests.',
  oneFailed: 'We could not load this request.',
  cancelRequest: 'Cancel the request',
  canceled: 'The request is canceled.',
  expires: (when: string) => `Without an answer it expires on ${when}.`,
  purpose: 'Reason',
  amount: 'Asked for',
  approvedWith: 'Approved',
  until: 'Until',
  card: 'Card',
  declined: 'Declined purchase',
} as const;
