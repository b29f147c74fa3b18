import type { PolicyLayer } from '@florin/contract/cards/policies/spend-rules';
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
  hasNote: 'Has a note',
  search: { business: 'Merchant, person or note', own: 'Search merchants and notes' },
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
  today: 'Today',
  tooManyToSum: 'For a sum, choose fewer days.',
  arrived: (rows: number) => count(rows, 'new transaction', 'new transactions'),
  sums: { settled: 'Settled', held: 'On hold', returned: 'Returned', fees: 'Fees' },
  none: {
    transactions: {
      title: 'No transactions yet',
      text: 'They appear here as soon as a card of your business is used.',
    },
    toCards: 'See your cards',
    issue: 'Issue a card',
    cardsFailed: 'We could not load the cards.',
    own: { title: 'No transactions yet', text: 'They appear here as soon as you use your card.' },
    declines: { title: 'No declined purchases', text: 'If a purchase is declined, this page says why and what to do.' },
  },
  noMatch: 'No transaction matches these filters.',
  suggestFailed: 'We could not load suggestions for your search.',
  bulkNote: {
    act: 'Note',
  },
  layers: {
    PROGRAM: 'Program',
    BUSINESS: 'Business',
    GROUP: 'Group',
    CARD: 'Card',
    OVERRIDE: 'Temporary',
  } satisfies Record<PolicyLayer, string>,
  /** Why another amount was settled than was authorized. */
} as const;
