import type { Forecast } from '@florin/contract/program/dashboard';
import { useQuery } from '@tanstack/react-query';
import { Chart } from '../../../../kit/charts/Chart.tsx';
import { Failure } from '../../../../kit/feedback/Failure.tsx';
import { Skeleton } from '../../../../kit/feedback/Skeleton.tsx';
import { Panel } from '../../../../kit/layout/Panel.tsx';
import { Money } from '../../../../kit/text/Money.tsx';
import { moneyText, wholeMoneyText } from '../../../../kit/text/money-parts.ts';
import { overviewWords } from '../../../../messages/en/program/overview.ts';
import { errorMessage } from '../../../../session/failures/error-message.ts';
import { forecastQuery } from '../../../../session/queries/forecast-query.ts';
import { balanceQuery } from '../../../../session/queries/queries.ts';
import { dayText, daysBetween, weekdayName, weekdayOf } from '../times.ts';
import styles from './Analysis.module.css';

const words = overviewWords.forecast;
/** Labels of more steps would lie over each other. */
const stepsNamed = 5;

/** What will be available, day by day, with the facts that it is computed from. */
export function ForecastPanel() {
  const forecast = useQuery(forecastQuery());
  const { data } = forecast;
  return (
    <div id="forecast" className={styles.forecastPlace}>
      <Panel
        title={
          <>
            {words.title} <span className={styles.aside}>{words.text}</span>
          </>
        }
        padded={forecast.isError && !data}
      >
        {forecast.isPending ? (
          <div aria-busy="true" className={styles.loading}>
            <Skeleton shape="block" />
          </div>
        ) : data ? (
          <div className={styles.forecast}>
            <div className={styles.outlook}>
              <Lowest of={data} />
              {data.items.length === 0 ? <p className={styles.sum}>{words.none}</p> : <ForecastChart of={data} />}
            </div>
            {data.items.length > 0 && <Facts of={data} />}
          </div>
        ) : (
          <Failure
            {...errorMessage(forecast.error, words.failed)}
            onRetry={() => void forecast.refetch()}
            retrying={forecast.isFetching}
          />
        )}
      </Panel>
    </div>
  );
}

function Lowest({ of: { lowest, alert } }: { of: Forecast }) {
  const days = lowest.from === lowest.to ? dayText(lowest.from) : `${dayText(lowest.from)} – ${dayText(lowest.to)}`;
  const { data: balance } = useQuery(balanceQuery());
  const isLow = alert !== null && balance?.spendingOnHold === false && lowest.available.amount < alert.amount;
  return (
    <p className={styles.sum}>
      <span className={styles.total}>
        <Money value={lowest.available} />
      </span>{' '}
      {words.lowest(days)}
      {isLow && (
        <>
          {' · '}
          <span className={styles.below}>{words.below(moneyText(alert))}</span>
        </>
      )}
    </p>
  );
}

function ForecastChart({ of: { from, to, available, items, lowest, alert } }: { of: Forecast }) {
  const length = daysBetween(from, to) + 1;
  const { currency } = available;
  const days = Array.from({ length }, (_, i) =>
    new Date(Date.parse(`${from}T00:00:00Z`) + i * 86_400_000).toISOString().slice(0, 10),
  );
  const endOf = (day: string) => items.findLast((item) => item.date <= day)?.available.amount ?? available.amount;
  const points = [{ x: 0, y: available.amount }, ...days.map((day, i) => ({ x: i, y: endOf(day) }))];
  const isLow = alert !== null && lowest.available.amount < alert.amount;
  const steps = days.flatMap((day, i) => {
    const change = items.reduce((sum, item) => (item.date === day ? sum + item.change.amount : sum), 0);
    return change === 0 ? [] : [{ x: i, y: endOf(day), change }];
  });
  const named = steps.toSorted((a, b) => Math.abs(b.change) - Math.abs(a.change)).slice(0, stepsNamed);
  return (
    <Chart
      label={words.chart}
      from={0}
      to={length}
      isCut
      alert={isLow ? { y: alert.amount } : undefined}
      bands={days.flatMap((day, i) => (weekdayOf(day) === 0 || weekdayOf(day) === 6 ? [{ from: i, to: i + 1 }] : []))}
      lines={[{ points: [...points, { x: length, y: points.at(-1)!.y }], isStepped: true }]}
      stops={days.map((day, i) => ({
        x: i + 0.5,
        y: endOf(day),
        text: words.stop(`${weekdayName(day)}, ${dayText(day)}`, moneyText({ amount: endOf(day), currency })),
      }))}
      ticks={days.map((day, i) => ({
        x: i + 0.5,
        text: i === 0 || weekdayOf(day) === 1 ? words.tick(weekdayName(day), Number(day.slice(8))) : weekdayName(day),
      }))}
      notes={named.map(({ x, y, change }) => ({
        x,
        y,
        text: `${change > 0 ? '+' : ''}${wholeMoneyText({ amount: change, currency })}`,
        isStep: true,
        isBelow: change < 0,
      }))}
    />
  );
}

/** The chart as a table: every fact with what it leaves. */
function Facts({ of: { items } }: { of: Forecast }) {
  return (
    <div className={styles.facts}>
      {/* It scrolls by the keyboard, too. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={styles.scroll} tabIndex={0} role="region" aria-label={words.title}>
        <table className={styles.table} data-facts>
          <thead>
            <tr>
              <th scope="col">{words.columns.day}</th>
              <th scope="col">{words.columns.what}</th>
              <th scope="col">
                {words.columns.change}
                <small className={styles.onPhone}>{words.columns.available}</small>
              </th>
              <th scope="col">{words.columns.available}</th>
            </tr>
          </thead>
          <tbody>
            {items.map((item, i) => (
              <tr key={i}>
                <td>{dayText(item.date)}</td>
                <th scope="row">
                  {words[item.kind](item.name, item.count)}
                  {item.missing && <span className={styles.below}> {words.missing(moneyText(item.missing))}</span>}
                  <small className={styles.onPhone}>{dayText(item.date)}</small>
                </th>
                <td>
                  {item.change.amount > 0 && '+'}
                  <Money value={item.change} />
                  <small className={styles.onPhone}>
                    <Money value={item.available} />
                  </small>
                </td>
                <td>
                  <b>
                    <Money value={item.available} />
                  </b>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
