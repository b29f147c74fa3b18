import { holdsCardNumber } from './card-number.ts';

/** Parts of addresses after which a secret stands, whatever it looks like. */
const beforeSecret =
  /(?:^|\/)(?:card-?details-?request|reset(?:-?password)?|auto-?login|funds-?verification|invites?)(?:\/|$)/i;
/** A token by its kind's prefix, or a word that is too long and too mixed to have been chosen by people. */
const secretWord = /[a-z]{3}_[\w-]{8,}|[a-z0-9]{20,}|(?=[\w-]*\d)(?=[\w-]*[a-z])[\w-]{20,}/i;

/**
 * The path of a broken link as it may be sent, kept and mailed: what looks like a token or a card number, also
 * percent-encoded, is left out (CWE-532). The browser leaves it out before it sends, the server before it keeps.
 */
export function reportedPath(path: string): string {
  const parts = path.split('/');
  const at = parts.findIndex((part) => beforeSecret.test(decoded(part)));
  const isFollowed = at >= 0 && (parts[at]!.includes('%') || parts.slice(at + 1).some((part) => part !== ''));
  const told = isFollowed ? [...parts.slice(0, at + 1).filter((part) => !part.includes('%')), hidden] : parts;
  const kept = told.map((part) => (isSecret(decoded(part)) ? hidden : part));
  return isSecret(kept.map((part) => decoded(part)).join('/')) ? `/${hidden}` : kept.join('/');
}

/** As many digits as a card number has, also one with a digit mistyped. */
const longNumber = /(?:\d[ ._-]?){13}/;

const hidden = '[secret]';
const isSecret = (words: string) => secretWord.test(words) || longNumber.test(words) || holdsCardNumber(words);

/** Decoded as often as it was encoded, within reason; broken encoding stays as it is. */
function decoded(words: string, depth = 4): string {
  if (depth === 0 || !words.includes('%')) return words;
  try {
    return decoded(decodeURIComponent(words), depth - 1);
  } catch {
    return words;
  }
}
