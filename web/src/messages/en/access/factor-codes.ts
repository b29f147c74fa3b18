import { incomplete } from './one-time-code.ts';

/** Entering a code of an authenticator app, or one of the backup codes. */
export const factorCodeWords = {
  authenticator: {
    incomplete,
    label: 'Authenticator code',
    hint: 'Six digits. Each code works once.',
    required: 'Authenticator code is required',
    refused: 'That code did not work. Please wait for the next one and enter it.',
  },
  backupCode: {
    label: 'Backup code',
    hint: 'Letters and digits; spaces and dashes do not matter.',
    required: 'Backup code is required',
    refused: 'That backup code did not work. Please check it, or use another one: each works once.',
  },
} as const;
