import type { FundingAct, FundingReason, WhenShort } from '@florin/contract/card-funding';
import { numberText } from '../number-text.ts';

const cards = (number: number) => `${numberText(number)} ${number === 1 ? 'card' : 'cards'}`;

const acts: Record<FundingAct, string> = {
  TOP_UP: 'Fill',
  FUND: 'Add',
  SET: 'Set',
  DEFUND: 'Take back',
  ZERO: 'Empty',
};
const actDetails: Record<FundingAct, string> = {
  TOP_UP: 'Bring each card up to an amount. A card that has more keeps it.',
  FUND: 'Add an amount to each card, whatever it has.',
  SET: 'Bring each card to exactly an amount, up or down.',
  DEFUND: 'Take an amount from each card back to the account.',
  ZERO: 'Take everything from each card back to the account.',
};
const shorts: Record<WhenShort, string> = {
  NONE: 'move nothing',
  IN_ORDER: 'fund in order until it runs out',
  ALL: 'give each card the same share',
};
const reasons: Record<FundingReason, string> = {
  CARD_CLOSED: 'the card is closed',
  CARD_FROZEN: 'the card is frozen',
  NO_BALANCE: 'the card draws on the account and has no balance',
  AT_TARGET: 'it has that amount',
  ABOVE_TARGET: 'it has more',
  CARD_SHORT: 'the card has less',
  OVER_MAXIMUM: 'it would have more than a card may',
  ACCOUNT_SHORT: 'the account has too little',
};

