import { numberText } from '../../number-text.ts';

const things = (count: number, one: string, many: string) => `${numberText(count)} ${count === 1 ? one : many}`;

/** The dashboard of an administrator. */
export const overviewWords = {
  day: (day: string, zone: string) => `${day} · all times ${zone}`,
  strip: {
    equals: 'equals',
    minus: 'minus',
    plus: 'plus',
    posted: 'Posted',
    owed: 'Owed',
    onHold: 'On hold',
    withdrawals: 'Withdrawals under way',
    incoming: 'Incoming, not yet yours',
    fees: 'Fees owed',
    /** @param cardsAreFunded whether purchases, with their fees, draw on balances of the cards */
    feesHint: (cardsAreFunded: boolean) =>
      cardsAreFunded ? 'The charged card or account had too little' : 'The account had too little at the time',
    limit: 'Credit limit',
    /** @param cardsAreFunded whether purchases draw on balances of the cards, and not on this account */
    holds: (count: number, next: string | null, cardsAreFunded: boolean) =>
      count === 0
        ? cardsAreFunded
          ? 'None on this account'
          : 'Nothing on hold'
        : `${things(count, 'hold', 'holds')}${next === null ? '' : `, next release ${next}`}`,
    /** Beside the above: purchases on hold on balances of cards. */
    cardHolds: (amount: string, count: number) => `${amount} on hold (${things(count, 'hold', 'holds')})`,
    onCards: 'On cards',
    cards: (count: number) => things(count, 'funded card', 'funded cards'),
    withdrawalHint: 'Leaves when the bank has settled it',
    incomingHint: (day: string | null) => (day === null ? 'Not in the sum' : `Deposit, expected ${day}`),
    noIncoming: 'Nothing on its way',
    postedHint: 'All entries so far',
    updated: (hint: string, time: string) => `${hint} · updated ${time}`,
    openCards: 'Show the cards with their balances',
    open: (figure: string) => `Show the entries of ${figure.toLowerCase()}`,
  },
  entries: {
    titles: { posted: 'Posted', 'on-hold': 'On hold', incoming: 'Incoming', 'fees-owed': 'Fees owed' },
    feesOfCards:
      'Each was charged to a card with money of its own, or to the account, when it had too little. The company balance does not pay fees of cards.',
    feesOfAccount: 'Each was charged to the account when it had too little.',
    failed: 'We could not load the entries.',
    none: 'There are no entries.',
    until: (day: string) => `until ${day}`,
    balance: 'Balance',
    owed: 'Owed',
    more: 'Show more',
  },
  needs: {
    title: 'Needs you',
    all: 'All requests',
    failed: 'We could not load what needs you.',
    none: 'Nothing needs you now.',
    /** While banners above the page ask for something. */
    noneElse: 'Nothing else needs you now.',
    asks: {
      FUNDING: (who: string, amount: string) => `${who} asks for ${amount} on`,
      LIMIT: (who: string, amount: string, period: string) => `${who} asks for ${amount} more ${period}`,
      COUNTRIES: (who: string, names: string) => `${who} asks for purchases in ${names}`,
      CARD: (who: string, name: string) => `${who} asks for a card: ${name}`,
      UNBLOCK: (who: string) => `${who} asks to use a card again:`,
      EXCEPTION: (who: string) => `${who} asks for an exception on`,
    },
    periods: {
      PURCHASE: 'in one purchase',
      DAY: 'a day',
      WEEK: 'a week',
      MONTH: 'a month',
      QUARTER: 'a quarter',
      YEAR: 'a year',
      LIFETIME: 'in all',
    },
    declinedAt: (merchant: string, ago: string, missing: string | null) =>
      missing === null ? `Declined at ${merchant}, ${ago}. ` : `${missing} at ${merchant}, ${ago}. `,
    missing: (amount: string, missing: string) => `${missing} of ${amount} was missing`,
    approve: (amount: string) => `Approve ${amount}`,
    approving: 'Approving',
    approved: (amount: string) => `Approved ${amount}.`,
    review: 'Review',
    reviewOf: (what: string) => `Review: ${what}`,
    moreRequests: (count: number) => things(count, 'more request', 'more requests'),
    moreText: 'They wait for a decision.',
    namedRequest: (who: string, what: string) => `${who}: ${what}`,
    named: (requests: readonly string[], others: number) =>
      [...requests, ...(others > 0 ? [`${numberText(others)} more`] : [])].join(' · '),
    low: (alert: string, day: string) => `Balance falls below ${alert} ${day}`,
    lowNow: (alert: string) => `Balance is below ${alert}`,
    lowText: (lowest: string, days: string) => `${lowest} is the lowest, ${days}.`,
    seeForecast: 'See forecast',
    declines: (count: number) => `${things(count, 'decline', 'declines')} in the last 7 days`,
    declinesText: (merchant: string, ago: string) => `The latest at ${merchant}, ${ago}.`,
    seeDeclines: 'See declines',
    activation: (count: number) =>
      count === 1
        ? '1 delivered card waits for activation'
        : `${numberText(count)} delivered cards wait for activation`,
    seeCards: 'See cards',
    topUp: 'Top up',
    lowCards: (count: number) => `${things(count, 'card has', 'cards have')} little left`,
    changes: (count: number) => `${things(count, 'change waits', 'changes wait')} for a second administrator`,
    changesText: 'Another administrator asked for it. Nothing happens before you decide.',
    suspense: (count: number) => `${things(count, 'payment', 'payments')} could not be matched to a card purchase`,
    suspenseText: (amount: string) => `${amount} in all. We are looking into it; write to us if you know it.`,
    contact: 'Contact Us',
  },
  feed: {
    title: 'Just now',
    live: 'Live',
    failed: 'We could not load the latest purchases.',
    none: 'Purchases appear here as they happen.',
    fresh: (count: number) => `${numberText(count)} new`,
    arrived: (count: number) => things(count, 'new purchase', 'new purchases'),
    all: 'All transactions',
  },
  spend: {
    title: 'Spend',
    period: 'Period',
    periods: { MONTH: 'Month', QUARTER: 'Quarter', YEAR: 'Year' },
    failed: 'We could not load your spend.',
    less: (amount: string, days: string) => `${amount} less than ${days}`,
    more: (amount: string, days: string) => `${amount} more than ${days}`,
    same: (days: string) => `the same as ${days}`,
    /** Of the last full period, while the one that has begun is without a purchase. */
    begun: (since: string, days: string) => `No purchases since ${since} yet. These are of ${days}.`,
    none: 'Nothing was spent in either period, so there is nothing to draw.',
    table: 'Show as a table',
    chart: 'Show as a chart',
    chartOf: (period: string, before: string) => `Spend, ${period}, against ${before}`,
    today: (amount: string) => `Today ${amount}`,
    end: (period: string, amount: string) => `${period} ${amount}`,
    stop: (day: string, amount: string, before: string | null) =>
      before === null ? `${day}: ${amount}` : `${day}: ${amount}, before ${before}`,
    columns: { when: 'When', amount: 'Spent', sum: 'In all', before: 'Before, in all' },
  },
  breakdown: {
    title: { CATEGORY: 'By category', PERSON: 'By person', MERCHANT: 'By merchant' },
    by: 'Split by',
    dimensions: { CATEGORY: 'Category', PERSON: 'Person', MERCHANT: 'Merchant' },
    against: (days: string) => `against ${days}`,
    of: (days: string, before: string) => `${days} against ${before}`,
    none: 'No purchases in this period yet.',
    noName: { CATEGORY: 'Everything else', PERSON: 'Cards without a holder', MERCHANT: 'Unknown' },
    others: (count: number) => things(count, 'other', 'others'),
    isNew: 'new',
  },
  forecast: {
    title: 'Next 14 days',
    text: 'Known dates only: holds, transfers and funding. Purchases are not guessed.',
    failed: 'We could not load the forecast.',
    lowest: (days: string) => `lowest, ${days}`,
    below: (alert: string) => `below ${alert}`,
    chart: 'Available balance in the next 14 days',
    columns: { day: 'Day', what: 'What', change: 'Change', available: 'Available' },
    RELEASE: (name: string | null, count: number) =>
      name === null
        ? count === 1
          ? 'Hold released'
          : `${numberText(count)} holds released`
        : `${name}, hold released`,
    FUNDING: (name: string | null, count: number) => `${name ?? ''}: ${things(count, 'card', 'cards')}`,
    DEPOSIT: (name: string | null) => `Deposit from ${name ?? ''}`,
    missing: (amount: string) => `lacks ${amount}`,
    none: 'Nothing with a date in these days, so there is nothing to draw.',
    stop: (day: string, amount: string) => `${day}: ${amount}`,
    tick: (weekday: string, day: number) => `${weekday} ${day}`,
  },
  days: { today: 'today', tomorrow: 'tomorrow' },
};
