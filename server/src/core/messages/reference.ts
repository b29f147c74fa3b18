import { randomInt } from 'node:crypto';

/** A number that is easy to read out on the phone: a letter for the kind, and eight digits. */
export const newReference = (kind: 'C' | 'M' | 'B' | 'P'): string =>
  `${kind}-${String(randomInt(100_000_000)).padStart(8, '0')}`;
