/** Bank accounts outside the program, and their validation by two micro-deposits. */
export const externalAccountsWords = {
  intro: (business: string) => `The bank accounts that ${business} pays from.`,
  add: 'Add a bank account',
  none: 'No bank account is connected yet.',
  loadFailed: 'We could not load the bank accounts.',
  list: 'Accounts',
  types: { CHECKING: 'Checking', SAVINGS: 'Savings' },
  ending: (last4: string) => `•• ${last4}`,
  endingSpoken: (last4: string) => `ending in ${last4}`,
  primary: 'Primary',
  methods: {
    PLAID: 'Connected through Plaid',
    OPENBANKING: 'Connected by open banking',
    MICRODEPOSITS: 'Two micro-deposits',
  },
  statuses: {
    active: 'Confirmed',
    unlinked: 'Not connected',
    awaiting: 'To be confirmed',
    sending: 'Deposits are being sent',
    failed: 'Locked',
  },
  unlinkedHelp:
    'The bank has ended the connection. Reconnect the account by two micro-deposits, or add another one: once confirmed, it takes this one’s place.',
  reconnect: 'Reconnect',
  reconnectFor: (bank: string, last4: string) => `Reconnect ${bank} ending in ${last4}`,
  failedHelp:
    'Three times the amounts were wrong, so this account can no longer be confirmed here. Add another one, which takes its place once confirmed, or contact Customer Service.',
  validate: 'Enter amounts',
  validateFor: (bank: string, last4: string) => `Enter amounts for ${bank} ending in ${last4}`,

  addDialog: {
    title: 'Add a bank account',
    reconnect: (bank: string) => `Reconnect ${bank}`,
    reconnectIntro: (last4: string) =>
      `Enter the numbers of the account ending in ${last4}. We send two deposits below one dollar to it; their amounts confirm it.`,
    notThisAccount: (last4: string) => `These are not the numbers of the account ending in ${last4}.`,
    intro:
      'We send two deposits below one dollar to it. Their amounts, which only the account’s statement shows, confirm it.',
    bankName: 'Bank',
    bankNameRequired: 'Please enter the name of the bank.',
    accountType: 'Type of account',
    routingNumber: 'Routing number',
    routingNumberHint: 'Nine digits, at the bottom left of a check',
    routingNumberRequired: 'Routing number is required',
    routingNumberFormat: 'This is no routing number. Please check its nine digits.',
    accountNumber: 'Account number',
    accountNumberRequired: 'Account number is required',
    accountNumberFormat: 'Please enter 4 to 17 digits.',
    submit: 'Send deposits',
    submitting: 'Adding the account',
    cancel: 'Cancel',
    added: 'Two micro-deposits are on their way.',
  },

  amounts: {
    intro: (bank: string, last4: string) =>
      `We sent two deposits below one dollar to the account at ${bank} ending in ${last4}. They show on its statement within two business days.`,
    legend: 'Amounts of the two deposits',
    first: 'First amount in USD',
    second: 'Second amount in USD',
    hint: 'As on the statement: 0.07, or 7 for the cents alone. The order does not matter.',
    understood: (cents: number) => `0.${String(cents).padStart(2, '0')}`,
    required: 'Please enter an amount.',
    format: 'Please enter an amount below one dollar, such as 0.07, or 7 for the cents alone.',
    triesLeft: (tries: number) => (tries === 1 ? '1 try left' : `${tries} tries left`),
    wrong: (tries: number) =>
      `These are not the amounts we sent. Please check the statement: ${tries === 1 ? 'this is the last try' : `${tries} tries are left`}.`,
    submit: 'Confirm account',
    submitting: 'Checking the amounts',
    notSent: 'The deposits are not on their way yet. We keep trying; please come back in a while.',
    nothing: 'No bank account waits for its amounts.',
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
