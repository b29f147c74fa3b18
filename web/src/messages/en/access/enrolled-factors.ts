/** The second step of the sign-in for people who have a passkey, an authenticator app or backup codes. */
export const enrolledFactorWords = {
  heading: {
    Passkey: 'Use your passkey',
    Authenticator: 'Enter the code of your authenticator app',
    BackupCode: 'Enter a backup code',
  },
  intro: {
    Passkey: 'We do not recognize this device. Your passkey keeps your account safe.',
    Authenticator: 'We do not recognize this device. Open the app and type the six digits it shows.',
    BackupCode: 'We do not recognize this device. Each of your backup codes works once.',
  },
  continueWithPasskey: 'Continue with passkey',
  waiting: 'Waiting for your passkey',
  otherWays: 'Other ways',
  way: {
    Passkey: 'Passkey',
    Authenticator: 'Authenticator app',
    BackupCode: 'Backup code',
    Delivery: 'Email or text message',
    Email: 'Email',
    PhoneNumber: 'Text message',
  },
  cancel: 'Cancel',
} as const;
