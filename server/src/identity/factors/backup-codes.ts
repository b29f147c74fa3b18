import { randomBytes } from 'node:crypto';
import { backupCodes } from '@florin/contract/limits';

/** Crockford's base 32: no letter that looks like a digit or like another letter. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const bitsPerCharacter = 5;
const length = backupCodes.bits / bitsPerCharacter;

/** A new code of 80 random bits (ASVS 6.5.3), in groups of four. */
export function newBackupCode(): string {
  // 32 divides 256: each character is as likely as any other.
  const characters = [...randomBytes(length)].map((byte) => alphabet[byte % alphabet.length]);
  return characters.join('').replace(/(.{4})(?=.)/g, '$1-');
}

/**
 * A backup code as typed, without what people put between and around its groups, and with look-alikes read as what they
 * stand for. Null where it cannot be one.
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
