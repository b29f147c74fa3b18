import type { TransactionLine } from '@florin/contract/cards/transactions';
import { StatusTag } from '../../kit/feedback/StatusTag.tsx';
import { StatusText } from '../../kit/feedback/StatusText.tsx';
import { transactionWords as words } from '../../messages/en/cards/transactions.ts';
import { shortDate } from '../time/when.ts';

type Stated = Pick<TransactionLine, 'status' | 'hold' | 'settled'>;

/**
 * The state of a transaction as text; a hold with its end. What is pending without a hold is a refund that the merchant
 * has announced and not sent yet. @param zone of the business, null for a hold without its end
 */
export function statusText({ status, hold, settled }: Stated, zone: string | null): string {
  if (status !== 'PENDING') return words.statuses[status];
  if (hold === null) return words.refundComing;
  if (settled.amount > 0) return words.partlySettled;
  return zone === null ? words.statuses.PENDING : words.onHoldTo(shortDate(hold.until, zone));
}

/** The state of a transaction: grey if there is nothing to do, a tag for a decline. */
export function TransactionStatusText({ of, zone }: { of: Stated; zone: string }) {
  if (of.status === 'DECLINED') return <StatusTag tone="bad">{words.statuses.DECLINED}</StatusTag>;
  const fill = of.status !== 'PENDING' ? 'full' : of.hold !== null && of.settled.amount > 0 ? 'half' : 'ring';
  return (
    <StatusText fill={fill} tone={of.status === 'RETURNED' ? 'ok' : 'neutral'}>
      {statusText(of, zone)}
    </StatusText>
  );
}
