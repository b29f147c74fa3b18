import type { SpendBreakdown, SpendDimension, SpendPeriod } from '@florin/contract/program/dashboard';
import type { Money as MoneyValue } from '@florin/contract/money';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Failure } from '../../../../kit/feedback/Failure.tsx';
import { Skeleton } from '../../../../kit/feedback/Skeleton.tsx';
import { Panel } from '../../../../kit/layout/Panel.tsx';
import { Money } from '../../../../kit/text/Money.tsx';
import { overviewWords } from '../../../../messages/en/program/overview.ts';
import { paths } from '../../../../paths.ts';
import { errorMessage } from '../../../../session/failures/error-message.ts';
import { spanText } from '../times.ts';
import { breakdownQuery } from './queries.ts';
import { Segments } from '../../../../kit/actions/Segments.tsx';
import styles from './Analysis.module.css';

const words = overviewWords.breakdown;

interface BreakdownPanelProps {
  period: SpendPeriod;
  by: SpendDimension;
  onBy: (by: SpendDimension) => void;
}

/** What the money was spent for, by whom, or where; a row leads to its transactions. */
export function BreakdownPanel({ period, by, onBy }: BreakdownPanelProps) {
  const breakdown = useQuery(breakdownQuery(period, by));
  const { data } = breakdown;
  return (
    <Panel
      title={words.title[by]}
      actions={<Segments label={words.by} options={words.dimensions} value={by} onChange={onBy} />}
    >
      {breakdown.isPending ? (
        <div aria-busy="true" className={styles.loading}>
          <Skeleton shape="block" />
        </div>
      ) : data ? (
        data.items.length === 0 ? (
          <p className={styles.none}>{words.none}</p>
        ) : (
          <div data-stale={breakdown.isPlaceholderData || undefined}>
            <p className={styles.against}>{againstText(data)}</p>
            <ul className={styles.bars}>
              {data.items.map((item) => (
                <Bar
                  key={String(item.key)}
                  amount={item.amount}
                  before={item.before}
                  most={data.items[0]!.amount.amount}
                >
                  <Name of={item} by={by} days={data} />
                </Bar>
              ))}
              {data.others && (
                <Bar {...data.others} most={data.items[0]!.amount.amount}>
                  {words.others(data.others.count)}
                </Bar>
              )}
            </ul>
          </div>
        )
      ) : (
        <Failure
          {...errorMessage(breakdown.error, overviewWords.spend.failed)}
          onRetry={() => void breakdown.refetch()}
          retrying={breakdown.isFetching}
        />
      )}
    </Panel>
  );
}

/** The days of the second figures, and of the first where they are not those of the current period. */
function againstText({ from, to, before, begun }: SpendBreakdown): string {
  const year = (begun ?? { to }).to.slice(0, 4);
  const days = spanText(before, year);
  return begun === null ? words.against(days) : words.of(spanText({ from, to }, year), days);
}

interface BarProps {
  amount: MoneyValue;
  before: MoneyValue;
  most: number;
  children: ReactNode;
}

function Bar({ amount, before, most, children }: BarProps) {
  return (
    <li className={styles.bar}>
      <span className={styles.name}>{children}</span>
      <span className={styles.amount}>
        <Money value={amount} />
      </span>
      <span className={styles.change}>{changeText(amount.amount, before.amount)}</span>
      <span className={styles.track} aria-hidden="true">
        <span style={{ inlineSize: `${Math.max(0, Math.min(100, (100 * amount.amount) / (most || 1)))}%` }} />
      </span>
    </li>
  );
}

/** '+12%', '−4%'; 'new' where nothing was spent before. */
function changeText(amount: number, before: number): string {
  if (before <= 0) return amount > 0 ? words.isNew : '';
  const percent = Math.round((100 * (amount - before)) / before);
  return `${percent > 0 ? '+' : percent < 0 ? '−' : ''}${Math.abs(percent).toLocaleString('en-US')}%`;
}

/** The filter of the transactions that a key is for. */
const filterOf = { CATEGORY: 'category', PERSON: 'cardholder', MERCHANT: 'merchant' } as const;

function Name({
  of: { key, name, fullName },
  by,
  days,
}: {
  of: SpendBreakdown['items'][number];
  by: SpendDimension;
  days: { from: string; to: string };
}) {
  if (key === null || name === null) return words.noName[by];
  const search = { [filterOf[by]]: key, date: `${days.from}..${days.to}`, status: 'PENDING,SETTLED,RETURNED' };
  return (
    <Link to={paths.transactions} search={search} title={fullName ?? name}>
      {name}
    </Link>
  );
}
