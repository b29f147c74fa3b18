/** Email addresses and phones: adding one and confirming it with a code. */
export const contactsWords = {
  /** /fast-phone-verification */
  verifyPhone: {
    intro: 'A confirmed phone lets you get your Secure Access Code by text message.',
    unconfirmed: (phone: string) => `We send a 6-digit code by text message to ${phone}.`,
    send: 'Send code',
    sending: 'Sending your code',
    otherNumber: 'Use another number',
    back: 'Back to dashboard',
    loading: 'Loading your phone numbers',
    failed: 'We could not load your phone numbers.',
    done: 'Your phone is confirmed',
    doneText: (phone: string) => `From now on we can send your Secure Access Code to ${phone}.`,
    toDashboard: 'Go to dashboard',
  },
  phoneForm: {
    country: 'Country',
    countryOption: (name: string, dialingCode: string) => `${name} (${dialingCode})`,
    unitedStates: 'United States',
    countriesFailed: 'We could not load the countries of phone numbers.',
    phone: 'Phone number',
    phoneHint: 'Your carrier’s message rates may apply.',
    phoneRequired: 'Phone number is required',
    submit: 'Send code',
    sending: 'Sending your code',
  },
  emailForm: {
    email: 'Email address',
    emailRequired: 'Email is required',
    emailFormat: 'Email needs to be in name@example.com format',
    submit: 'Send code',
    sending: 'Sending your code',
  },
  code: {
    heading: 'Enter your Secure Access Code',
    submit: 'Confirm',
    back: 'Go back',
  },
} as const;
