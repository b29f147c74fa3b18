import type { RequestKind, RequestStatus } from '@florin/contract/money/request-states';
import type { RequestPeriod } from '@florin/contract/money/requests';

/** The form with which cardholders ask; who decides stands in requests.ts. */
export const askingWords = {
  title: {
    FUNDING: 'Ask for funds',
    LIMIT: 'Ask for a higher limit',
    UNBLOCK: 'Ask for permission',
    CARD: 'Ask for a card',
  } satisfies Record<RequestKind, string>,
  /** What is asked for, where it is known from the start. It holds for the whole card; `why` is the decline that led to it. */
  sentence: {
    today: (amount: string, why: string) => `${amount} more today for this card${why}.`,
    limit: (amount: string, period: string, until: string, why: string) =>
      `${amount} more ${period} for this card ${until}${why}.`,
    funding: (amount: string, why: string) => `${amount} on this card${why}.`,
    exception: (merchant: string | undefined, until: string) =>
      `Allow ${merchant === undefined ? 'this purchase' : `purchases like the one at ${merchant}`} ${until}.`,
    untilMidnight: 'until midnight',
    until: (day: string) => `until ${day}`,
    why: (merchant: string) => `, because of the decline at ${merchant}`,
  },
  change: 'Change',
  freezeTitle: 'Ask to unfreeze the card',
  lead: {
    FUNDING: 'The amount is added to your card when the request is approved.',
    LIMIT: 'Your limit is higher for the time you choose. Then it returns to what it is now.',
    UNBLOCK: 'Purchases like the declined one are allowed for the time you choose.',
    CARD: 'An administrator issues the card to you.',
  } satisfies Record<RequestKind, string>,
  exceptionShared:
    'Your business does not show administrators what your cards are used for. With this request they see what they are asked to allow, such as the category, and not when or for how much you paid.',
  freezeLead: 'An administrator has frozen this card, and can end the freeze.',
  exceptionLead: 'The purchase you asked about is allowed until the end, as far as this rule goes.',
  inTheWay: (rule: string) => `The rule in the way: ${rule}`,
  declinedAt: (merchant: string) => `Declined at ${merchant}`,
  category: (name: string) => `Category: ${name}`,
  cardField: 'Card',
  choose: 'Choose a card',
  cardRequired: 'Card is required',
  amount: { FUNDING: 'Amount', LIMIT: 'How much more', CARD: 'Limit', UNBLOCK: 'Amount' } satisfies Record<
    RequestKind,
    string
  >,
  amountRequired: 'Amount is required',
  amountFormat: 'Please enter an amount such as 26.40.',
  period: 'Period',
  periodOptions: {
    PURCHASE: 'One purchase',
    DAY: 'A day',
    WEEK: 'A week',
    MONTH: 'A month',
    QUARTER: 'A quarter',
    YEAR: 'A year',
    LIFETIME: 'In all',
  } satisfies Record<RequestPeriod, string>,
  until: 'For how long',
  untilOptions: {
    day: 'until the end of today',
    week: 'for a week',
    month: 'for 30 days',
  },
  cardName: 'What the card is for',
  cardNameHint: 'It becomes the name of the card, such as Adobe.',
  cardNameRequired: 'Card name is required',
  cardKind: 'Kind of card',
  cardKinds: { VIRTUAL: 'Virtual, at once', PHYSICAL: 'Physical, by mail' },
  why: 'Reason',
  whyRequired: 'Reason is required',
  whyTooLong: 'Please write at most 140 characters.',
  examples: ['Client dinner', 'Team meal', 'Travel', 'Supplies'],
  examplesLabel: 'Examples',
  send: 'Send request',
  sending: 'Sending',
  cancel: 'Cancel',
  done: 'Done',
  /** Once it is sent, and after what became of it meanwhile. */
  sentTitle: {
    PENDING: 'Your request is sent',
    APPROVED: 'Your request is approved',
    REJECTED: 'Your request is rejected',
    CANCELED: 'Your request is canceled',
    EXPIRED: 'Your request has expired',
  } satisfies Record<RequestStatus, string>,
  answered: {
    APPROVED: (by: string) => `${by} approved it.`,
    REJECTED: (by: string) => `${by} rejected it.`,
  },
  approvedWith: (by: string, amount: string) => `${by} approved it with ${amount}.`,
  decidersFailed: 'We could not load who decides.',
  meanwhile: 'Nothing changes until then. You get an email with the answer.',
  follow: 'Follow the request',
  stopped: {
    CARD_FROZEN: 'The card is frozen now. You can still ask, but the card pays only after it is unfrozen.',
    CARD_CLOSED: 'The card was closed since you wrote this. Nothing can be asked for it anymore.',
  },
  noCards: 'You have no card that this could be for. Ask for a card first.',
  cardsFailed: 'We could not load your cards.',
  untilPassed: 'Please choose a later end.',
  notPossible:
    'This cannot be asked for now: a request for this purchase is already waiting, too many of your requests are, or your cards draw on the account of the business.',
} as const;
