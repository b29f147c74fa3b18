import type { LeakedPasswords } from './leaked-passwords.ts';

/** The commonest leaked passwords, from the list that zxcvbn-ts carries; read at the first question. */
export function embeddedLeakedPasswords(): LeakedPasswords {
  let list: Promise<ReadonlySet<string>> | null = null;
  return {
    has: async (password) => (await (list ??= readList())).has(password.normalize('NFC').toLowerCase()),
  };
}

async function readList(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const passwords = new Set<string>();
  for (const password of dictionary['passwords-common']) passwords.add(password.toLowerCase());
  return passwords;
}
