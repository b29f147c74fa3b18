import type { RequestPeriod } from '@florin/contract/money/requests';
import type { RequestKind, RequestStatus } from '@florin/contract/money/request-states';
import { lastDigits } from '../../last-digits.ts';
import { numberText } from '../../number-text.ts';

const periods: Record<RequestPeriod, string> = {
  PURCHASE: 'in one purchase',
  DAY: 'a day',
  WEEK: 'a week',
  MONTH: 'a month',
  QUARTER: 'a quarter',
  YEAR: 'a year',
  LIFETIME: 'in all',
};

const statuses: Record<RequestStatus, string> = {
  PENDING: 'Waiting',
  APPROVED: 'Approved',
  REJECTED: 'Rejected',
  CANCELED: 'Canceled',
  EXPIRED: 'Expired unanswered',
};

const kinds: Record<RequestKind, string> = {
  FUNDING: 'Funds',
  LIMIT: 'Limit',
  UNBLOCK: 'Permission',
  CARD: 'Card',
};

const list = new Intl.ListFormat('en-US', { type: 'disjunction' });

/** Requests of cardholders: asking, following and deciding. */
export const requestWords = {
  periods,
  statuses,
  approvedWith: (amount: string) => `${statuses.APPROVED} with ${amount}`,
  kinds,
  /** What is asked for, as a heading. */
  asks: {
    funding: (amount: string, last4: string) => `${amount} on ${lastDigits(last4)}`,
    limit: (amount: string, period: string) => `${amount} more ${period}`,
    countries: (names: string) => `Purchases in ${names}`,
    freeze: (last4: string) => `End the freeze of ${lastDigits(last4)}`,
    exception: (merchant: string) => `Purchases like ${merchant}`,
    exceptionUnnamed: 'A purchase that a rule does not allow',
    card: (name: string) => `A card for ${name}`,
    cardWith: (name: string, amount: string, period: string) => `A card for ${name}, ${amount} ${period}`,
  },
  decides: (names: readonly string[]) =>
    names.length > 3
      ? `${list.format([...names.slice(0, 2), `one of ${numberText(names.length - 2)} others`])} decides.`
      : `${list.format(names)} decides.`,
  nobody: 'At the moment nobody can decide it. Please tell an administrator of your business.',
  cancel: 'Cancel',
  /** The lists of requests. */
  list: {
    label: 'Requests',
    search: 'Search requests',
    filters: { state: 'State', kind: 'Kind', person: 'Person', card: 'Card' },
    views: { waiting: 'Waiting', decided: 'Decided', all: 'All' },
    columns: {
      what: 'Request',
      person: 'Person',
      reason: 'Reason',
      card: 'Card',
      state: 'State',
      asked: 'Asked',
      decided: 'Decided by',
    },
    nameOf: (what: string, who: string) => `${what}, ${who}`,
    declinedAt: (merchant: string) => `Declined at ${merchant}`,
    noMatch: 'No request matches',
    moreFailed: 'We could not load more requests.',
    count: (requests: number) => (requests === 1 ? '1 request' : `${numberText(requests)} requests`),
    arrived: (rows: number) => (rows === 1 ? '1 new request' : `${numberText(rows)} new requests`),
  },
  /** The decision of many requests at once. */
  many: {
    approve: 'Approve',
    reject: 'Reject',
    decided: 'Some have been decided already.',
    address: 'A physical card needs an address: approve it in its own sheet.',
  },
  sheet: 'Request',
  note: {
    label: 'Note',
    toDeciders: 'To the people who decide',
    to: (name: string) => `Note to ${name}`,
    send: 'Send note',
    sending: 'Sending',
    sent: 'The note was sent.',
    required: 'Note is required',
  },
  /** The page of those who decide. */
  waiting: {
    intro: 'What cardholders ask for. The first answer counts.',
    none: 'Nothing waits for a decision',
    noneText: 'Requests of cardholders for funds, limits, permissions and cards appear here.',
    loadFailed: 'We could not load the requests.',
    oneFailed: 'We could not load this request.',
  },
  optional: 'Optional',
} as const;
