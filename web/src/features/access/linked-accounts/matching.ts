import type { LinkedAccount } from '@florin/contract/access/linked-accounts';
import { shellWords } from '../../../messages/en/shell/shell.ts';

type Sought = Pick<LinkedAccount, 'businessName' | 'firstName' | 'lastName' | 'cardLast4'>;

/** Whether every word of a search occurs in an account's text in the list. Case and accents do not matter. */
export function matches(account: Sought, search: string): boolean {
  const { businessName, firstName, lastName, cardLast4 } = account;
  const shown = plain(
    [
      businessName,
      ...(cardLast4 === null ? [shellWords.account.administrator] : [firstName, lastName, cardLast4]),
    ].join(' '),
  );
  return plain(search)
    .split(/\s+/)
    .every((word) => shown.includes(word));
}

const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
    .trim();
