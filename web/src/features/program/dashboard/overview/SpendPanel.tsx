import type { Spend, SpendPeriod } from '@florin/contract/program/dashboard';
import { useQuery } from '@tanstack/react-query';
import { ChartLine as ChartIcon, Table2 } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../../../../kit/actions/IconButton.tsx';
import { Chart } from '../../../../kit/charts/Chart.tsx';
import { Failure } from '../../../../kit/feedback/Failure.tsx';
import { Skeleton } from '../../../../kit/feedback/Skeleton.tsx';
import { Panel } from '../../../../kit/layout/Panel.tsx';
import { Money } from '../../../../kit/text/Money.tsx';
import { moneyText, wholeMoneyText } from '../../../../kit/text/money-parts.ts';
import { overviewWords } from '../../../../messages/en/program/overview.ts';
import { errorMessage } from '../../../../session/failures/error-message.ts';
import { dayText, daysBetween, monthName, monthShortName, spanText } from '../times.ts';
import { spendQuery } from './queries.ts';
import { Segments } from '../../../../kit/actions/Segments.tsx';
import styles from './Analysis.module.css';

const words = overviewWords.spend;

interface SpendPanelProps {
  period: SpendPeriod;
  onPeriod: (period: SpendPeriod) => void;
}

/** What was spent since the period began, against the one before: as a chart or as its table. */
export function SpendPanel({ period, onPeriod }: SpendPanelProps) {
  const spend = useQuery(spendQuery(period));
  const [isTable, setTable] = useState(false);
  return (
    <Panel
      title={words.title}
      actions={
        <span className={styles.tools}>
          <Segments label={words.period} options={words.periods} value={period} onChange={onPeriod} />
          <IconButton
            icon={isTable ? ChartIcon : Table2}
            label={isTable ? words.chart : words.table}
            onClick={() => setTable(!isTable)}
          />
        </span>
      }
    >
      {spend.isPending ? (
        <div aria-busy="true" className={styles.loading}>
          <Skeleton shape="block" />
        </div>
      ) : spend.data ? (
        <div className={styles.spend} data-stale={spend.isPlaceholderData || undefined}>
          <Sum of={spend.data} />
          {spend.data.begun && <p className={styles.begun}>{begunText(spend.data, spend.data.begun)}</p>}
          {isTable ? (
            <SpendTable of={spend.data} />
          ) : isEmpty(spend.data) ? (
            <p className={styles.sum}>{words.none}</p>
          ) : (
            <SpendChart of={spend.data} />
          )}
        </div>
      ) : (
        <Failure
          {...errorMessage(spend.error, words.failed)}
          onRetry={() => void spend.refetch()}
          retrying={spend.isFetching}
        />
      )}
    </Panel>
  );
}

function Sum({ of: { total, totalBefore, before, to } }: { of: Spend }) {
  // Nothing in both is no comparison: the business may not have been there before.
  const isNothing = total.amount === 0 && totalBefore.amount === 0;
  const change = total.amount - totalBefore.amount;
  const days = spanText(before, to.slice(0, 4));
  const away = moneyText({ ...total, amount: Math.abs(change) });
  return (
    <p className={styles.sum}>
      <span className={styles.total}>
        <Money value={total} />
      </span>
      {!isNothing && ' '}
      {isNothing
        ? null
        : change === 0
          ? words.same(days)
          : change < 0
            ? words.less(away, days)
            : words.more(away, days)}
    </p>
  );
}

function begunText({ from, to }: Spend, begun: NonNullable<Spend['begun']>): string {
  const year = begun.to.slice(0, 4);
  return words.begun(spanText({ from: begun.from, to: begun.from }, year), spanText({ from, to }, year));
}

const isEmpty = ({ steps, stepsBefore }: Spend) =>
  [...steps, ...stepsBefore].every(({ amount: { amount } }) => amount === 0);

/** Steps added up, at the ends of their days counted from the first. */
function sumsOf(steps: Spend['steps'], from: string) {
  let sum = 0;
  return steps.map((step) => ({ x: daysBetween(from, step.to) + 1, y: (sum += step.amount.amount), step }));
}

