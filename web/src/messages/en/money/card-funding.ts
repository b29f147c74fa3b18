import type { FundingReason, WhenShort } from '@florin/contract/money/card-funding';
import type { FundingAct } from '@florin/contract/money/funding-acts';
import { numberText } from '../../number-text.ts';

const cards = (number: number) => `${numberText(number)} ${number === 1 ? 'card' : 'cards'}`;

/** In the sentence of an order, which may have no cards yet. */
const those = (number: number) => (number === 0 ? 'the cards you choose' : cards(number));

const ordinal = new Intl.PluralRules('en-US', { type: 'ordinal' });
const ordinals: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' };

const acts: Record<FundingAct, string> = {
  TOP_UP: 'Top up',
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
  ACCOUNT_SHORT: 'the account does not have enough',
};

/** What is so of one card, after its name, and of several, after their number. */
const facts: Record<FundingReason | 'EMPTY' | 'LESS', readonly [one: string, several: string]> = {
  CARD_CLOSED: ['is closed', 'are closed'],
  CARD_FROZEN: ['is frozen', 'are frozen'],
  NO_BALANCE: ['draws on the account and has no balance', 'draw on the account and have no balance'],
  AT_TARGET: ['has that amount already', 'have that amount already'],
  ABOVE_TARGET: ['has enough', 'have enough'],
  CARD_SHORT: ['has less than that', 'have less than that'],
  OVER_MAXIMUM: ['would have more than a card may', 'would have more than a card may'],
  ACCOUNT_SHORT: ['gets nothing: the account is short', 'get nothing: the account is short'],
  EMPTY: ['is empty already', 'are empty already'],
  LESS: ['gets less: the account is short', 'get less: the account is short'],
};

/** Why a card gets nothing, after "Nothing:"; the same where it gets less. */
const briefly: Record<FundingReason, string> = {
  CARD_CLOSED: 'closed',
  CARD_FROZEN: 'frozen',
  NO_BALANCE: 'no balance of its own',
  AT_TARGET: 'has that amount',
  ABOVE_TARGET: 'has more',
  CARD_SHORT: 'has less',
  OVER_MAXIMUM: 'above a card’s maximum',
  ACCOUNT_SHORT: 'account short',
};

