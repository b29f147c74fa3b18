import type {
  SimulatedAct,
  SimulatedBankAct,
  SimulatedBankStep,
  SimulatedKind,
  SimulatedPurchase,
  SimulatedTransfer,
  SimulatorFault,
  SimulatedMistake,
} from '@florin/contract/cards/simulator';
import type { Presence } from '@florin/contract/cards/transaction-states';

const kinds: Record<SimulatedKind, string> = {
  PLAIN: 'Plain',
  TIP: 'Tip',
  HOTEL: 'Hotel',
  FUEL: 'Fuel',
  SUBSCRIPTION: 'Monthly',
  REFUND: 'Refund',
  ATM: 'Cash machine',
  SINGLE_MESSAGE: 'PIN, paid at once',
  FORCE_POST: 'Without asking',
  CREDIT: 'Money to the card',
  BALANCE_INQUIRY: 'Balance inquiry',
  ACCOUNT_CHECK: 'Card check',
};

const presences: Record<Presence, string> = {
  WALLET: 'Tap',
  PRESENT: 'Chip',
  NOT_PRESENT: 'Online',
  CASH: 'Cash',
};

const faults: Record<SimulatorFault, { label: string; hint: string }> = {
  LATE: { label: 'Late', hint: 'Events come 40 s later' },
  TWICE: { label: 'Twice', hint: 'Each event comes two times' },
  OUT_OF_ORDER: { label: 'Out of order', hint: 'Settlement before its hold' },
  SILENT: { label: 'Silent', hint: 'No answer for 2 s' },
  NONSENSE: { label: 'Nonsense', hint: 'Broken fields' },
  OTHER_PROGRAM: { label: 'Other program', hint: 'Events name another program' },
  BANK_SILENT: { label: 'Bank silent', hint: 'Transfers wait for the bank' },
  BANK_TWICE: { label: 'Bank twice', hint: 'Each outcome of a transfer comes two times' },
  BANK_NONSENSE: { label: 'Bank nonsense', hint: 'An outcome that nobody can read' },
};

/** What an act on a purchase is called; the same act of a hotel or a pump has its own name. */
const acts: Record<SimulatedAct, string> = {
  INCREMENT: 'Raise the hold by',
  ADVICE: 'Change the hold to',
  CAPTURE: 'Settle',
  CAPTURE_PART: 'Settle a part,',
  CAPTURE_LATE: 'Settle after all,',
  REVERSE: 'Release the hold',
  REVERSE_PART: 'Release a part,',
  EXPIRE: 'Let it expire',
  REFUND: 'Refund all',
  REFUND_PART: 'Refund a part,',
  REVERSE_REFUND: 'Take the refund back',
  RENEW: 'Charge the next month now',
  END_SUBSCRIPTION: 'End the subscription',
};
const actsOfKind: Partial<Record<SimulatedKind, Partial<Record<SimulatedAct, string>>>> = {
  HOTEL: { INCREMENT: 'Dinner', CAPTURE: 'Check out' },
  FUEL: { ADVICE: 'Pumped', CAPTURE: 'Settle' },
  TIP: { CAPTURE: 'With tip,', INCREMENT: 'Another round,' },
  CREDIT: { CAPTURE: 'Pay out' },
};

const verbs: Partial<Record<SimulatedKind, string>> = {
  HOTEL: 'Hold',
  FUEL: 'Hold',
  REFUND: 'Refund',
  CREDIT: 'Send',
  ATM: 'Withdraw',
};

const statuses: Record<SimulatedPurchase['status'], string> = {
  DECLINED: 'declined',
  OPEN: 'on hold',
  SETTLED: 'settled',
  VOIDED: 'released by the merchant',
  EXPIRED: 'hold ended',
  NO_ANSWER: 'no answer was heard',
};

const bankStages: Record<SimulatedTransfer['stage'], string> = {
  SCHEDULED: 'waits to be sent',
  SENT: 'at the bank',
  HELD: 'settled, not available yet',
  DONE: 'settled',
  DECLINED: 'declined',
  RETURNED: 'returned',
  REVERSED: 'taken back',
  CANCELED: 'canceled',
};

