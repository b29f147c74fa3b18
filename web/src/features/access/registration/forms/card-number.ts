import { CardNumber } from '@florin/contract/access/registration';
import * as v from 'valibot';
import { registrationWords } from '../../../../messages/en/access/registration.ts';

/** A card number as typed: sixteen digits, spaces or dashes between them, and a correct check digit. */
export const TypedCardNumber = v.pipe(CardNumber, v.check(hasCheckDigit, 'format'));

/** The Luhn check of ISO/IEC 7812-1. */
export function hasCheckDigit(digits: string): boolean {
  const sum = [...digits]
    .toReversed()
    .map((digit, index) => Number(digit) * (index % 2 === 0 ? 1 : 2))
    .reduce((total, value) => total + (value > 9 ? value - 9 : value), 0);
  return sum % 10 === 0;
}

const { required: missing, incorrect } = registrationWords.card;
/** The sentences of section 5, by problem; `refused` is the server's. */
export const cardNumberWords = { missing, format: incorrect, tooLong: incorrect, refused: incorrect };
