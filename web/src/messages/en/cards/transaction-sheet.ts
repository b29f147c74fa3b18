/* What the sheet of a transaction says; the list has its own words (transactions.ts). */
import type { AmountPeriod } from '@florin/contract/cards/policies/spend-rules';
import type { HoldReason } from '@florin/contract/cards/transaction-states';
import type { RequestKind } from '@florin/contract/money/request-states';
import type { RequestPeriod } from '@florin/contract/money/requests';
import { numberText } from '../../number-text.ts';

const morePeriods = {
  PURCHASE: 'for a purchase',
  DAY: 'today',
  WEEK: 'this week',
  MONTH: 'this month',
  QUARTER: 'this quarter',
  YEAR: 'this year',
} satisfies Partial<Record<RequestPeriod, string>>;

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

/** Who can release a hold before its date. */
const releasing: Record<HoldReason, string> = {
  STANDARD: 'the merchant',
  ESTIMATE: 'the merchant',
  LODGING: 'the hotel',
  CAR_RENTAL: 'the car rental',
};

export const sheetWords = {
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
  anew: (when: string) => `The limit resets ${when}.`,
  anewSince: 'The limit has reset since then.',
  thisPurchase: 'This purchase',
  requestWaits: 'Your request is waiting for a decision.',
  requestWaitsForYou: (holder: string) => `${holder} has sent a request because of this. It waits for a decision.`,
  /** `next` is what comes of it. */
  requestApproved: (by: string, until: string | null, next: string) =>
    `${by} approved the request${until === null ? '' : ` until ${until}`}. ${next}`.trim(),
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
  askToRelease: (reason: HoldReason) => `Ask ${releasing[reason]} to release it`,
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
  /** Of the layers of rules and the balance, how many let it through. */
  layers: 'Layers',
  layersAllow: (allowing: number, all: number) =>
    allowing === all ? `${all} of ${all} layers` : `${allowing} of ${all} layers allow it`,
  moreAllow: (rules: number) => (rules === 1 ? '1 more rule allows it' : `${rules} more rules allow it`),
  sum: (before: string, now: string, after: string) => `${before} + ${now} = ${after}`,
  /** What stands in the way whatever the rules say. */
  cardItself: 'Card or account',
  wasLeft: (amount: string) => `${amount} was left`,
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
} as const;

/** Why another amount was settled than was authorized. */
export const differenceWords = {
  partial: (asked: string, approved: string) =>
    `The merchant asked for ${asked}, and the card approved ${approved}. The rest was paid another way.`,
  forcePost: (paid: string) => `The merchant settled ${paid} without asking first, so nothing was on hold before.`,
  late: (paid: string) =>
    `The merchant settled ${paid} after the hold had ended. Merchants may do so for purchases they have made.`,
  foreign: (held: string, paid: string) =>
    `${held} was held and ${paid} settled: the rate of the day of settlement counts, not the rate of the purchase.`,
  fuel: (held: string, paid: string) =>
    `The pump held ${held} before the amount was known, and settled ${paid} for the fuel that was taken.`,
  rental: (held: string, paid: string) => `${held} was held as an estimate, and ${paid} settled when the car was back.`,
  lodging: (held: string, paid: string) =>
    `${held} was held as an estimate at check-in, and ${paid} settled at check-out.`,
  tip: (held: string, tip: string, paid: string) =>
    `${held} was held before the tip. With a tip of ${tip}, ${paid} settled.`,
  more: (held: string, more: string) => `${held} was held, and the merchant settled ${more} more.`,
  less: (held: string, paid: string, rest: string) =>
    `${held} was held and ${paid} settled. The other ${rest} can be spent again.`,
} as const;
