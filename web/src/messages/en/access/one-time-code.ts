/** Of a code that was sent and of one that an app shows (specification, section 5). */
export const incomplete = 'Please enter a valid 6 digit';

/** Entering a one-time code: at sign-in, at a reset, for a new contact and for a fresh proof. */
export const codeWords = {
  heading: 'Enter your Secure Access Code',
  sending: (masked: string) => `Sending a 6-digit code to ${masked}…`,
  sentByEmail: (masked: string) => `We sent a 6-digit code to ${masked}.`,
  sentByText: (masked: string) => `We sent a 6-digit code by text message to ${masked}.`,
  notSent: (masked: string) => `Your 6-digit code goes to ${masked}.`,
  none: 'There is no code to enter right now.',
  /** Why a code is spent, before the sentence that no other could be sent. */
  spent: { attempts: 'Too many attempts.', expired: 'Your Secure Access Code has expired.' },

  accessCode: {
    incomplete,
    label: 'Secure Access Code',
    hint: 'Six digits. You can paste the whole message.',
    required: 'Secure Access Code is required',
    refused: 'Invalid Secure Access Code. Please check the code and enter it again.',
  },

  submit: 'Continue',
  checking: 'Checking your code',
  resend: 'Resend code',
  resendIn: (wait: string) => `Resend in ${wait}`,
  resending: 'Sending a new code',
  resentByEmail: 'We have resent you an email with your Secure Access Code.',
  resentByText: 'We have resent you a text message with your Secure Access Code.',
  anotherWay: 'Another way',
  back: 'Go back',
  outboxHint: 'Demo: codes arrive in the',
  outbox: 'outbox',
} as const;
