import type { ShippingMethod } from '@florin/contract/cards/card-states';
import type { Presence } from '@florin/contract/cards/transaction-states';
import { numberText } from '../../number-text.ts';

const methods: Record<ShippingMethod, string> = {
  STANDARD: 'Standard, about 7 days',
  EXPEDITED: 'Expedited, about 4 days',
  EXPRESS: 'Express, about 2 days',
};

const days = (number: number) => `${numberText(number)} ${number === 1 ? 'day' : 'days'}`;

/** A request in view of those who decide it: what it asks for, what an approval changes, and the decision. */
export const decidingWords = {
  asksFor: (who: string, what: string) => `${who} asks for ${what}`,
  askWhat: {
    funding: (amount: string) => amount,
    limit: (amount: string, period: string) => `${amount} more ${period}`,
    countries: (names: string) => `purchases in ${names}`,
    freeze: 'the end of a freeze',
    exception: (merchant: string) => `purchases like the one at ${merchant}`,
    exceptionUnnamed: 'a purchase that a rule does not allow',
    card: (name: string) => `a card for ${name}`,
  },
  askedAt: (when: string) => `asked ${when}`,
  expires: (when: string) => `expires ${when}`,
  whyDeclined: 'Why it was declined',
  left: 'Allowed then',
  lacking: 'Missing',
  ifApproved: 'If you approve',
  typeAmount: 'Type an amount to see what an approval changes.',
  gets: (who: string, amount: string, after: string) => `${who}’s card gets ${amount} and then has ${after}.`,
  keeps: (before: string, after: string) => `The account goes from ${before} to ${after}.`,
  short: (before: string, missing: string) =>
    `The account has ${before}, which is ${missing} short. It cannot be approved.`,
  cardTakesNothing: 'The card is frozen or closed, so no money can be put on it. It cannot be approved.',
  nothingToRaise: (period: string) =>
    `The card has no limit ${period} of its own that could be raised. It cannot be approved.`,
  limitsStay: 'Limits and rules of the card stay.',
  /** The limit by its name, what it becomes, and what it is after that. */
  becomes: (limit: string, period: string, of: string, after: string, until: string, again: string) =>
    `The limit of ${limit} ${period}${of} is ${after} until ${until}, then ${again} again.`,
  limitOf: (limit: string, period: string, at: string) => `the limit of ${limit} ${period}${at}`,
  alsoRaises: (limit: string, after: string, until: string) =>
    `So that the purchase goes through, ${limit} is ${after} until ${until}, too.`,
  mayRaise: (limits: string) => `Where they are in the way, this also raises ${limits}.`,
  spends: (who: string, amount: string, at: string, until: string, limit: string, period: string) =>
    `${who} can spend ${amount}${at} until ${until}, then ${limit} ${period} again.`,
  spendsEach: (who: string, amount: string, period: string, at: string, until: string, limit: string) =>
    `${who} can spend ${amount} ${period}${at} until ${until}, then ${limit} again.`,
  costs: (amount: string, at: string, until: string, limit: string) =>
    `A purchase${at} can cost ${amount} until ${until}, then ${limit} again.`,
  midnight: 'midnight',
  raises: (policy: string) => `This raises the limit of “${policy}”.`,
  onlyLimit: (policy: string, amount: string) =>
    `Another limit${policy === '' ? '' : ` of “${policy}”`} leaves only ${amount}.`,
  onlyMoney: (amount: string) => `Only ${amount} is available to the card.`,
  /** Of a purchase that was declined, once it would go through. */
  allowedNow: (reason: string) => `This purchase would be allowed now: ${reason}`,
  isLeft: (amount: string, when: string) => `${amount} of the limit is left ${when}.`,
  mayCost: (amount: string) => `a purchase can cost ${amount}.`,
  since: (amount: string) => `The limit was raised by ${amount} since this was asked for. An approval adds to that.`,
  usedUp: (number: number, period: string, of: string) =>
    `The limit of ${number === 1 ? '1 purchase' : `${numberText(number)} purchases`}${period === '' ? '' : ` ${period}`}${of} is used up.`,
  notEnough: (reason: string) => `This alone does not let the purchase through. ${reason}`,
  ofPolicy: (name: string) => ` of “${name}”`,
  atGroup: (name: string) => ` at ${name}`,
  leaves: (who: string, amount: string, when: string) => `${who} then has ${amount} of it left ${when}.`,
  whens: {
    DAY: 'today',
    WEEK: 'this week',
    MONTH: 'this month',
    QUARTER: 'this quarter',
    YEAR: 'this year',
    LIFETIME: 'in all',
  },
  raised: (who: string, amount: string, period: string, until: string) =>
    `${who} can spend ${amount} more ${period} until ${until}; then the limit is as before.`,
  opened: (names: string, until: string) => `Purchases in ${names} are allowed until ${until}.`,
  exceptions: {
    category: (name: string, until: string) => `Purchases of the category ${name} are allowed until ${until}.`,
    merchant: (name: string, until: string) => `Purchases at ${name} are allowed until ${until}.`,
    place: (name: string, until: string) => `Purchases in ${name} are allowed until ${until}.`,
    presence: (way: string, until: string) => `Purchases ${way} are allowed until ${until}.`,
    hours: (until: string) => `Purchases at any hour of any day are allowed until ${until}.`,
  },
  hoursAgain: (hours: string, zone: string) => `Then the card works ${hours} ${zone} again.`,
  presences: {
    PRESENT: 'with the card present',
    NOT_PRESENT: 'online or by phone',
    WALLET: 'with a mobile wallet',
    CASH: 'of cash',
  } satisfies Record<Presence, string>,
  hidden:
    'Your business does not show administrators what cards are used for. This is what the holder asks you to allow.',
  excepted: (until: string) => `Purchases like the declined one are allowed until ${until}.`,
  unfrozen: 'The freeze by administrators ends. A freeze by the holder stays.',
  issued: (who: string) => `${who} gets a virtual card at once.`,
  issuedLimit: (amount: string, period: string) => `It can spend ${amount} ${period}.`,
  noMoney: 'No money moves.',
  othersStay: 'All other rules stay.',
  keptStay: (names: string) => `All other rules of ${names} stay.`,
  quoted: (name: string) => `“${name}”`,
  before: 'Before you decide',
  purchasesOf: (who: string) => `${who}’s purchases`,
  spentFailed: 'We could not load what this person has spent.',
  figures: {
    /** Of the requests of this kind that were decided. */
    earlier: (isRaise: boolean, all: number) =>
      `${isRaise ? (all === 1 ? 'raise' : 'raises') : 'of this kind'} approved in ${days(90)}`,
    approvedOf: (approved: number, all: number) =>
      approved === all ? numberText(approved) : `${numberText(approved)} of ${numberText(all)}`,
    used: (limit: string, when: string) => `of ${limit} used ${when}`,
    last: {
      APPROVED: (by: string | null, when: string) => `approved last${by === null ? '' : ` by ${by}`}, ${when}`,
      REJECTED: (by: string | null, when: string) => `rejected last${by === null ? '' : ` by ${by}`}, ${when}`,
    },
    lastOf: { APPROVED: 'Approved', REJECTED: 'Rejected' },
    spent: 'spent this month',
  },
  approveWith: 'Approve with',
  noteTo: (who: string) => `Note to ${who}`,
  approve: 'Approve',
  approveAmount: (amount: string) => `Approve ${amount}`,
  approving: 'Approving',
  reject: 'Reject',
  rejecting: 'Rejecting',
  onlyNote: 'Send note only',
  sendingNote: 'Sending',
  noteNeeded: 'Needed to reject',
  rejectNote: 'To reject, say why. The note is sent with your answer.',
  others: (names: string) => `${names} can decide as well. The first answer counts.`,
  approved: (what: string) => `Approved: ${what}`,
  rejected: (what: string) => `Rejected: ${what}`,
  decidedOf: (text: string, who: string) => `${text} · ${who}`,
  over: (status: string) => `${status}.`,
  notYours: 'You may not decide this request.',
  amountFormat: 'Please enter an amount such as 26.40.',
  physical: (who: string) => `${who} gets a physical card, sent to the address below.`,
  shipping: {
    title: 'Where the card is sent',
    labels: {
      recipient: 'Recipient',
      line1: 'Street and number',
      line2: 'Apartment or floor',
      city: 'City',
      state: 'State',
      zip: 'ZIP code',
    },
    required: {
      recipient: 'Recipient is required',
      line1: 'Street and number is required',
      line2: '',
      city: 'City is required',
      state: 'State is required',
      zip: 'ZIP code is required',
    },
    format: {
      recipient: 'Please use at most 80 characters.',
      line1: 'Please use at most 80 characters.',
      line2: 'Please use at most 80 characters.',
      city: 'Please use at most 60 characters.',
      state: 'Please enter two letters, such as ME.',
      zip: 'Please enter five digits.',
    },
    method: 'Shipping',
    methods,
  },
  decidedBy: (status: string, by: string) => `${status} by ${by}`,
} as const;
