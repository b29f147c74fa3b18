import { useQuery } from '@tanstack/react-query';
import { Failure } from '../../kit/Failure.tsx';
import { Money } from '../../kit/Money.tsx';
import { Panel } from '../../kit/Panel.tsx';
import { Skeleton } from '../../kit/Skeleton.tsx';
import { dashboardWords } from '../../messages/en/dashboard.ts';
import { describeFailure } from '../../session/failure.ts';
import { usePerson } from '../../session/person.ts';
import { balanceQuery } from '../../session/queries.ts';
import { easternTime } from '../../session/eastern-time.ts';
import { figuresOf } from './figures.ts';
import styles from './BalanceFigures.module.css';

/** The balance of the current account, as the ledger has it. */
export function BalanceFigures() {
  const { fundingSource } = usePerson();
  const balance = useQuery(balanceQuery());
  if (balance.isPending) return <Loading tiles={fundingSource === 'Credit' ? 5 : 4} />;
  if (balance.isError && !balance.data)
    return (
      <Panel>
        <Failure
          {...describeFailure(balance.error, dashboardWords.balanceFailed)}
          onRetry={() => void balance.refetch()}
          retrying={balance.isFetching}
        />
      </Panel>
    );
  const figures = figuresOf(balance.data);
  return (
    <section aria-label={dashboardWords.figures}>
      <dl className={styles.figures} data-count={figures.length}>
        {figures.map(({ id, label, value, hint }) => (
          <div key={id} className={styles.figure}>
            <dt>{label}</dt>
            <dd className={styles.amount}>
              <Money value={value} />
            </dd>
            <dd className={styles.hint}>{hint}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.updated}>{dashboardWords.updated(easternTime(balance.data.asOf))}</p>
    </section>
  );
}

function Loading({ tiles }: { tiles: number }) {
  return (
    <section aria-label={dashboardWords.figures} aria-busy="true">
      <div className={styles.figures} data-count={tiles}>
        {Array.from({ length: tiles }, (_, index) => (
          <div key={index} className={styles.figure}>
            <p className={styles.label}>
              <Skeleton />
            </p>
            <p className={styles.amount}>
              <Skeleton shape="short" />
            </p>
            <p className={styles.hint}>
              <Skeleton />
            </p>
          </div>
        ))}
      </div>
      <p className={styles.updated}>
        <Skeleton />
      </p>
    </section>
  );
}
