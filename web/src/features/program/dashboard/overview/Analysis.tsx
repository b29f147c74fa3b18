import { SpendDimension, SpendPeriod } from '@florin/contract/program/dashboard';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { paths } from '../../../../paths.ts';
import { BreakdownPanel } from './BreakdownPanel.tsx';
import { ForecastPanel } from './ForecastPanel.tsx';
import { SpendPanel } from './SpendPanel.tsx';
import styles from './Overview.module.css';

const chosen = <T extends string>(value: string | undefined, options: readonly T[]): T =>
  options.find((each) => each.toLowerCase() === value) ?? options[0]!;

/** Where money went, and what is going to happen. The period and the split are in the address. */
export function Analysis({ showsPurchases }: { showsPurchases: boolean }) {
  const search = useSearch({ from: `/signed-in${paths.dashboard}` });
  const navigate = useNavigate();
  const change = (part: { period?: string; by?: string }) =>
    void navigate({
      to: paths.dashboard,
      search: (before) => ({ ...before, ...part }),
      replace: true,
      resetScroll: false,
    });
  const period = chosen(search.period, SpendPeriod.options);
  const by = chosen(search.by, SpendDimension.options);
  return (
    <>
      {showsPurchases && (
        <div className={styles.pair}>
          <SpendPanel period={period} onPeriod={(next) => change({ period: next.toLowerCase() })} />
          <BreakdownPanel period={period} by={by} onBy={(next) => change({ by: next.toLowerCase() })} />
        </div>
      )}
      <ForecastPanel />
    </>
  );
}
