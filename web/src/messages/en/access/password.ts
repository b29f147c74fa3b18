import type { PasswordProblem } from '@florin/contract/access/password-problems';

/** Choosing a new password (specification, section 5). */
export const passwordWords = {
  password: 'New password',
  confirmation: 'Repeat password',
  required: 'Password is required',
  confirmationRequired: 'The repeated password is required',
  rulesLabel: 'Your password',
  rules: {
    length: 'has at least 12 characters',
    strength: 'is hard to guess, and not based on your name, card or business',
    leak: 'is not known from a data leak',
  },
  met: 'met',
  notMet: 'not met',
  checking: 'Checking your password',
  good: 'Your password is good.',
  problems: {
    tooShort: 'Please use at least 12 characters.',
    tooLong: 'Please use at most 128 characters.',
    tooWeak: 'This password is easy to guess. Please add words that have nothing to do with each other.',
    leaked: 'This password is known from a data leak. Please choose another one.',
    mismatch: 'The passwords do not match. Please type it again.',
    recent: 'Your new password must be different from your last three passwords.',
  } satisfies Record<PasswordProblem | 'recent', string>,
} as const;
