import { holdsCardNumber } from '../cards/card-number.ts';

/** Path segments followed by a secret, whatever it looks like. */
const beforeSecret =
  /(?:^|\/)(?:card-?details-?request|reset(?:-?password)?|auto-?login|funds-?verification|invites?)(?:\/|$)/i;
/** A token, recognized by its prefix, or a word too long and too mixed to be chosen by people. */
const secretWord = /[a-z]{3}_[\w-]{8,}|[a-z0-9]{20,}|(?=[\w-]*\d)(?=[\w-]*[a-z])[\w-]{20,}/i;

/**
 * The path of a broken link as it may be sent, stored and mailed: without anything that looks like a token or a card
 * number, even percent-encoded (CWE-532). The browser removes it before sending, the server before storing.
 */
export function reportedPath(path: string): string {
  const parts = path.split('/');
  const at = parts.findIndex((part) => beforeSecret.test(decoded(part)));
  const isFollowed = at >= 0 && (parts[at]!.includes('%') || parts.slice(at + 1).some((part) => part !== ''));
  const shown = isFollowed ? [...parts.slice(0, at + 1).filter((part) => !part.includes('%')), hidden] : parts;
  const kept = shown.map((part) => (isSecret(decoded(part)) ? hidden : part));
  return isSecret(kept.map((part) => decoded(part)).join('/')) ? `/${hidden}` : kept.join('/');
}

/** As many digits as a card number has, even with a mistyped one. */
const longNumber = /(?:\d[ ._-]?){13}/;

const hidden = '[secret]';
const isSecret = (words: string) => secretWord.test(words) || longNumber.test(words) || holdsCardNumber(words);

/** Decodes repeatedly, within limits; broken encoding stays as it is. */
function decoded(words: string, depth = 4): string {
  if (depth === 0 || !words.includes('%')) return words;
  try {
    return decoded(decodeURIComponent(words), depth - 1);
  } catch {
    return words;
  }
}
