import { numberText } from '../../number-text.ts';

const people = (count: number) => (count === 1 ? '1 person' : `${numberText(count)} people`);
const cards = (count: number) => (count === 1 ? '1 card' : `${numberText(count)} cards`);

/** The lists of cards. */
export const cardsWords = {
  nothing: '—',
  intro: 'The cards of your business, and what is left to spend on each.',
  search: 'Search cards',
  count: cards,
  arrived: (rows: number) =>
    rows === 1 ? '1 card was just used or issued' : `${numberText(rows)} cards were just used or issued`,
  countOf: (count: number, holders: number) => `${cards(count)}, ${people(holders)}`,
  spentBy: (count: number) => `${cards(count)}, this month`,
  none: { title: 'No cards yet', text: 'Cards that are issued appear here.' },
  noMatch: 'No card matches',
  loadFailed: 'We could not load the cards.',
  moreFailed: 'We could not load more cards.',
  spendFailed: 'We could not load what this card has spent.',
  purchasesFailed: 'We could not load the purchases of this card.',
  groupsFailed: 'We could not load the groups.',
  leftFailed: 'We could not load what is left to spend.',
  trialFailed: 'We could not check what would happen.',
  nameOf: (name: string, last4: string, holder: string) => `${name}, ending in ${last4}, ${holder}`,
  /** Before the time, where no heading stands over it. */
  used: 'used',
  uses: (uses: number, atMost: number) => `${numberText(uses)} of ${numberText(atMost)} uses`,
  onlyAt: (merchant: string) => `${merchant} only`,
  columns: {
    card: 'Card',
    holder: 'Holder',
    state: 'State',
    left: 'Left to spend',
    spent: 'This month',
    used: 'Last used',
    issued: 'Issued',
  },
  filters: { state: 'State', kind: 'Kind', group: 'Group' },
  states: {
    OPEN: 'Active',
    PAUSED: 'Frozen',
    PENDING_ACTIVATION: 'Not activated',
    PENDING_FULFILLMENT: 'Being produced',
    CLOSED: 'Closed',
  },
  kinds: { VIRTUAL: 'Virtual', PHYSICAL: 'Physical' },
  view: { all: 'All', inUse: 'In use', frozen: 'Frozen', waiting: 'Not activated', closed: 'Closed' },
  periods: {
    purchase: 'a purchase',
    day: 'a day',
    week: 'a week',
    month: 'a month',
    quarter: 'a quarter',
    year: 'a year',
    lifetime: 'in all',
    since: 'since its start',
  },
  requestsFailed: 'We could not load the requests about this card.',
  ofLimit: (amount: string, period: string) => `of ${amount} ${period}`,
  ofLock: 'by the card’s own lock',
  ofShared: 'a shared limit is used up',
  onCard: 'on the card',
  inAccount: 'in the account',

  issue: {
    open: 'Issue card',
    firstOne: 'Issue the first one: a virtual card works at once.',
    menu: 'Issue or change many cards',
    many: 'Issue many from CSV',
    changeMany: 'Change many from CSV',
  },

  bulk: {
    freeze: 'Freeze',
    unfreeze: 'Unfreeze',
    close: 'Close',
    fund: 'Fund',
    limit: 'Set a limit',
    group: 'Group',
  },

  own: {
    intro: 'What each card has left, and what you can do with it.',
    left: 'left to spend',
    none: { title: 'No cards yet', text: 'Your administrator issues your cards. They appear here at once.' },
  },
} as const;
