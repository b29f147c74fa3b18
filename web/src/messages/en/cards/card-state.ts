import { lastDigits } from '../../last-digits.ts';

/** The states of a card, as lists and pages of cards say them. */
export const cardStateWords = {
  active: 'Active',
  activeTo: (day: string) => `Active to ${day}`,
  ended: (day: string) => `Ended ${day}`,
  usedUp: 'Used up',
  frozen: 'Frozen',
  frozenBy: (name: string) => `Frozen by ${name}`,
  frozenByProgram: 'Frozen by the program',
  someone: { ADMIN: 'an administrator', HOLDER: 'the cardholder' },
  notActivated: 'Not activated',
  ordered: 'Being produced',
  arrives: (day: string) => `Arrives ${day}`,
  closed: 'Closed',
  replacedBy: (last4: string) => `Replaced by ${lastDigits(last4)}`,
} as const;
