import type { StartingLimit } from '@florin/contract/cards/cards/issue';
import type { DeclineCode } from '@florin/contract/cards/decline-codes';
import { numberText } from '../../number-text.ts';

const periods: Record<StartingLimit['period'], string> = {
  purchase: 'Purchase',
  day: 'Day',
  week: 'Week',
  month: 'Month',
  quarter: 'Quarter',
  year: 'Year',
  lifetime: 'In all',
};

/** The period of a limit, after its amount. */
const limitTexts: Record<StartingLimit['period'], string> = {
  purchase: 'a purchase',
  day: 'a day',
  week: 'a week',
  month: 'a month',
  quarter: 'a quarter',
  year: 'a year',
  lifetime: 'in all',
};

/** Issuing a card in the sheet over the list. */
export const issueCardWords = {
  title: 'Issue card',
  optional: 'Optional',
  loading: 'Loading the team',
  teamFailed: 'We could not load the cardholders.',
  groupsFailed: 'We could not load your card groups.',
  nobody: {
    title: 'Invite a cardholder first',
    text: 'A card belongs to a cardholder, and your business has none yet. Invite a person by email. You can issue the card as soon as they have registered.',
    invite: 'Invite a cardholder',
    titleWaiting: (names: string) => `Waiting for ${names}`,
    textWaiting: (people: number) =>
      people === 1
        ? 'This cardholder is invited and has not registered yet. Once they have, the form for the card appears here.'
        : 'These cardholders are invited and have not registered yet. Once one of them has, the form for the card appears here.',
    inviteAnother: 'Invite another cardholder',
    see: 'See the invites',
    demo: 'Demo: the email with the link is in the',
  },
  inviteHolder: 'Invite someone',
  kind: 'Kind of card',
  kinds: { VIRTUAL: 'Virtual, at once', PHYSICAL: 'Physical, in 2 to 7 days' },
  issuedTo: (name: string) => `A card for ${name}`,
  number: '•••• •••• •••• ••••',
  noName: 'NAME ON THE CARD',
  holder: 'Holder',
  holderRequired: 'Holder is required',
  holderPlaceholder: 'Search cardholders',
  holderNone: 'No cardholder has this name. Invite someone new above this field.',
  name: 'Name',
  purpose: 'Purpose',
  amount: 'At most',
  amountFormat: 'Please enter an amount such as 120.00, or leave it empty.',
  amountTooLong: 'Please enter a smaller amount.',
  period: 'Every',
  periods,
  spend: 'Spend at most',
  fund: 'Put on the card now',
  fundOptional: 'Optional, once, from the company balance',
  fundTooMuch: 'The company balance has less than that.',
  fundMissing: (amount: string) => `The company balance has less than that: ${amount}.`,
  group: 'Group',
  groups: { usual: 'The default group', none: 'No group' },
  more: 'More controls',
  merchant: 'Only at',
  merchantHint: 'A part of the name',
  merchantsFailed: 'We could not look for merchants. You can type the name.',
  closes: 'Works until',
  closesPassed: 'Please choose today or a later day.',
  uses: 'Uses',
  usesOf: { any: 'As many as needed', once: 'Once', some: 'A number of times' },
  usesCount: 'How many',
  usesFormat: 'Please enter a whole number from 1 to 10,000.',
  lock: 'In all at most',
  lockHint: 'For the whole life of the card. It does not start again.',

  can: 'What this card can do',
  chooseHolder: 'Choose a holder to see what the card could do.',
  trialFailed: 'We could not check what the card could do. You can still issue it.',
  own: (name: string, limit: string | null, merchant: string | null) =>
    `${name} can spend ${limit ?? 'what other rules allow'}${merchant === null ? '' : ` at ${merchant}`}`,
  limit: (amount: string, period: StartingLimit['period']) => `${amount} ${limitTexts[period]}`,
  untilDay: (day: string) => `, until ${day}`,
  usesText: (uses: number) => (uses === 1 ? ', once' : `, ${numberText(uses)} times`),
  lockText: (amount: string) => `, and ${amount} in all`,
  above: (rules: number) => (rules === 1 ? '1 more rule applies to it' : `${rules} more rules apply to it`),
  noneAbove: 'No other rule applies to it.',
  inGroups: (names: string) => `It joins ${names}.`,
  draws: {
    BUSINESS: (amount: string) => `It spends from the company balance of ${amount}. No money is set aside for it.`,
    CREDIT: (amount: string) =>
      `It spends from the line of credit, which has ${amount} left. No money is set aside for it.`,
    WALLET: (amount: string) => `It begins with $0.00. You can fund it from the company balance of ${amount}.`,
  },
  begins: (amount: string, before: string, after: string) =>
    `It begins with ${amount}. The company balance goes from ${before} to ${after}.`,
  tries: 'Try it',
  triesText: 'before it exists',
  triesFunded: 'before it exists, as if it were funded',
  at: (amount: string, merchant: string) => `${amount} at ${merchant}`,
  anywhere: 'any merchant',
  elsewhere: 'another merchant',
  abroad: (amount: string) => `${amount} in Canada`,
  allowed: 'Allowed',
  over: (limit: string) => `Over ${limit}`,
  worksOnlyAt: (merchant: string) => `Works only at ${merchant}`,
  overBalance: 'Over the company balance',
  byCategory: 'Depends on the category',
  refusedBy: (rule: string, policy: string) => (policy === '' ? rule : `${rule}, by “${policy}”`),
  /** The rule of a policy that a code stands for. */
  rules: {
    limit_transaction: 'Limit per purchase',
    limit_day: 'Daily limit',
    limit_week: 'Weekly limit',
    limit_month: 'Monthly limit',
    limit_quarter: 'Quarterly limit',
    limit_year: 'Yearly limit',
    limit_lifetime: 'Lifetime limit',
    limit_since: 'Limit since a date',
    count_limit: 'Number of purchases',
    merchant_not_allowed: 'Merchant',
    country_not_allowed: 'Country',
    international_off: 'International purchases are off',
    state_not_allowed: 'State',
    time_window: 'Day and hour',
    presence_not_allowed: 'Way of paying',
    receipts_overdue: 'Receipts',
  } as Partial<Record<DeclineCode, string>>,
  left: (today: number, name: string) =>
    `${numberText(today)} more ${today === 1 ? 'card' : 'cards'} today for ${name}`,
  noneToday: 'This person got 20 new cards today, which is the most. Choose someone else, or come back tomorrow.',
  noneInPlan: 'Your business has as many cards as its plan allows. Close one first.',
  cancel: 'Cancel',
  submit: 'Issue card',
  submitWith: (amount: string) => `Issue card with ${amount}`,
  keys: 'Ctrl Enter',
  submitting: 'Issuing the card',
  wait: 'The card is being issued. Please wait for the answer before you close this.',
  leftUnfunded: (last4: string, amount: string) =>
    `The card ·· ${last4} is issued, but the page closed before it could say whether ${amount} is on it. Look at its balance before you fund it.`,
  leftKnown: 'Discard',

  issued: {
    title: 'Card issued',
    wait: 'The card is being funded. Please wait for the answer before you close this.',
    virtual: (holder: string) => `${holder} can use it now.`,
    physical: (holder: string, day: string | null) =>
      day === null
        ? `It is sent to ${holder}, who activates it.`
        : `It is sent to ${holder} and should arrive by ${day}. ${holder} activates it then.`,
    limit: (limit: string) => `At most ${limit}.`,
    accountShort: (amount: string) =>
      amount === '$0.00'
        ? 'The company balance is $0.00, so the card cannot be funded yet.'
        : `The company balance is ${amount}, which is less than that.`,
    unfunded: (holder: string) => `${holder} can use it as soon as it is funded: it has no money yet.`,
    funding: (amount: string) => `Putting ${amount} on the card…`,
    funded: (amount: string, left: string) => `${amount} is on the card. ${left} is left in the company balance.`,
    notFunded: (amount: string) => `The card is issued, but ${amount} is not on it yet.`,
    maybeFunded: (amount: string) =>
      `The card is issued, but we do not know yet whether ${amount} is on it. You can safely try again: the money moves only once.`,
    changed: 'The company balance has changed meanwhile. Please try again.',
    why: (reason: string) => `It was not funded: ${reason}.`,
    retry: (amount: string) => `Try again to fund ${amount}`,
    view: 'View card',
    fund: 'Fund',
    fundWith: (amount: string) => `Fund ${amount}`,
    fundFirst: 'Fund the card first',
    toTry: 'to try it in the simulator: it has no money yet.',
    tryIt: 'Try it in the simulator',
    again: 'Issue another',
    close: 'Done',
  },
} as const;