/** Moving money between the account and its cards. */
export const fundingWords = {
  intro: 'Move money between your account and its cards. Nothing moves before you press the button that names the sum.',
  order: 'Order',
  act: 'What to do',
  acts,
  actDetails,
  amount: { TOP_UP: 'Up to', FUND: 'Amount each', SET: 'To', DEFUND: 'Amount each', ZERO: '' } satisfies Record<
    FundingAct,
    string
  >,
  amountWrong: 'Enter an amount such as 25.00.',
  short: 'If the account is short',
  shorts,
  sentence: {
    TOP_UP: (count: number, amount: string) => `Fill ${cards(count)} up to ${amount} each.`,
    FUND: (count: number, amount: string) => `Add ${amount} to each of ${cards(count)}.`,
    SET: (count: number, amount: string) => `Set ${cards(count)} to exactly ${amount} each.`,
    DEFUND: (count: number, amount: string) => `Take ${amount} back from each of ${cards(count)}.`,
    ZERO: (count: number) => `Empty ${cards(count)}.`,
  },
  ownAmounts: 'its own amount',
  ifShort: (how: string) => `If the account is short, ${how}.`,
  cards: 'Cards',
  chosen: (number: number) => `${cards(number)} chosen`,
  search: 'Search cards',
  group: 'Group',
  everyGroup: 'All groups',
  addFound: (number: number) => `Choose these ${numberText(number)}`,
  clear: 'Choose none',
  tooMany: (most: number) => `One order takes at most ${cards(most)}.`,
  noCards: 'No card of yours can be funded',
  noCardsText: 'Issue a card first, or look for another name, holder or number.',
  cardsFailed: 'The cards could not be loaded.',
  balancesFailed: 'We could not load what each card has now.',
  groupsFailed: 'We could not load your card groups.',
  first: (number: number) => `The first ${numberText(number)} are shown. Search to find others.`,
  columns: { card: 'Card', holder: 'Holder', has: 'Has now', had: 'Had', got: 'Got', after: 'Then' },
  csv: {
    open: 'From CSV',
    title: 'Cards and amounts from CSV',
    text: 'One card a line: its last four digits, a comma, the amount. Such as 0932,25.00',
    label: 'Lines',
    use: 'Use these lines',
    reading: 'Reading',
    cancel: 'Cancel',
    badLine: (line: number) => `Line ${numberText(line)}: write four digits, a comma and an amount.`,
    unknown: (line: number, last4: string) => `Line ${numberText(line)}: no open card ends in ${last4}.`,
    ambiguous: (line: number, last4: string) => `Line ${numberText(line)}: several cards end in ${last4}.`,
    twice: (line: number, last4: string) => `Line ${numberText(line)}: the card ending in ${last4} stands twice.`,
    empty: 'Write at least one line.',
  },
  plan: {
    title: 'What will happen',
    nothingMoved: 'Nothing has moved yet',
    choose: 'Choose cards and an amount to see what would happen.',
    failed: 'The dry run could not be computed.',
    get: (number: number, each: string | null, sum: string) =>
      each === null
        ? `${cards(number)} ${number === 1 ? 'gets' : 'get'} ${sum} in all.`
        : number === 1
          ? `1 card gets ${sum}.`
          : `${cards(number)} get ${each} each, ${sum} in all.`,
    give: (number: number, sum: string) => `${cards(number)} ${number === 1 ? 'gives' : 'give'} back ${sum} in all.`,
    nothing: (number: number) =>
      `${cards(number)} ${number === 1 ? 'stays' : 'stay'} as ${number === 1 ? 'it is' : 'they are'}.`,
    none: 'No card changes.',
    others: (number: number) => `And ${numberText(number)} more`,
    account: (before: string, after: string) => `The account goes from ${before} to ${after}.`,
    accountSame: (before: string) => `The account stays at ${before}.`,
    incoming: (amount: string) => `${amount} that has yet to arrive is not counted.`,
    missing: (amount: string) => `The account has ${amount} too little.`,
    line: (name: string, reason: string) => `${name}: ${reason}`,
    changed: 'A balance has changed, and so has this. Look at it, then press again.',
    submit: {
      move: (count: number, sum: string) => `Fund ${cards(count)} with ${sum}`,
      back: (count: number, sum: string) => `Take ${sum} back from ${cards(count)}`,
      nothing: 'Nothing to move',
    },
    moving: 'Moving money',
  },
  done: {
    title: 'Done',
    account: (before: string, after: string) => `The account went from ${before} to ${after}.`,
    by: (who: string, when: string) => `By ${who}, ${when}`,
    bySchedule: (when: string) => `By a schedule, ${when}`,
    again: 'New order',
    takeBack: 'Take it back',
    takeBackText: 'Opens an order that takes the same amounts back. Nothing moves before you confirm it.',
    failed: 'This report could not be loaded.',
  },
  runs: {
    title: 'What has moved',
    none: 'Nothing has moved yet',
    noneText: 'Each order and each run of a schedule stands here, with its cards.',
    failed: 'What has moved could not be loaded.',
    when: 'When',
    what: 'What',
    by: 'By',
    schedule: 'Schedule',
    cards: 'Cards',
    sum: 'From the account',
    more: 'Show more',
    name: (act: string, when: string) => `${act}, ${when}`,
  },
  schedules: {
    title: 'Schedules',
    failed: 'The schedules could not be loaded.',
    pause: 'Pause',
    resume: 'Resume',
    end: 'End',
    endTitle: 'End this schedule?',
    endText: 'It does not run again, and cannot be resumed. What it has moved stays.',
    ending: 'Ending',
    cancel: 'Cancel',
    next: (when: string) => `Next on ${when}`,
    paused: 'Paused',
    ended: 'Ended',
    low: (amount: string) => `Whenever a card has less than ${amount}`,
    every: {
      DAILY: (time: string) => `Every day at ${time}`,
      WEEKDAYS: (time: string) => `Monday to Friday at ${time}`,
      WEEKLY: (time: string, day: string) => `Every ${day} at ${time}`,
      MONTHLY: (time: string, day: string) => `Every month on day ${day} at ${time}`,
    },
    weekdays: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
    acted: 'The schedule was changed.',
  },
  reasons,
} as const;
