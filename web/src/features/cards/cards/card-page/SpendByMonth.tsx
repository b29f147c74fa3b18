import { useQuery } from '@tanstack/react-query';
import { ChartLine as ChartIcon, Table2 } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../../../../kit/actions/IconButton.tsx';
import { Chart } from '../../../../kit/charts/Chart.tsx';
import { Failure } from '../../../../kit/feedback/Failure.tsx';
import { Skeleton } from '../../../../kit/feedback/Skeleton.tsx';
import { Panel } from '../../../../kit/layout/Panel.tsx';
import { Money } from '../../../../kit/text/Money.tsx';
import { moneyText } from '../../../../kit/text/money-parts.ts';
import { cardPageWords } from '../../../../messages/en/cards/card-page.ts';
import { cardsWords } from '../../../../messages/en/cards/cards.ts';
import { errorMessage } from '../../../../session/failures/error-message.ts';
import { spendQuery, type CardScope, type MonthOfSpend } from '../queries.ts';
import styles from '../cards.module.css';

const words = cardPageWords.spend;

/** What a card has spent, month by month: as a chart or as its table. */
export default function SpendByMonth({ scope, id }: { scope: CardScope; id: string }) {
  const spend = useQuery(spendQuery(scope, id));
  const [isTable, setTable] = useState(false);
  return (
    <Panel
      title={words.title}
      actions={
        <IconButton
          icon={isTable ? ChartIcon : Table2}
          label={isTable ? words.chart : words.table}
          onClick={() => setTable(!isTable)}
        />
      }
    >
      {spend.data ? (
        <>
          <p className={styles.small}>
            <span className={styles.total}>
              <Money value={sumOf(spend.data)} />
            </span>{' '}
            {words.lastYear}
          </p>
          {isTable ? (
            <MonthTable months={spend.data} />
          ) : spend.data.every(({ purchases, amount }) => purchases === 0 && amount.amount === 0) ? (
            <p className={styles.small}>{words.none}</p>
          ) : (
            <MonthChart months={spend.data} />
          )}
        </>
      ) : spend.isError ? (
        <Failure
          {...errorMessage(spend.error, cardsWords.spendFailed)}
          onRetry={() => void spend.refetch()}
          retrying={spend.isFetching}
        />
      ) : (
        <div aria-busy="true" className={styles.loading}>
          <Skeleton shape="block" />
        </div>
      )}
    </Panel>
  );
}

const sumOf = (months: readonly MonthOfSpend[]) => ({
  amount: months.reduce((sum, { amount }) => sum + amount.amount, 0),
  currency: months[0]?.amount.currency ?? 'USD',
});

const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', ...options });
const short = format({ month: 'short' });
const long = format({ month: 'long', year: 'numeric' });
const dateOf = (month: string) => new Date(`${month}-01T00:00:00Z`);

function MonthChart({ months }: { months: readonly MonthOfSpend[] }) {
  const points = months.map(({ amount }, x) => ({ x, y: amount.amount }));
  return (
    <Chart
      label={words.chartOf}
      from={0}
      to={months.length - 1}
      ticks={months.map(({ month }, x) => ({ x, text: short.format(dateOf(month)) }))}
      lines={[{ points, isFilled: points.every(({ y }) => y >= 0) }]}
      stops={months.map(({ month, amount, purchases }, x) => ({
        x,
        y: amount.amount,
        text: words.stop(long.format(dateOf(month)), moneyText(amount), cardPageWords.purchases(purchases)),
      }))}
    />
  );
}

/** The figures of the chart, the newest first. */
const MonthTable = ({ months }: { months: readonly MonthOfSpend[] }) => (
  <table className={styles.months}>
    <thead>
      <tr>
        <th scope="col">{words.columns.month}</th>
        <th scope="col">{words.columns.purchases}</th>
        <th scope="col">{words.columns.amount}</th>
      </tr>
    </thead>
    <tbody>
      {months.toReversed().map(({ month, amount, purchases }) => (
        <tr key={month}>
          <th scope="row">{long.format(dateOf(month))}</th>
          <td>{purchases}</td>
          <td>
            <Money value={amount} />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);