/** What the bank can do with a transfer. */
const bankActs: Record<SimulatedBankAct, string> = {
  SETTLE: 'Settle now',
  RETURN: 'Return',
  RETURN_LATE: 'Return in a month',
  DECLINE: 'Decline',
};

/** What the network sent, by its type; `amount` is the amount as text. */
const messages: Readonly<Record<string, (amount: string) => string>> = {
  AUTHORIZATION: (amount) => `asked for ${amount}`,
  AUTHORIZATION_INCREMENTAL: (amount) => `asked for ${amount} more`,
  AUTHORIZATION_ADVICE: (amount) => `set the hold to ${amount}`,
  AUTHORIZATION_REVERSAL: (amount) => `released ${amount}`,
  AUTHORIZATION_EXPIRY: () => 'let the hold end',
  CLEARING: (amount) => `settled ${amount}`,
  FINANCIAL_AUTHORIZATION: (amount) => `took ${amount} at once`,
  CREDIT_AUTHORIZATION: (amount) => `announced ${amount} for the card`,
  RETURN: (amount) => `gave back ${amount}`,
  RETURN_REVERSAL: (amount) => `took the refund of ${amount} back`,
  BALANCE_INQUIRY: () => 'asked for the balance',
  NONSENSE: () => 'sent a message with broken fields',
};

/** What the bank was sent or has reported; `what` is the transfer with its amount. */
const bankMessages: Record<SimulatedBankStep, (what: string) => string> = {
  send: (what) => `The bank was sent a ${what}`,
  settle: (what) => `The bank settled a ${what}`,
  return: (what) => `The bank returned a ${what}`,
  decline: (what) => `The bank declined a ${what}`,
  reverse: (what) => `The bank took back a ${what}`,
};

const answers: Readonly<Record<string, string>> = {
  APPROVED: 'Allowed.',
  PARTIAL: 'Allowed in part.',
  APPLIED: 'Booked.',
  REPEATED: 'Known already, changed nothing.',
  SAME_ANSWER: 'Sent twice, got the same answer.',
  ANOTHER_ANSWER: 'Sent twice, got two answers: please report this.',
  REFUSED: 'Refused, changed nothing.',
  SUSPENSE: 'Set aside for an operator.',
};

