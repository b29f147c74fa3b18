import { randomBytes } from 'node:crypto';
import { backupCodes } from '@florin/contract/limits';

/** Crockford's base 32: no letter that looks like a digit or like another letter. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const bitsPerCharacter = 5;
const length = backupCodes.bits / bitsPerCharacter;

/** A new code of 80 random bits (ASVS 6.5.3), in groups of four. */
export function newBackupCode(): string {
  // 32 divides 256: every character is equally likely.
  const characters = [...randomBytes(length)].map((byte) => alphabet[byte % alphabet.length]);
  return characters.join('').replace(/(.{4})(?=.)/g, '$1-');
}

/**
 * A backup code as typed, without separators, and with look-alikes read as the characters they stand for. Null if it
 * cannot be one.
 */
export function backupCodeOf(typed: string): string | null {
  const read = typed
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\p{Dash}]/gu, '')
    .replaceAll('o', '0')
    .replace(/[il]/g, '1');
  return read.length === length && [...read].every((character) => alphabet.includes(character)) ? read : null;
}
