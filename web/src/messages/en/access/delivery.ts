/** The choice of the way of a secure access code. */
export const deliveryWords = {
  heading: 'How should we send your code?',
  intro: 'We do not recognize this device. A Secure Access Code keeps your account safe.',
  /** Beside a way that has to wait. */
  wait: (wait: string) => `Available in ${wait}`,
  /** Beside the way of the last code. */
  isSent: 'Code sent',
  enter: 'Enter the code',
  /** Beside a refusal for the quota, on a page without a countdown. */
  availableIn: (wait: string) => `You can get a code in ${wait}.`,
  legend: 'Send the code by',
  email: 'Email',
  phone: 'Text message',
  submit: 'Send code',
  sending: 'Sending your code',
  cancel: 'Cancel',
} as const;
