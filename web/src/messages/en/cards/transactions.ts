import type { RequestPeriod } from '@florin/contract/money/requests';
import type { RequestKind } from '@florin/contract/money/request-states';
import type { AmountPeriod, PolicyLayer } from '@florin/contract/cards/policies/spend-rules';
import type {
  Presence,
  TransactionStatus,
  CardEventType,
  HoldReason,
  FeeKind,
  EventFlag,
} from '@florin/contract/cards/transaction-states';
import { numberText } from '../../number-text.ts';

const statuses: Record<TransactionStatus, string> = {
  PENDING: 'On hold',
  SETTLED: 'Settled',
  VOIDED: 'Canceled by the merchant',
  EXPIRED: 'Hold released',
  DECLINED: 'Declined',
  RETURNED: 'Returned',
};

const presences: Record<Presence, string> = {
  PRESENT: 'card present',
  NOT_PRESENT: 'online or by phone',
  WALLET: 'mobile wallet',
  CASH: 'cash',
};

const events: Record<CardEventType, string> = {
  AUTHORIZATION: 'Purchase approved',
  AUTHORIZATION_INCREMENTAL: 'Hold raised',
  AUTHORIZATION_ADVICE: 'Hold adjusted by the merchant',
  AUTHORIZATION_REVERSAL: 'Hold released by the merchant',
  AUTHORIZATION_EXPIRY: 'Hold ended',
  CLEARING: 'Settled',
  FINANCIAL_AUTHORIZATION: 'Paid at once',
  CREDIT_AUTHORIZATION: 'Refund announced',
  RETURN: 'Refunded',
  RETURN_REVERSAL: 'Refund taken back',
  CORRECTION_DEBIT: 'Corrected by the network',
  CORRECTION_CREDIT: 'Corrected by the network',
  BALANCE_INQUIRY: 'Card checked',
  FEE: 'Fee',
};

const holds: Record<HoldReason, string> = {
  STANDARD: 'Merchants usually settle within a few days.',
  ESTIMATE: 'The amount is an estimate until the merchant settles, as with fuel.',
  LODGING: 'Hotels may hold an amount longer, because room charges come last.',
  CAR_RENTAL: 'Car rentals may hold an amount longer, until the car is back and checked.',
};

const fees: Record<FeeKind, string> = {
  ISA: 'International fee',
  CURRENCY_CONVERSION: 'Currency conversion fee',
  REPLACEMENT_CARD: 'Replacement card fee',
  EXPIRED_CARD_MONTH: 'Monthly fee after expiry',
};

const flags: Record<EventFlag, string> = {
  FORCE_POST: 'settled without a hold',
  LATE: 'after the hold had ended',
  OVER_CAPTURE: 'more than was on hold',
  STAND_IN: 'approved by the network for us',
  UNLINKED: 'without a link to a purchase',
  SUSPENSE: 'waiting to be matched',
  OVERDRAWN: 'more than was available',
};

const limitNames: Record<AmountPeriod, string> = {
  purchase: 'Limit per purchase',
  day: 'Daily limit',
  week: 'Weekly limit',
  month: 'Monthly limit',
  quarter: 'Quarterly limit',
  year: 'Yearly limit',
  lifetime: 'Lifetime limit',
  since: 'Limit since a date',
};

const morePeriods = {
  PURCHASE: 'for a purchase',
  DAY: 'today',
  WEEK: 'this week',
  MONTH: 'this month',
  QUARTER: 'this quarter',
  YEAR: 'this year',
} satisfies Partial<Record<RequestPeriod, string>>;

const count = (number: number, one: string, many: string) => `${numberText(number)} ${number === 1 ? one : many}`;

