/** What can go wrong in the browser before the server sees a passkey. */
export const passkeyWords = {
  cancelled: 'No passkey was used. Please try again or choose another way.',
  unsupported: 'This browser cannot use passkeys. Please choose another way.',
  known: 'This device already holds a passkey for your account.',
  failed: 'The passkey could not be used. Please try again or choose another way.',
} as const;
