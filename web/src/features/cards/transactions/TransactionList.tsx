import { exportMyTransactions, exportTransactions, type TransactionLine } from '@florin/contract/cards/transactions';
import type { UserInfo } from '@florin/contract/program/user-info';
import type { ExportFormat } from '@florin/contract/exports';
import { useInfiniteQuery } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useMemo, useState, type ReactNode } from 'react';
import { Download, NotebookPen } from 'lucide-react';
import { download } from '../../../flows/lists/download.ts';
import { ListPage, type SheetPlace } from '../../../flows/lists/ListPage.tsx';
import type { ListSearch } from '../../../flows/lists/search.ts';
import { useListAddress } from '../../../flows/lists/use-list-address.ts';
import { Money } from '../../../kit/text/Money.tsx';
import { listWords } from '../../../messages/en/kit/lists.ts';
import { useToday } from '../../../flows/time/use-now.ts';
import { transactionWords as words } from '../../../messages/en/cards/transactions.ts';
import { useEpoch } from '../../../session/browser-session.ts';
import { useReason } from '../../../session/PermittedButton.tsx';
import { leftOpenAbout } from '../../../session/kept-forms/use-kept-form.ts';
import { usePerson, whileShown } from '../../../session/person.ts';
import { columnsOf, markOf, partsIn, daySums, groupIn, sumOf, Total } from './columns.tsx';
import { fieldsOf, order, queryOf, views, type Query } from './list-search.ts';
import type { NotedLine } from './NoteDialog.tsx';
import { countRows, idOf, listQuery, type Page, type Scope } from './queries.ts';
import styles from './transactions.module.css';
import { queryClient } from '../../../session/queries/query-client.ts';

// Loaded when a row is opened.
const TransactionSheet = lazy(async () => ({ default: (await import('./TransactionSheet.tsx')).TransactionSheet }));

// Shown where a search finds nothing.
const DidYouMean = lazy(() => import('./DidYouMean.tsx'));
const NoteDialog = lazy(() => import('./NoteDialog.tsx'));

interface TransactionListProps {
  scope: Scope;
  /** The list's slug. */
  list: string;
  title: string;
  intro: string;
  /** Links to the lists beside this one. */
  tabs?: ReactNode;
  /** The text for an account without any. */
  none: { title: string; text: string; action?: ReactNode };
  /** What the page shows of all, besides the filters. */
  only?: Pick<Query, 'declined'>;
  hasViews?: boolean;
}

/**
 * Prepares a list of transactions.
 * @param only as `TransactionList` has it
 * @returns for `prepared` (routes/frames.tsx)
 */
export const prepareList =
  (scope: Scope, only?: TransactionListProps['only']) =>
  async (person: UserInfo, search: ListSearch): Promise<() => void> =>
    whileShown(
      person,
      () =>
        void queryClient.prefetchInfiniteQuery(
          listQuery(scope, { ...queryOf(scope, search, person.timeZone), ...only }),
        ),
    );

