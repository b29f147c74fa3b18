import { lazy, Suspense } from 'react';
import { whyNotPermitted } from '@florin/contract/permissions';
import type { UserInfo } from '@florin/contract/program/user-info';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Panel } from '../../../../kit/layout/Panel.tsx';
import { WhenNear } from '../../../../kit/layout/WhenNear.tsx';
import { overviewWords as words } from '../../../../messages/en/program/overview.ts';
import { paths } from '../../../../paths.ts';
import { usePerson } from '../../../../session/person.ts';
import { outstandingFeesQuery } from '../../../../session/queries/business-queries.ts';
import { forecastQuery } from '../../../../session/queries/forecast-query.ts';
import { queryClient } from '../../../../session/queries/query-client.ts';
import { BalanceStrip } from './BalanceStrip.tsx';
import { JustNow } from './JustNow.tsx';
import { NeedsYou } from './NeedsYou.tsx';
import { feedQuery, figureNames, needsQuery, type FigureName } from './queries.ts';
import styles from './Overview.module.css';

/** Charts are below what is read first, and entries are opened. */
const Analysis = lazy(async () => ({ default: (await import('./Analysis.tsx')).Analysis }));
const EntriesSheet = lazy(async () => ({ default: (await import('./EntriesSheet.tsx')).EntriesSheet }));

const isFigure = (name: string | undefined): name is FigureName =>
  name !== undefined && Object.hasOwn(figureNames, name);

function blocksOf({ role, permissionFlags: flags }: UserInfo, isOpen: boolean) {
  const may = (permission: 'balances.view' | 'transactions.view') =>
    isOpen && whyNotPermitted(permission, { role, flags }) === null;
  return { mayView: may('balances.view'), showsPurchases: may('transactions.view') };
}

/** Requests what is shown first before it is drawn. */
export function askOverview(person: UserInfo, isOpen: boolean): void {
  const { mayView, showsPurchases } = blocksOf(person, isOpen);
  if (!mayView) return;
  void queryClient.prefetchQuery(forecastQuery());
  void queryClient.prefetchQuery(outstandingFeesQuery());
  void queryClient.prefetchQuery(needsQuery());
  if (showsPurchases) void queryClient.prefetchQuery(feedQuery());
}

/**
 * The business of an administrator: what can be spent and why, what needs a person, what just happened, where money went,
 * what is going to happen. Each block loads and fails alone.
 * @param isOpen whether the account is in use: only then is there more than its balance
 */
export function Overview({ isOpen }: { isOpen: boolean }) {
  const person = usePerson();
  const search = useSearch({ from: `/signed-in${paths.dashboard}` });
  const navigate = useNavigate();
  const { mayView, showsPurchases } = blocksOf(person, isOpen);
  return (
    <>
      <BalanceStrip opensEntries={mayView} showsPurchases={showsPurchases} />
      {mayView && (
        <div className={showsPurchases ? styles.pair : undefined}>
          <NeedsYou />
          {showsPurchases && <JustNow />}
        </div>
      )}
      {mayView && (
        <WhenNear outline={<Outline showsPurchases={showsPurchases} />}>
          <Suspense fallback={<div className={styles.outline} aria-busy="true" />}>
            <Analysis showsPurchases={showsPurchases} />
          </Suspense>
        </WhenNear>
      )}
      {mayView && isFigure(search.figure) && (
        <Suspense fallback={null}>
          <EntriesSheet
            figure={search.figure}
            onClose={() =>
              void navigate({
                to: paths.dashboard,
                search: ({ figure: _figure, ...rest }) => rest,
                replace: true,
                resetScroll: false,
              })
            }
          />
        </Suspense>
      )}
    </>
  );
}

/** The charts before they are near, so that links and screen readers find them. */
const Outline = ({ showsPurchases }: { showsPurchases: boolean }) => (
  <div className={styles.charts}>
    {showsPurchases && (
      <div className={styles.pair}>
        <Panel title={words.spend.title}>
          <div className={styles.chart} />
        </Panel>
        <Panel title={words.breakdown.title.CATEGORY}>
          <div className={styles.chart} />
        </Panel>
      </div>
    )}
    <div id="forecast">
      <Panel title={words.forecast.title}>
        <div className={styles.chart} />
      </Panel>
    </div>
  </div>
);
