/** What is wrong with a Secure Access Code before it is sent, in the words of the specification (section 5). */
export const accessCodeWords = {
  required: 'Secure Access Code is required',
  /** Also of the six digits of an authenticator app. */
  incomplete: 'Please enter a valid 6 digit',
  none: 'There is no code to enter right now.',
} as const;