/** A list of transactions, each with its details in a sheet. */
export function TransactionList({ scope, only, hasViews = false, ...page }: TransactionListProps) {
  // A change of account renews the session, and the query's key with it.
  useEpoch();
  const address = useListAddress();
  const { timeZone } = usePerson();
  const today = useToday(timeZone);
  const queryIn = useCallback(
    (search: ListSearch) => ({ ...queryOf(scope, search, timeZone, today), ...only }),
    [scope, timeZone, today, only],
  );
  const query = useMemo(() => queryIn(address.search), [queryIn, address.search]);
  const rows = useInfiniteQuery(listQuery(scope, query));
  const isBeside = Boolean(address.search['open']);
  const columns = useMemo(() => columnsOf(scope, timeZone, isBeside), [scope, timeZone, isBeside]);
  const ofDeclines = only?.declined === 'true' || address.search['status'] === 'DECLINED';
  const inZone = useMemo(() => partsIn(timeZone, today, ofDeclines), [timeZone, today, ofDeclines]);
  const { data, hasNextPage } = rows;
  const group = useMemo(() => {
    const lines = ofDeclines ? [] : (data?.pages.flatMap(({ items }) => items) ?? []);
    return groupIn(timeZone, today, daySums(lines, timeZone, hasNextPage));
  }, [data, hasNextPage, ofDeclines, timeZone, today]);
  const take = (format: ExportFormat, selected: readonly TransactionLine[] = []) => {
    const id = selected.map((line) => line.id).join(',');
    const input = { query: { ...query, format, ...(id && { id }) } };
    return scope === 'business' ? download(exportTransactions, input) : download(exportMyTransactions, input);
  };
  const noting = useReason('transactions.note') ?? undefined;
  const [noted, setNoted] = useState(() => leftOpenAbout('notes') as readonly NotedLine[] | null);
  return (
    <>
      <ListPage
        {...page}
        address={address}
        onExport={(format) => take(format)}
        fields={fieldsOf(scope)}
        searchLabel={words.search[scope]}
        {...(hasViews && { views })}
        rows={rows}
        columns={columns}
        order={order}
        rowId={idOf}
        {...inZone}
        group={group}
        mark={markOf}
        total={({ totals }) => totals?.transactions ?? null}
        bulk={(selected) => ({
          summary: <Sum of={selected} />,
          actions: [
            {
              id: 'export',
              icon: Download,
              label: listWords.exportSelected(selected.length),
              onAction: () => void take('csv', selected),
            },
            ...(scope === 'business'
              ? [
                  {
                    id: 'note',
                    icon: NotebookPen,
                    label: words.bulkNote.act,
                    reason: noting,
                    onAction: () => setNoted(selected),
                  },
                ]
              : []),
          ],
        })}
        noMatchHelp={
          <Suspense>
            <DidYouMean
              scope={scope}
              list={page.list}
              {...address}
              fields={fieldsOf(scope)}
              count={(search, signal) => countRows(scope, queryIn(search), signal)}
            />
          </Suspense>
        }
        messages={{
          noMatch: words.noMatch,
          loadFailed: words.loadFailed,
          moreFailed: words.moreFailed,
          count: words.rows,
          arrived: words.arrived,
        }}
        summary={({ length }, { totals }, hasMore) => {
          if (totals !== null) return listWords.ofAll(length, words.rows(totals.transactions));
          return hasMore ? words.rowsSoFar(length) : words.rows(length);
        }}
        renderHead={({ totals }) => totals && !ofDeclines && <Head of={totals} />}
        renderTotal={({ totals }) => (totals ? <Sums {...totals} /> : words.tooManyToSum)}
        renderSheet={(place) => <Sheet scope={scope} {...place} />}
      />
      <Suspense>{noted !== null && <NoteDialog of={noted} onClose={() => setNoted(null)} />}</Suspense>
    </>
  );
}

/** Once it is loaded it stays, so that the focus returns where it came from. */
function Sheet(props: SheetPlace & { scope: Scope }) {
  const [isLoaded, setLoaded] = useState(false);
  if (props.id !== null && !isLoaded) setLoaded(true);
  return (
    isLoaded && (
      <Suspense>
        <TransactionSheet {...props} />
      </Suspense>
    )
  );
}

/** What was selected together. */
function Sum({ of }: { of: readonly TransactionLine[] }) {
  const sum = sumOf(of);
  return sum && <Money value={sum} />;
}

/** Above the rows on a phone, whose foot is far away. */
function Head({ of: { transactions, settled, held, returned, incoming, fees } }: { of: NonNullable<Page['totals']> }) {
  const amount = settled.amount + held.amount + fees.amount - returned.amount - incoming.amount;
  return (
    <p className={styles.viewTotal}>
      <span>{words.rows(transactions)}</span>
      <b>
        <Total of={{ ...settled, amount }} />
      </b>
    </p>
  );
}

/** The sums of exactly this view, as the sum that they are (look, rule 2). */
function Sums({ settled, held, returned, incoming, fees }: NonNullable<Page['totals']>) {
  const parts = [
    { label: words.sums.settled, amount: settled.amount },
    { label: words.sums.held, amount: held.amount },
    { label: words.sums.fees, amount: fees.amount },
    { label: words.sums.returned, amount: -returned.amount },
    { label: words.refundComing, amount: -incoming.amount },
  ].filter(({ amount }) => amount !== 0);
  const total = parts.reduce((sum, { amount }) => sum + amount, 0);
  const { currency } = settled;
  return (
    <span className={styles.sums}>
      {parts.map(({ label, amount }, index) => (
        <span key={label}>
          {index > 0 && (amount < 0 ? '− ' : '+ ')}
          {label}{' '}
          <b>
            <Money value={{ amount: index > 0 ? Math.abs(amount) : amount, currency }} />
          </b>
        </span>
      ))}
      {parts.length > 1 && (
        <span>
          ={' '}
          <b>
            <Money value={{ amount: total, currency }} />
          </b>
        </span>
      )}
    </span>
  );
}
