import { useQuery } from '@tanstack/react-query';
import { Failure } from '../../../kit/feedback/Failure.tsx';
import { Skeleton } from '../../../kit/feedback/Skeleton.tsx';
import { Money } from '../../../kit/text/Money.tsx';
import { transferWords } from '../../../messages/en/money/transfers.ts';
import { errorMessage } from '../../../session/failures/error-message.ts';
import { transferFiguresQuery } from './queries.ts';
import styles from './transfers.module.css';

const words = transferWords.figures;

/** What is available, and what is on its way. */
export function Figures() {
  const { data, isError, error, refetch, isFetching } = useQuery(transferFiguresQuery());
  if (isError && !data)
    return <Failure {...errorMessage(error, words.failed)} onRetry={() => void refetch()} retrying={isFetching} />;
  const rows = [
    [words.available, data?.available],
    [words.incoming, data?.incoming],
    ...(data?.mayWithdraw === false ? [] : ([[words.outgoing, data?.outgoing]] as const)),
    ...(data && data.outstanding.amount > 0 ? ([[words.outstanding, data.outstanding]] as const) : []),
  ] as const;
  return (
    <dl className={styles.figures} aria-label={words.label}>
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value === undefined ? <Skeleton shape="short" /> : <Money value={value} />}</dd>
        </div>
      ))}
    </dl>
  );
}