/** The simulator, where demo people play the merchant and the network. */
export const simulatorWords = {
  title: 'Simulator',
  demo: 'Demo only: no real money',
  label: 'Simulator, demo only',
  close: 'Close the simulator',
  minimize: 'Minimize the simulator',
  restore: 'Restore the simulator',
  resize: 'Height of the simulator',
  clock: 'The product’s clock',
  now: (moment: string, zone: string) => `${moment} ${zone}`,
  addHour: '+ 1 hour',
  addDay: '+ 1 day',
  addWeek: '+ 1 week',
  nextRelease: (date: string) => `To the next release, ${date}`,
  noRelease: 'Nothing is on hold.',
  sections: 'Parts of the simulator',
  buy: 'Be the merchant',
  next: 'What happens next',
  faults: 'Let things go wrong',
  log: 'Log',
  short: { buy: 'Buy', next: 'Next', faults: 'Faults', log: 'Log' },
  kind: 'Kind of purchase',
  kinds,
  moreKinds: 'More kinds of purchases',
  merchant: 'Merchant',
  merchantPlaceholder: 'Find a merchant',
  country: 'Country',
  allCountries: 'Anywhere',
  card: 'Card',
  cardPlaceholder: 'Find a card',
  amount: (currency: string) => `Amount in ${currency}`,
  estimate: (currency: string) => `Estimate in ${currency}`,
  amountWrong: (hasCents: boolean) =>
    hasCents ? 'Please enter an amount such as 86.40.' : 'Please enter it without cents.',
  how: 'How',
  presences,
  submit: (kind: SimulatedKind, amount: string) =>
    kind === 'BALANCE_INQUIRY' || kind === 'ACCOUNT_CHECK' ? kinds[kind] : `${verbs[kind] ?? 'Charge'} ${amount}`,
  mistake: 'What is wrong',
  noMistake: 'As usual',
  mistakes: {
    cvc_mismatch: 'Wrong security code',
    expiry_mismatch: 'Wrong expiry date',
    zip_mismatch: 'Wrong ZIP code',
    address_mismatch: 'Wrong address',
    pin_wrong: 'Wrong PIN',
    pin_blocked: 'PIN blocked',
    pin_not_set: 'No PIN set',
    suspected_fraud: 'Looks like fraud',
    challenge_failed: 'Not confirmed',
    card_unknown: 'Wrong card number',
    event_id_reused: 'Reused message id',
    system: 'Unknown currency',
  } satisfies Record<SimulatedMistake, string>,
  noCards: 'There is no card to buy with yet.',
  virtual: 'Virtual card',
  physical: 'Physical card',
  closedCard: 'closed',
  notActivated: 'not activated',
  pausedCard: 'frozen',
  approved: (merchant: string, amount: string) => `Approved at ${merchant} for ${amount}.`,
  partial: (merchant: string, amount: string) => `Approved in part at ${merchant}: ${amount}.`,
  declined: (merchant: string) => `Declined at ${merchant}.`,
  advice: (merchant: string) => `${merchant} reported the purchase. No decision was needed.`,
  notHeard: (merchant: string) => `${merchant} heard no answer and takes the purchase back.`,
  again: 'Try again',
  purchaseFailed: 'The purchase did not get through.',
  actFailed: 'That did not get through.',
  timeFailed: 'The clock could not be moved.',
  faultFailed: 'That could not be switched.',
  loadFailed: 'We could not load the simulator.',
  noPurchases: 'Buy something, and what can happen next appears here.',
  nothingNext: 'Nothing more can happen.',
  held: (amount: string, until: string | null) => (until === null ? `${amount} held` : `${amount} held to ${until}`),
  statuses,
  settled: (amount: string) => `${amount} settled`,
  refunded: (amount: string) => `${amount} refunded`,
  declinedOf: (amount: string) => `${amount} declined`,
  act: (kind: SimulatedKind, act: SimulatedAct, amount: string | null) => {
    const words = actsOfKind[kind]?.[act] ?? acts[act];
    return amount === null ? words.replace(/,$/, '') : `${words.replace(/,$/, '')} ${amount}`;
  },
  otherActs: (merchant: string) => `More for ${merchant}`,
  otherAmount: 'Another amount in USD',
  otherAmountHint: 'Empty: the amounts on the buttons.',
  shipments: {
    SHIPPED: 'Ship it',
    DELIVERED: 'Deliver it',
    RETURNED: 'Return it',
    FAILURE: 'Lose it',
  },
  parcel: {
    PENDING: 'Card is being made',
    SHIPPED: 'Card is on its way',
    DELIVERED: 'Card was delivered',
    RETURNED: 'Card came back',
    FAILURE: 'Card got lost',
    CANCELED: 'Card is not sent',
  },
  transfer: {
    IN: (amount: string) => `Deposit of ${amount}`,
    OUT: (amount: string) => `Withdrawal of ${amount}`,
  },
  bankStages,
  bankActs,
  faultsOf: faults,
  logEmpty: 'What the network and the bank send appears here.',
  logLine: (merchant: string | null, type: string, amount: string) =>
    `${merchant ?? 'The network'} ${messages[type]?.(amount) ?? 'sent a message'}.`,
  bankLine: (step: SimulatedBankStep, direction: SimulatedTransfer['direction'], amount: string) =>
    `${bankMessages[step](`${direction === 'IN' ? 'deposit' : 'withdrawal'} of ${amount}`)}.`,
  answers,
  onItsWay: 'On its way.',
  milliseconds: (time: number) => `${time} ms`,
} as const;