function SpendChart({ of }: { of: Spend }) {
  const { from, to, steps, stepsBefore, before, begun, total, totalBefore, days } = of;
  const { currency } = total;
  const current = sumsOf(steps, from);
  const past = sumsOf(stepsBefore, before.from);
  const text = (amount: number) => moneyText({ amount, currency });
  const round = (amount: number) => wholeMoneyText({ amount, currency });
  const last = current.at(-1)!;
  const width = Math.max(days, past.at(-1)?.x ?? 0);
  const isYear = steps.length <= 12 && days > 300;
  const names = [isYear ? to.slice(0, 4) : monthName(from), isYear ? before.to.slice(0, 4) : monthName(before.from)];
  const tickOf = (x: number) => {
    const day = new Date(Date.parse(`${from}T00:00:00Z`) + (x - 1) * 86_400_000).toISOString().slice(0, 10);
    return isYear || days > 40 ? (isYear ? monthShortName(day) : dayText(day)) : x === 1 ? dayText(day) : String(x);
  };
  const ticks = (
    isYear ? [1, 60, 121, 182, 244, 305] : days > 40 ? [1, 15, 29, 43, 57, 71, 85] : [1, 5, 10, 15, 20, 25, 30]
  )
    .filter((x) => x <= width)
    .map((x) => ({ x, text: tickOf(x) }));
  return (
    <>
      <p className={styles.legend} aria-hidden="true">
        <span data-line="main">{names[0]}</span>
        <span data-line="before">{names[1]}</span>
      </p>
      <Chart
        label={words.chartOf(names[0]!, names[1]!)}
        from={0}
        to={width}
        ticks={ticks}
        lines={[
          { points: [{ x: 0, y: 0 }, ...past], isBefore: true },
          { points: [{ x: 0, y: 0 }, ...current], isFilled: true },
        ]}
        stops={current.map(({ x, y, step }) => ({
          x,
          y,
          text: words.stop(dayText(step.to), text(y), textOr(past.findLast((each) => each.x <= x)?.y, text)),
        }))}
        notes={[
          {
            x: last.x,
            y: last.y,
            text: begun ? words.end(names[0]!, round(last.y)) : words.today(round(last.y)),
            isBelow: totalBefore.amount > total.amount,
          },
          ...(totalBefore.amount > 0
            ? [
                {
                  // Of full periods, the one before may have another length.
                  x: (begun && past.at(-1)?.x) ?? last.x,
                  y: totalBefore.amount,
                  text: words.end(names[1]!, round(totalBefore.amount)),
                  isBefore: true,
                  isBelow: totalBefore.amount <= total.amount,
                },
              ]
            : []),
        ]}
      />
    </>
  );
}

const textOr = (amount: number | undefined, text: (amount: number) => string) =>
  amount === undefined ? null : text(amount);

/** The figures of the chart. */
function SpendTable({ of: { from, before, steps, stepsBefore } }: { of: Spend }) {
  const current = sumsOf(steps, from);
  const past = sumsOf(stepsBefore, before.from);
  return (
    // It scrolls by the keyboard, too.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.scroll} tabIndex={0} role="region" aria-label={words.title}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{words.columns.when}</th>
            <th scope="col">{words.columns.amount}</th>
            <th scope="col">{words.columns.sum}</th>
            <th scope="col">{words.columns.before}</th>
          </tr>
        </thead>
        <tbody>
          {current.toReversed().map(({ y, step }) => {
            const i = current.findIndex((each) => each.step === step);
            return (
              <tr key={step.from}>
                <th scope="row">
                  {step.from === step.to ? dayText(step.from) : `${dayText(step.from)} – ${dayText(step.to)}`}
                </th>
                <td>
                  <Money value={step.amount} />
                </td>
                <td>
                  <Money value={{ ...step.amount, amount: y }} />
                </td>
                <td>{past[i] && <Money value={{ ...step.amount, amount: past[i].y }} />}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
