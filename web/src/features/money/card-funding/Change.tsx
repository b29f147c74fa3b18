import type { FundingLine } from '@florin/contract/money/card-funding';
import { Money } from '../../../kit/text/Money.tsx';
import { fundingWords as words } from '../../../messages/en/money/card-funding.ts';
import styles from './card-funding.module.css';

/** What a card gets or gives, or why it gets nothing or less. */
export function Change({ line: { change, reason } }: { line: Pick<FundingLine, 'change' | 'reason'> }) {
  if (change.amount === 0) return reason && <span className={styles.quiet}>{words.nothing(reason)}</span>;
  return (
    <>
      {change.amount > 0 && '+'}
      <Money value={change} />
      {reason && <span className={styles.less}>{words.less(reason)}</span>}
    </>
  );
}
