import { achReturns, isAchReturnCode } from '@florin/contract/money/ach-returns';
import type { BankTransfer } from '@florin/contract/money/transfers';
import { calendarDay, longWhen } from '../../../flows/time/when.ts';
import { transferWords } from '../../../messages/en/money/transfers.ts';

const words = transferWords.sheet;
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

/** Where a transfer stands, in sentences: what is held until when, and why it came back. @param zone of the business */
export function standSentences(of: BankTransfer, zone: string): string[] {
  const { stage, direction, sendsAt, settlesOn, availableOn, returnCode } = of;
  const isIn = direction === 'IN';
  switch (stage) {
    case 'SCHEDULED':
      return [words.scheduled(longWhen(sendsAt, zone))];
    case 'SENT':
      return [words.sent(calendarDay(settlesOn))];
    case 'HELD':
      return [words.held(calendarDay(availableOn ?? settlesOn))];
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
