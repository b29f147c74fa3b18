import type { DeclineCode } from '@florin/contract/decline-codes';
import type { PolicyLayer } from '@florin/contract/spend-rules';
import type {
  Presence,
  TransactionStatus,
  CardEventType,
  HoldReason,
  FeeKind,
  EventFlag,
} from '@florin/contract/transaction-states';
import { numberText } from '../number-text.ts';

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
  ESTIMATE: 'The amount is an estimate until the merchant settles, as with fuel or tips.',
  LODGING: 'Hotels may hold an amount for 30 days, because room charges come last.',
  CAR_RENTAL: 'Car rentals may hold an amount for 60 days, until the car is back and checked.',
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
  OVER_CAPTURE: 'above the hold, as with a tip',
  STAND_IN: 'approved by the network for us',
  UNLINKED: 'without a link to a purchase',
  SUSPENSE: 'waiting to be matched',
};

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
  filters: { date: 'Date', status: 'Status', category: 'Category', amount: 'Amount', fees: 'Fees' },
  feeChoices: { true: 'charged' },
  statuses,
  presences,
  events,
  declinedEvent: 'Purchase declined',
  partialEvent: 'Purchase approved in part',
  holdReasons: holds,
  fees,
  flags,
  rate: (percent: string) => `${percent} %`,
  onHoldTo: (date: string) => `On hold to ${date}`,
  partlySettled: 'Partly settled',
  today: (time: string) => `Today, ${time}`,
  noHolder: 'No holder',
  nameOf: (merchant: string, when: string) => `${merchant}, ${when}`,
  loadFailed: 'The transactions could not be loaded.',
  moreFailed: 'More transactions could not be loaded.',
  rows: (shown: number) => count(shown, 'transaction', 'transactions'),
  sums: { settled: 'Settled', held: 'On hold', returned: 'Returned', fees: 'Fees' },
  none: {
    transactions: {
      title: 'No transactions yet',
      text: 'They appear here as soon as a card of your business is used.',
    },
    own: { title: 'No transactions yet', text: 'They appear here as soon as you use your card.' },
    declines: { title: 'No declined purchases', text: 'If a purchase is declined, this page says why and what to do.' },
  },
  noMatch: 'No transaction matches these filters.',
  sheet: {
    purchase: 'Purchase',
    /** The request that fixes a decline. */
    ask: {
      LIMIT: 'Ask for a higher limit',
      FUNDING: 'Ask for funds',
      UNBLOCK: 'Ask to have it allowed',
      CARD: 'Ask for a new card',
    },
    declined: 'Declined purchase',
    copyLink: 'Copy the link',
    copied: 'The link was copied.',
    notCopied: 'The link could not be copied. Copy it from the address bar.',
    onHold: 'On hold',
    settled: 'Settled',
    returned: 'Returned',
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
    available: (amount: string) => `${amount} was available`,
    tightest: 'This was the tightest.',
    room: (amount: string) => `Allowed up to ${amount}`,
    allowed: 'Allowed',
    refused: 'Not allowed',
    note: 'Note',
    noNote: 'No note',
    addNote: 'Add a note',
    editNote: 'Change the note',
    saveNote: 'Save',
    savingNote: 'Saving',
    cancel: 'Cancel',
    saved: 'The note was saved.',
    noteHint: 'Everyone who sees this purchase can read it. Leave card numbers out.',
    loadFailed: 'This transaction could not be loaded.',
    notFound: 'This transaction is not in your account.',
  },
  layers: {
    PROGRAM: 'Program',
    BUSINESS: 'Business',
    GROUP: 'Group',
    CARD: 'Card',
    OVERRIDE: 'Temporary',
  } satisfies Record<PolicyLayer, string>,
  /** The rule that a code stands for. */
  rules: {
    limit_transaction: 'Limit of a purchase',
    limit_day: 'Daily limit',
    limit_week: 'Weekly limit',
    limit_month: 'Monthly limit',
    limit_quarter: 'Quarterly limit',
    limit_year: 'Yearly limit',
    limit_lifetime: 'Lifetime limit',
    limit_since: 'Limit since a date',
    count_limit: 'Number of purchases',
    mcc_not_allowed: 'Category',
    merchant_not_allowed: 'Merchant',
    country_not_allowed: 'Country',
    state_not_allowed: 'State',
    time_window: 'Day and hour',
    presence_not_allowed: 'Way of paying',
    cash_not_allowed: 'Cash',
    receipts_overdue: 'Receipts',
  } as Partial<Record<DeclineCode, string>>,
  otherRule: 'Rule',
} as const;
