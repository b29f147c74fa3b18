import { lastDigits } from '../../last-digits.ts';

/** Bank accounts outside the program, connected by signing in to the bank or confirmed by two micro-deposits. */
export const externalAccountsWords = {
  intro: (business: string) => `The bank accounts that ${business} pays from.`,
  add: 'Add a bank account',
  none: 'No bank account is connected yet.',
  loadFailed: 'We could not load the bank accounts.',
  list: 'Accounts',
  columns: { account: 'Account', connection: 'Connection', status: 'Status', actions: 'Actions' },
  types: { CHECKING: 'Checking', SAVINGS: 'Savings' },
  ending: lastDigits,
  endingSpoken: (last4: string) => `ending in ${last4}`,
  primary: 'Primary',
  methods: {
    PLAID: 'Open banking',
    OPENBANKING: 'Open banking',
    MICRODEPOSITS: 'Micro-deposits',
  },
  statuses: {
    active: 'Confirmed',
    unlinked: 'Not connected',
    awaiting: 'To be confirmed',
    sending: 'Micro-deposits are being sent',
    failed: 'Locked',
  },
  unlinkedHelp:
    'The bank has ended the connection. Reconnect the account, or add another one: once confirmed, it takes this one’s place.',
  reconnect: 'Reconnect',
  reconnectFor: (bank: string, last4: string) => `Reconnect ${bank} ending in ${last4}`,
  failedHelp:
    'The amounts were wrong three times, so this account can no longer be confirmed here. Add another one, which takes its place once confirmed, or contact Customer Service.',
  validate: 'Enter amounts',
  validateFor: (bank: string, last4: string) => `Enter amounts for ${bank} ending in ${last4}`,

  addDialog: {
    title: 'Add a bank account',
    reconnect: (bank: string) => `Reconnect ${bank}`,
    reconnectIntro: (last4: string) =>
      `Enter the numbers of the account ending in ${last4}. We send it two micro-deposits below one dollar, and you confirm it with their amounts.`,
    notThisAccount: (last4: string) => `These are not the numbers of the account ending in ${last4}.`,
    intro:
      'We send two micro-deposits below one dollar to the account. Confirm it with their amounts, which only its statement shows.',
    bankName: 'Bank',
    bankNameRequired: 'Bank is required',
    accountType: 'Type of account',
    routingNumber: 'Routing number',
    routingNumberHint: 'Nine digits, at the bottom left of a check',
    routingNumberRequired: 'Routing number is required',
    routingNumberFormat: 'This is not a routing number. Please check its nine digits.',
    accountNumber: 'Account number',
    accountNumberRequired: 'Account number is required',
    accountNumberFormat: 'Please enter 4 to 17 digits.',
    submit: 'Send micro-deposits',
    submitting: 'Adding the account',
    cancel: 'Cancel',
    added: 'Two micro-deposits are on their way.',
  },

  connect: {
    title: 'Log in to your bank',
    text: 'Choose the account there. It is confirmed at once, and we never see your password.',
    reconnectText: (last4: string) =>
      `Choose the account ending in ${last4} there. It works again at once, and we never see your password.`,
    liftsSuspension: 'Connecting the bank again ends the suspension of your account.',
    suspensionLifted: 'Your account is no longer suspended.',
    submit: 'Connect your bank',
    submitting: 'Opening your bank',
    otherWay: 'Use micro-deposits',
    connecting: 'Connecting the account',
    cancelled: 'You left the bank before sharing an account. Nothing has changed.',
    failures: {
      down: 'The bank does not answer right now. Please try again later, or use micro-deposits.',
      expired: 'Your visit to the bank has expired. Please connect your bank again.',
      credentials: 'The bank does not know this username and password. Please try again.',
      accounts: 'Only checking and savings accounts can be connected, and the bank shared none.',
      other: (last4: string) => `That was another account. Please choose the one ending in ${last4}.`,
    },
    done: 'Your bank is connected',
    doneText: (bank: string, last4s: string) => `The account at ${bank} ending in ${last4s} can be used from now on.`,
    doneTextMany: (bank: string, last4s: string) =>
      `The accounts at ${bank} ending in ${last4s} can be used from now on.`,
    and: ' and ',
    close: 'Done',
    windowText: 'Continue in the window of Plaid, which connects your bank.',
    windowFailed:
      'Your bank’s login page could not be loaded. Please check your connection and try again, or use micro-deposits.',
  },

  demoBank: {
    name: 'First Demo Bank',
    demo: 'Demo',
    text: (username: string, password: string) =>
      `This bank is part of the demo. Log in as ${username} with the password ${password}; never type real bank details here.`,
    username: 'Username at the bank',
    usernameRequired: 'Username at the bank is required',
    password: 'Password at the bank',
    passwordRequired: 'Password at the bank is required',
    submit: 'Log in to the bank',
    submitting: 'Logging in',
    cancel: 'Cancel',
    choose: 'Choose the accounts to connect',
    notEligible: 'Only checking and savings accounts can be connected.',
    none: 'This customer has no account that can be connected. Only checking and savings accounts can.',
    chooseOne: 'Please choose at least one account.',
    share: 'Share with the dashboard',
    sharing: 'Sharing',
    back: 'Log in as someone else',
  },

  amounts: {
    intro: (bank: string, last4: string) =>
      `We sent two micro-deposits below one dollar to the account at ${bank} ending in ${last4}. They show on its statement within two business days.`,
    legend: 'Amounts of the two micro-deposits',
    first: 'First amount in USD',
    second: 'Second amount in USD',
    hint: 'As on the statement: 0.07, or 7 for the cents alone. The order does not matter.',
    understood: (cents: number) => `0.${String(cents).padStart(2, '0')}`,
    required: 'Amount is required',
    format: 'Please enter an amount below one dollar, such as 0.07, or 7 for the cents alone.',
    triesLeft: (tries: number) => (tries === 1 ? '1 try left' : `${tries} tries left`),
    wrong: (tries: number) =>
      `These are not the amounts we sent. Please check the statement: ${tries === 1 ? 'this is the last try' : `${tries} tries are left`}.`,
    submit: 'Confirm account',
    submitting: 'Checking the amounts',
    notSent: 'The micro-deposits are not on their way yet. We keep trying; please come back later.',
    nothing: 'No bank account is waiting for its amounts.',
    cancel: 'Cancel',
    toAccounts: 'Bank accounts',
    done: 'Bank account confirmed',
    doneText: (bank: string, last4: string) => `The account at ${bank} ending in ${last4} can be used from now on.`,
    locked: 'Bank account locked',
    lockedText: (bank: string, last4: string) =>
      `The amounts were wrong three times, so the account at ${bank} ending in ${last4} can no longer be confirmed here. Please contact Customer Service, or add another account.`,
  },

  funds: {
    for: (business: string) => `For ${business}`,
    opening: 'Opening the link',
    noLink: 'Please open this page with the link from your email.',
    invalid: 'This link has expired or was used. Please ask your business administrator.',
    failed: 'We could not open the link.',
    close: 'You can close this page.',
  },
} as const;
