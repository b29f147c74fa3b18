import { useQuery } from '@tanstack/react-query';
import { longWhen, shortZoneName } from '../../../flows/time/when.ts';
import { classNames } from '../../../kit/class-names.ts';
import { Failure } from '../../../kit/feedback/Failure.tsx';
import { Money } from '../../../kit/text/Money.tsx';
import { Panel } from '../../../kit/layout/Panel.tsx';
import { Skeleton } from '../../../kit/feedback/Skeleton.tsx';
import { dashboardWords } from '../../../messages/en/program/dashboard.ts';
import { errorMessage } from '../../../session/failures/error-message.ts';
import { usePerson } from '../../../session/person.ts';
import { balanceQuery } from '../../../session/queries/queries.ts';
import { figuresOf } from './figures.ts';
import styles from './BalanceFigures.module.css';

/** The balance of the current account, from the ledger. */
export function BalanceFigures() {
  const { fundingSource } = usePerson();
  const balance = useQuery(balanceQuery());
  const { timeZone } = usePerson();
  if (balance.isPending) return <Loading rows={fundingSource === 'Credit' ? 4 : 2} />;
  if (balance.isError && !balance.data)
    return (
      <Panel>
        <Failure
          {...errorMessage(balance.error, dashboardWords.balanceFailed)}
          onRetry={() => void balance.refetch()}
          retrying={balance.isFetching}
        />
      </Panel>
    );
  const [main, ...others] = figuresOf(balance.data);
  return (
    <section aria-label={dashboardWords.figures} className={styles.figures}>
      <div className={classNames(styles.card, styles.primary)}>
        <dl>
          <dt className={styles.label}>{main.label}</dt>
          <dd className={styles.amount}>
            <Money value={main.value} />
          </dd>
          <dd className={styles.hint}>{main.hint}</dd>
        </dl>
        <p className={styles.updated}>
          {dashboardWords.updated(longWhen(balance.data.asOf, timeZone), shortZoneName(timeZone))}
        </p>
      </div>
      <dl className={classNames(styles.card, styles.rest)}>
        {others.map(({ id, label, value, hint }) => (
          <div key={id} className={styles.row}>
            <dt className={styles.label}>{label}</dt>
            <dd className={styles.value}>
              <Money value={value} />
            </dd>
            <dd className={styles.hint}>{hint}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Loading({ rows }: { rows: number }) {
  return (
    <section aria-label={dashboardWords.figures} aria-busy="true" className={styles.figures}>
      <div className={classNames(styles.card, styles.primary)}>
        <div>
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
        <p className={styles.updated}>
          <Skeleton />
        </p>
      </div>
      <div className={classNames(styles.card, styles.rest)}>
        {Array.from({ length: rows }, (_, index) => (
          <div key={index} className={styles.row}>
            <p className={styles.label}>
              <Skeleton />
            </p>
            <p className={styles.value}>
              <Skeleton shape="short" />
            </p>
            <p className={styles.hint}>
              <Skeleton />
            </p>
          </div>
        ))}
      </div>
    </section>
  );
}