/** Moving money between the account and its cards. */
export const fundingWords = {
  intro: 'Move money between your account and its cards. Nothing moves before you press the button.',
  order: 'Order',
  act: 'What to do',
  acts,
  actDetails,
  amount: { TOP_UP: 'Up to', FUND: 'Amount each', SET: 'To', DEFUND: 'Amount each', ZERO: '' } satisfies Record<
    FundingAct,
    string
  >,
  amountWrong: 'Please enter an amount such as 25.00.',
  short: 'If the account is short',
  shorts,
  sentence: {
    TOP_UP: (count: number, amount: string) => `Top up ${those(count)} to ${amount}${count === 1 ? '' : ' each'}.`,
    FUND: (count: number, amount: string) => `Add ${amount} to ${count === 1 ? '' : 'each of '}${those(count)}.`,
    SET: (count: number, amount: string) => `Set ${those(count)} to exactly ${amount}${count === 1 ? '' : ' each'}.`,
    DEFUND: (count: number, amount: string) =>
      `Take ${amount} back from ${count === 1 ? '' : 'each of '}${those(count)}.`,
    ZERO: (count: number) => `Empty ${those(count)}.`,
  },
  ownAmounts: 'its own amount',
  /** The sentence of an order; each name in braces is a field. */
  blanks: {
    order: {
      TOP_UP: (count: number) => `{act} {cards} to {amount}${count === 1 ? '' : ' each'}`,
      FUND: (count: number) => `{act} {amount} to ${count === 1 ? '' : 'each of '}{cards}`,
      SET: (count: number) => `{act} {cards} to exactly {amount}${count === 1 ? '' : ' each'}`,
      DEFUND: (count: number) => `{act} {amount} from ${count === 1 ? '' : 'each of '}{cards}`,
      ZERO: () => '{act} {cards}',
    } satisfies Record<FundingAct, (count: number) => string>,
    when: {
      NOW: ', {when}.',
      DAILY: ', {when} at {time} {zone}, starting {starts}, {ends}.',
      WEEKDAYS: ', {when} at {time} {zone}, starting {starts}, {ends}.',
      WEEKLY: ', {when} on {weekday} at {time} {zone}, starting {starts}, {ends}.',
      MONTHLY: ', {when} on {monthDay} at {time} {zone}, starting {starts}, {ends}.',
      LOW_BALANCE: ', {when} {threshold}, starting {starts}, {ends}.',
    },
    whens: {
      NOW: 'now',
      DAILY: 'every day',
      WEEKDAYS: 'Monday to Friday',
      WEEKLY: 'every week',
      MONTHLY: 'every month',
      LOW_BALANCE: 'whenever a card has less than',
    },
    end: '.',
    short: ' If the account is short, {short}.',
    name: ' Its name is {name}.',
    cards: those,
    toCards: (count: number) => `Cards: ${those(count)}`,
    amount: 'amount',
    noDay: 'a day',
    noEnd: 'without an end',
    until: (day: string) => `until ${day}`,
    dayOf: (label: string, day: string) => `${label}: ${day}`,
    /** What is missing names its field. */
    problem: (label: string, problem: string) => (problem.endsWith('.') ? `${label}: ${problem}` : problem),
  },
  ifShort: (how: string) => `If the account is short, ${how}.`,
  cards: 'Cards',
  chosen: (number: number) => `${cards(number)} chosen`,
  typeAmount: 'Type the amount',
  search: 'Search cards',
  group: 'Group',
  everyGroup: 'All groups',
  addFound: (number: number, isPart: boolean) =>
    number === 1 ? 'Choose it' : `Choose ${isPart ? 'the first' : 'all'} ${numberText(number)}`,
  chooseBelow: (number: number, amount: string) =>
    number === 1 ? `Choose the one below ${amount}` : `Choose the ${numberText(number)} below ${amount}`,
  /** Why "all" are fewer than the cards that are listed. */
  leftOut: (listed: number, isPart: boolean, { idle, over }: { idle: number; over: number }) => {
    const out = idle + over;
    const of = `${numberText(out)} of ${isPart ? 'the first ' : ''}${cards(listed)} ${out === 1 ? 'is' : 'are'} left out`;
    const why = [
      { number: idle, one: 'is not activated or has no holder', several: 'are not activated or have no holder' },
      { number: over, one: 'is used up or has ended', several: 'are used up or have ended' },
    ].filter(({ number }) => number > 0);
    const parts = why.map(({ number, one, several }) =>
      why.length === 1
        ? number === 1
          ? `it ${one}`
          : `they ${several}`
        : `${numberText(number)} ${number === 1 ? one : several}`,
    );
    return `${of}: ${parts.join(', ')}. To fund ${out === 1 ? 'it' : 'one'} all the same, choose it by itself.`;
  },
  enter: 'Enter',
  views: 'Which cards are shown',
  allCards: 'All cards',
  chosenCards: (number: number) => `Chosen ${numberText(number)}`,
  clear: 'Choose none',
  tooMany: (most: number) => `One order takes at most ${cards(most)}.`,
  noCards: 'No cards to fund yet',
  noCardsText: 'Issue a card first. Then you can move money to it.',
  issue: 'Issue a card',
  noneFound: 'No card found',
  noneFoundText: 'Look for another name, holder or number.',
  cardsFailed: 'We could not load the cards.',
  balancesFailed: 'We could not load what each card has now.',
  groupsFailed: 'We could not load your card groups.',
  showMore: (number: number) => `Show ${numberText(number)} more`,
  get: (number: number) => `${cards(number)} ${number === 1 ? 'gets' : 'get'}`,
  give: (number: number) => `${cards(number)} ${number === 1 ? 'gives' : 'give'} back`,
  nothing: (reason: FundingReason) => `Nothing: ${briefly[reason]}`,
  less: (reason: FundingReason) => briefly[reason],
  drawsOnAccount: 'Draws on the account',
  first: (number: number) => `The first ${numberText(number)} are shown. Search to find others.`,
  columns: {
    card: 'Card',
    holder: 'Holder',
    has: 'Has now',
    gets: 'Gets',
    will: 'Will have',
    had: 'Had',
    got: 'Got',
    after: 'Then',
  },
  csv: {
    open: 'From CSV',
    title: 'Cards and amounts from CSV',
    text: 'One card a line: its last four digits, a comma, the amount. Such as 0932,25.00',
    label: 'Lines',
    use: 'Use these lines',
    reading: 'Reading',
    cancel: 'Cancel',
    badLine: (line: number) => `Line ${numberText(line)}: please write four digits, a comma and an amount.`,
    unknown: (line: number, last4: string) => `Line ${numberText(line)}: no open card ends in ${last4}.`,
    ambiguous: (line: number, last4: string) => `Line ${numberText(line)}: several cards end in ${last4}.`,
    twice: (line: number, last4: string) => `Line ${numberText(line)}: the card ending in ${last4} is listed twice.`,
    empty: 'Please write at least one line.',
  },
  plan: {
    title: 'What will happen',
    nothingMoved: 'Nothing has moved yet',
    mayHaveMoved: 'This order may have moved money',
    unanswered: 'It may have been carried out. Press again to find out: an order is carried out only once.',
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
    cards,
    account: (before: string, after: string) => `The account goes from ${before} to ${after}.`,
    /** Above the button on a phone, where the plan is out of view. */
    brief: {
      after: (after: string) => `The account then has ${after}.`,
      missing: (amount: string) => `${amount} is missing in the account.`,
      idle: (number: number) =>
        number === 1
          ? 'Nobody can spend this money yet: the card is not activated or has no holder.'
          : 'Some cards are not activated or have no holder: nobody can spend their money yet.',
    },
    accountSame: (before: string) => `The account stays at ${before}.`,
    asked: (who: string, amount: string, card: string) =>
      `${who} has already asked for ${amount} on ${card}. Funding the card here does not answer the request: if you approve it later, the card gets that money as well.`,
    decide: (who: string) => `Decide the request of ${who}`,
    askedFailed: 'We could not load whether somebody has asked for money on these cards.',
    incoming: (amount: string) => `${amount} that has yet to arrive is not counted.`,
    missing: (amount: string) => `The account is ${amount} short.`,
    idle: {
      NOT_ACTIVATED: (name: string) => `${name} is not activated: nobody can spend this money yet.`,
      NO_HOLDER: (name: string) => `${name} has no holder: nobody can spend this money yet.`,
      many: (number: number) =>
        `${cards(number)} are not activated or have no holder: nobody can spend their money yet.`,
    },
    facts,
    fact: (who: string, what: string) => `${who} ${what}.`,
    /** After a press, which did nothing. */
    changed: 'Nothing has moved: a balance changed just before you pressed. Look at the new figures, then press again.',
    /** Before a press. */
    updated: 'A balance has changed. These figures are up to date.',
    submit: {
      move: (count: number, sum: string) => `Fund ${cards(count)} with ${sum}`,
      back: (count: number, sum: string) => `Take ${sum} back from ${cards(count)}`,
      nothing: 'Nothing to move',
    },
    moving: 'Moving money',
    keys: 'Ctrl Enter',
  },
  done: {
    title: 'Done',
    account: (before: string, after: string) => `The account went from ${before} to ${after}.`,
    by: (who: string, when: string) => `By ${who}, ${when}`,
    bySchedule: (schedule: string | undefined, when: string) =>
      schedule === undefined ? `By a schedule, ${when}` : `By the schedule ${schedule}, ${when}`,
    again: 'New order',
    takeBack: 'Take it back',
    takeBackText: 'To undo it, take the same amounts back: you see the order before anything moves.',
    loading: 'Loading this report',
    failed: 'We could not load this report.',
  },
  runs: {
    title: 'What has moved',
    none: 'Nothing has moved yet',
    noneText: 'Each order and each run of a schedule appears here, with its cards.',
    failed: 'We could not load what has moved.',
    noMatch: 'Nothing like this has moved',
    when: 'When',
    what: 'What',
    by: 'By',
    schedule: 'Schedule',
    bySchedule: (act: string, schedule: string) => `${act}: ${schedule}`,
    outcomes: { NOTHING: 'No card needed anything', SHORT: 'The account was short' },
    cards: 'Cards',
    sum: 'From the account',
    more: 'Show more',
    name: (act: string, when: string) => `${act}, ${when}`,
  },
  schedules: {
    title: 'Schedules',
    failed: 'We could not load the schedules.',
    none: 'No schedules yet',
    noneText: 'A schedule funds the same cards again and again, by the clock or whenever one runs low.',
    create: 'New schedule',
    change: 'Change',
    changeNamed: (name: string) => `Change ${name}`,
    showEnded: (number: number) => `Show ${numberText(number)} ended`,
    hideEnded: 'Hide ended',
    madeBy: (who: string) => `Made by ${who}`,
    from: (day: string) => `From ${day}`,
    to: (day: string) => `to ${day}`,
    lastRun: {
      DONE: (when: string, sum: string) => `Last run ${when}: ${sum} moved`,
      NOTHING: (when: string) => `Last run ${when}: no card needed anything`,
      SHORT: (when: string, missing: string) => `Last run ${when}: the account was ${missing} short`,
    },
    notRun: 'Has not run yet',
    report: 'See the run',
    reportOf: (name: string) => `See the run of ${name}`,
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
      MONTHLY: (time: string, day: string) => `On day ${day} of each month at ${time}`,
    },
    weekdays: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
    acted: 'The schedule was changed.',
    created: 'The schedule was created.',
    notThere: 'This schedule does not exist.',
    isEnded: 'This schedule has ended and cannot be changed.',
    backToOrder: 'Make an order',
    form: {
      title: 'Schedule',
      when: 'When',
      whens: {
        NOW: 'Once, now',
        DAILY: 'Every day',
        WEEKDAYS: 'Monday to Friday',
        WEEKLY: 'Every week',
        MONTHLY: 'Every month',
        LOW_BALANCE: 'Whenever a card is low',
      },
      names: {
        DAILY: 'Daily funding',
        WEEKDAYS: 'Weekday funding',
        WEEKLY: 'Weekly funding',
        MONTHLY: 'Monthly funding',
        LOW_BALANCE: 'Low balance',
      },
      labels: {
        name: 'Name',
        timeOfDay: 'Time',
        threshold: 'When a card has less than',
        startsOn: 'Starts',
        endsOn: 'Ends',
      },
      weekday: 'Day',
      dayOfMonth: 'Day of the month',
      monthDay: (day: number) => `the ${day}${ordinals[ordinal.select(day)] ?? 'th'}`,
      dayHint: 'A shorter month uses its last day.',
      thresholdHigh: 'Please enter at most the amount that cards are brought to.',
      endsEarly: 'Please enter a day on or after the start.',
      missing: {
        name: 'Name is required',
        startsOn: 'Start is required',
        timeOfDay: 'Time is required',
      },
    },
    plan: {
      failed: 'What the schedule would do could not be computed.',
      never: 'It would never run: it ends before its first run.',
      first: (when: string) => `First run: ${when}`,
      brief: (when: string, left: string) => `First run ${when}. The account then has ${left}.`,
      lowFirst: 'It runs as soon as one of these cards is below the amount, even today.',
      withToday: 'With what the cards have now.',
      available: 'Available now',
      deposits: 'Deposits by then',
      others: 'Other schedules, at most',
      thisRun: 'This run',
      after: 'Available then',
      without: (amount: string) => `Without the deposits ${amount} would be left.`,
      withoutShort: (amount: string) => `Without the deposits the account would be ${amount} short.`,
      short: (amount: string) => `The account would be ${amount} short.`,
      purchases: 'Purchases until then are not counted.',
      next: 'After that',
      nextRuns: (list: string) => `${list}, and so on.`,
      choose: 'Choose cards, an amount and a time to see what would happen.',
      create: 'Schedule funding',
      createWith: (count: number, sum: string) => `Schedule ${sum} for ${cards(count)}`,
      creating: 'Scheduling',
      save: 'Save changes',
      saving: 'Saving',
      undo: 'You can pause or end it at any time before it runs.',
      conflict: 'This schedule was changed since you opened it. It now reads:',
      takeTheirs: 'Use their version',
      keepMine: 'Save mine instead',
    },
  },
  reasons,
} as const;
