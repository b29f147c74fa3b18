import type { LeakedPasswords } from './leaked-passwords.ts';

/**
 * The most common leaked passwords, from the list of zxcvbn-ts, read at the first check. Few of them are long enough
 * for a new password, but with the simple endings that people add, they have leaked as well.
 */
export function embeddedLeakedPasswords(): LeakedPasswords {
  let list: Promise<ReadonlySet<string>> | null = null;
  return {
    has: async (password) => {
      const passwords = await (list ??= readList());
      const folded = password.normalize('NFC').toLowerCase();
      for (let end = folded.length; end > 0; end -= 1)
        if (isPlain(folded.slice(end)) && passwords.has(folded.slice(0, end))) return true;
      return false;
    },
  };
}

async function readList(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const passwords = new Set<string>();
  for (const password of dictionary['passwords-common']) passwords.add(password.toLowerCase());
  return passwords;
}

const upAndDown = ['01234567890123456789', '98765432109876543210'];

/**
 * Whether an ending is trivial: at most a sequence of digits, a repeated digit or a year, with up to three signs on
 * each side and white space anywhere.
 */
function isPlain(ending: string): boolean {
  const digits = /^[\p{P}\p{S}]{0,3}(\d{0,20})[\p{P}\p{S}]{0,3}$/u.exec(ending.replaceAll(/\s/g, ''))?.[1];
  if (digits === undefined) return false;
  return /^(\d?)\1*$|^(19|20)\d\d$/.test(digits) || upAndDown.some((row) => row.includes(digits));
}