/** The lists of transactions, and the details of one. */
export const transactionWords = {
  intro: {
    transactions: 'Every purchase, refund and decline of your business’s cards.',
    purchases: 'What you have bought with your cards, and what came back.',
    cardTransactions: 'Every transaction of your cards, declined ones too.',
    cardDeclines: 'Purchases that were declined, and why.',
  },
  view: {
    all: 'All',
    hold: 'On hold',
    declined: 'Declined',
    fees: 'Fees',
    large: 'Over $1,000',
  },
  own: 'My transactions',
  search: 'Search merchants and notes',
  columns: {
    merchant: 'Merchant',
    category: 'Category',
    cardholder: 'Cardholder',
    card: 'Card',
    date: 'Date',
    status: 'Status',
    merchantAmount: 'Original amount',
    amount: 'Amount',
  },
  filters: {
    date: 'Date',
    status: 'Status',
    category: 'Category',
    merchant: 'Merchant',
    amount: 'Amount',
    fees: 'Fees',
    cardholder: 'Cardholder',
    card: 'Card',
  },
  feeChoices: { true: 'charged' },
  statuses,
  presences,
  events,
  declinedEvent: 'Purchase declined',
  partialEvent: 'Purchase approved in part',
  holdReasons: holds,
  fees,
  flags,
  rate: (percent: string) => `${percent}%`,
  onHoldTo: (date: string) => `On hold to ${date}`,
  partlySettled: 'Partly settled',
  refundComing: 'Refund on its way',
  noHolder: 'No holder',
  nameOf: (merchant: string, when: string) => `${merchant}, ${when}`,
  loadFailed: 'We could not load the transactions.',
  moreFailed: 'We could not load more transactions.',
  rows: (shown: number) => count(shown, 'transaction', 'transactions'),
  rowsSoFar: (shown: number) => `${count(shown, 'transaction', 'transactions')} so far`,
  tooManyToSum: 'For a sum, choose fewer days.',
  arrived: (rows: number) => count(rows, 'new transaction', 'new transactions'),
  sums: { settled: 'Settled', held: 'On hold', returned: 'Returned', fees: 'Fees' },
  none: {
    transactions: {
      title: 'No transactions yet',
      text: 'They appear here as soon as a card of your business is used.',
    },
    toCards: 'See your cards',
    own: { title: 'No transactions yet', text: 'They appear here as soon as you use your card.' },
    declines: { title: 'No declined purchases', text: 'If a purchase is declined, this page says why and what to do.' },
  },
  noMatch: 'No transaction matches these filters.',
  suggestFailed: 'We could not load suggestions for your search.',
  didYouMean: (merchant: string) => `Search for “${merchant}”`,
  sheet: {
    purchase: 'Purchase',
    /** The request that fixes a decline. */
    ask: {
      LIMIT: 'Ask for a higher limit',
      FUNDING: 'Ask for funds',
      UNBLOCK: 'Ask to have it allowed',
      CARD: 'Ask for a new card',
    },
    askFor: (amount: string, period: RequestPeriod | undefined) =>
      period === undefined || period === 'LIFETIME'
        ? `Ask for ${amount} more`
        : `Ask for ${amount} more ${morePeriods[period]}`,
    orPay: (left: string, missing: string) => `Or pay ${left} with this card and ${missing} another way.`,
    limitOf: limitNames,
    spentBefore: 'Spent before',
    sharedReason: {
      group: 'This purchase was above a limit that the group of this card shares.',
      business: 'This purchase was above a limit that all cards of the company share.',
    },
    sharedAdvice: 'What others spend counts as well. Only an administrator can change it.',
    left: 'Left for this purchase',
    anew: (when: string) => `The limit resets on ${when}.`,
    anewSince: 'The limit has reset since then.',
    thisPurchase: 'This purchase',
    requestWaits: 'Your request is waiting for a decision.',
    requestWaitsForYou: (holder: string) => `${holder} has sent a request because of this. It waits for a decision.`,
    /** `next` is what comes of it. */
    requestApproved: (by: string, until: string | null, next: string) =>
      `${by} approved the request${until === null ? '' : ` until ${until}`}. ${next}`.trim(),
    stillShort: (available: string) => `The card has only ${available}, so the purchase also needs funds.`,
    made: (when: string) => `The purchase was made on ${when}.`,
    stillDeclined: 'Something else would still decline the purchase.',
    requestRejected: (by: string) => `${by} rejected the request.`,
    openRequest: 'Open the request',
    decideRequest: 'Decide the request',
    requestSent: {
      FUNDING: 'Funds were asked for',
      LIMIT: 'A higher limit was asked for',
      UNBLOCK: 'An exception was asked for',
      CARD: 'A new card was asked for',
    } satisfies Record<RequestKind, string>,
    requestEnded: {
      APPROVED: 'Request approved',
      REJECTED: 'Request rejected',
      CANCELED: 'Request canceled',
      EXPIRED: 'Request expired',
    },
    declined: 'Declined purchase',
    copyLink: 'Copy the link',
    copied: 'The link was copied.',
    notCopied: 'The link could not be copied. Copy it from the address bar.',
    onHold: 'On hold',
    settled: 'Settled',
    returned: 'Returned',
    refundComing: 'Refund on its way',
    requested: 'Asked for',
    total: 'Total',
    totalSoFar: 'Total so far',
    heldUntil: (amount: string, date: string) => `${amount} is held until ${date}`,
    unless: 'unless the merchant settles sooner.',
    happened: 'What happened',
    holdEnds: 'Hold ends',
    ifNothing: (date: string) => `${date}, if nothing else arrives`,
    decidedIn: (milliseconds: number) => `decided in ${numberText(milliseconds)} ms`,
    asked: (amount: string) => `${amount} was asked for`,
    why: { allowed: 'Why it was allowed', declined: 'Why it was declined' },
    seenBy: 'seen by administrators',
    balance: 'Balance',
    available: (amount: string) => `${amount} was available.`,
    tightest: 'This was the tightest.',
    decided: 'This decided.',
    /** What stands in the way whatever the rules say. */
    cardItself: 'Card or account',
    wasLeft: (amount: string) => `${amount} was left`,
    resets: (when: string) => `resets on ${when}`,
    allowed: 'Allowed:',
    refused: 'Not allowed:',
    note: 'Note',
    noNote: 'No note',
    addNote: 'Add a note',
    editNote: 'Change the note',
    saveNote: 'Save',
    savingNote: 'Saving',
    cancel: 'Cancel',
    saved: 'The note was saved.',
    noteChanged: (note: string | null) =>
      note === null
        ? 'Someone else has removed the note since you opened it. Save writes yours.'
        : `Someone else has written since you opened it: “${note}”. Save replaces that.`,
    noteHint: 'Everyone who sees this purchase can read it. Leave card numbers out.',
    loadFailed: 'We could not load this transaction.',
    notFound: 'This transaction is not in your account.',
  },
  bulkNote: {
    act: 'Note',
    title: (rows: number) => (rows === 1 ? 'Note on 1 transaction' : `Note on ${numberText(rows)} transactions`),
    replaces: (rows: number) =>
      rows === 1
        ? 'It replaces the note that 1 of them has.'
        : `It replaces the notes that ${numberText(rows)} of them have.`,
    changed: (notes: readonly string[]) =>
      notes.length === 0
        ? 'Someone else has removed a note since you opened this. Save writes yours.'
        : `Someone else has written since you opened this: ${notes.map((note) => `“${note}”`).join(', ')}. Save replaces that.`,
    missing: 'Note is required',
    save: 'Save',
    saved: (rows: number) =>
      rows === 1 ? 'The note was saved.' : `The note was saved on ${numberText(rows)} transactions.`,
  },
  layers: {
    PROGRAM: 'Program',
    BUSINESS: 'Business',
    GROUP: 'Group',
    CARD: 'Card',
    OVERRIDE: 'Temporary',
  } satisfies Record<PolicyLayer, string>,
  /** Why another amount was settled than was authorized. */
  difference: {
    partial: (asked: string, approved: string) =>
      `The merchant asked for ${asked}, and the card approved ${approved}. The rest was paid another way.`,
    forcePost: (paid: string) => `The merchant settled ${paid} without asking first, so nothing was on hold before.`,
    late: (paid: string) =>
      `The merchant settled ${paid} after the hold had ended. Merchants may do so for purchases they have made.`,
    foreign: (held: string, paid: string) =>
      `${held} was held and ${paid} settled: the rate of the day of settlement counts, not the rate of the purchase.`,
    fuel: (held: string, paid: string) =>
      `The pump held ${held} before the amount was known, and settled ${paid} for the fuel that was taken.`,
    rental: (held: string, paid: string) =>
      `${held} was held as an estimate, and ${paid} settled when the car was back.`,
    lodging: (held: string, paid: string) =>
      `${held} was held as an estimate at check-in, and ${paid} settled at check-out.`,
    tip: (held: string, tip: string, paid: string) =>
      `${held} was held before the tip. With a tip of ${tip}, ${paid} settled.`,
    more: (held: string, more: string) => `${held} was held, and the merchant settled ${more} more.`,
    less: (held: string, paid: string, rest: string) =>
      `${held} was held and ${paid} settled. The other ${rest} can be spent again.`,
  },
} as const;
