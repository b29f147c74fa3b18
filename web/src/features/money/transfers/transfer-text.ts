import { achReturns, isAchReturnCode } from '@florin/contract/ach-returns';
import type { BankTransfer } from '@florin/contract/transfers';
import { longWhen } from '../../../flows/transactions/when.ts';
import { transferWords } from '../../../messages/en/transfers.ts';

const words = transferWords.sheet;
const date = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const dateWithYear = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
});

/** 'Nov 23', with the year if it is another one. @param isoDay yyyy-mm-dd */
export const dateText = (isoDay: string, now: Date = new Date()): string =>
  (isoDay.startsWith(String(now.getFullYear())) ? date : dateWithYear).format(new Date(`${isoDay}T00:00:00Z`));

/** Of a withdrawal, what leaves the account. */
export const signed = ({ direction, amount }: Pick<BankTransfer, 'direction' | 'amount'>) =>
  direction === 'IN' ? amount : { ...amount, amount: -amount.amount };

/** What a return means: its reason by the name of its code, and what can be done. */
function returnSentences(code: string | null): string[] {
  if (code === null || !isAchReturnCode(code)) return [];
  const { title, mayRetry, endsAccount } = achReturns[code];
  return [
    words.reason(title, code),
    ...(mayRetry ? [words.mayRetry] : []),
    ...(endsAccount ? [words.endsAccount] : []),
  ];
}

/** Where a transfer stands, in sentences: what is held until when, and why it came back. */
export function standSentences(of: BankTransfer): string[] {
  const { stage, direction, sendsAt, settlesOn, availableOn, returnCode } = of;
  const isIn = direction === 'IN';
  switch (stage) {
    case 'SCHEDULED':
      return [words.scheduled(longWhen(sendsAt))];
    case 'SENT':
      return [words.sent(dateText(settlesOn))];
    case 'HELD':
      return [words.held(dateText(availableOn ?? settlesOn))];
    case 'DONE':
      return [isIn ? words.doneIn : words.doneOut];
    case 'DECLINED':
      return [words.declined, ...returnSentences(returnCode)];
    case 'RETURNED':
      return [isIn ? words.returnedIn : words.returnedOut, ...returnSentences(returnCode)];
    case 'REVERSED':
      return [words.reversed];
    default:
      return [words.canceled];
  }
}
