import type { TransactionLine } from '@florin/contract/transactions';
import { useInfiniteQuery, type UseInfiniteQueryResult } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { easternDay, shortDate } from '../../../flows/transactions/when.ts';
import { Button } from '../../../kit/actions/Button.tsx';
import { FilterBar } from '../../../kit/lists/filters/FilterBar.tsx';
import { formatFilters, formatSort, parseFilters } from '../../../kit/lists/filters/filters.ts';
import { ListEmpty, ListFailed, ListNoMatch } from '../../../kit/lists/ListStates.tsx';
import { Pagination } from '../../../kit/lists/Pagination.tsx';
import { Table } from '../../../kit/lists/table/Table.tsx';
import { Tabs } from '../../../kit/lists/Tabs.tsx';
import { PageHead, WidePage } from '../../../kit/layout/Page.tsx';
import { BesideSheet } from '../../../kit/overlays/BesideSheet.tsx';
import { Money } from '../../../kit/text/Money.tsx';
import { transactionWords as words } from '../../../messages/en/transactions.ts';
import { useEpoch } from '../../../session/browser-session.ts';
import { errorMessage } from '../../../session/failures/error-message.ts';
import { columnsOf, dayOf, feesOf, markOf, nameOf } from './columns.tsx';
import { fields, isFiltered, queryOf, sortOf, viewOf, views, type Query, type View } from './list-search.ts';
import { idOf, listQuery, type Page, type Scope } from './queries.ts';
import { TransactionSheet } from './TransactionSheet.tsx';
import type { ListAddress } from './use-list-search.ts';
import styles from './transactions.module.css';

interface TransactionListProps {
  scope: Scope;
  title: string;
  intro: string;
  /** What an account without any is told. */
  none: { title: string; text: string };
  address: ListAddress;
  /** What the page shows of all, besides the filters. */
  only?: Pick<Query, 'declined'>;
  hasViews?: boolean;
}

const viewNames = Object.keys(views) as View[];
const noSearch = { q: null, date: null, status: null, category: null, amount: null, fees: null } as const;

/** A list of transactions: views, filters, rows by key, and one of them in a sheet; its whole state is in the address. */
export function TransactionList({ scope, title, intro, none, address, only, hasViews = false }: TransactionListProps) {
  // A change of account renews the session, and the query's key with it.
  useEpoch();
  const { search, change } = address;
  const [today] = useState(() => easternDay(Date.now()));
  const query = useMemo(() => ({ ...queryOf(search, today), ...only }), [search, today, only]);
  const list = useInfiniteQuery(listQuery(scope, query));
  const rows = useMemo(() => list.data?.pages.flatMap(({ items }) => items) ?? [], [list.data]);
  const columns = useMemo(() => columnsOf(scope), [scope]);
  const openIndex = rows.findIndex(({ id }) => id === search.open);
  const show = (row: TransactionLine | undefined) => change({ open: row?.id ?? null });
  const neighbor = (step: number) => {
    const row = openIndex < 0 ? undefined : rows[openIndex + step];
    return row === undefined ? null : () => show(row);
  };
  const view = viewOf(search);
  const clear = () => change(noSearch);

  const table = (
    <Table
      label={title}
      rows={rows}
      columns={columns}
      rowId={idOf}
      rowName={nameOf}
      mark={markOf}
      subRows={feesOf}
      group={sortOf(search).column === 'date' ? dayOf : undefined}
      onOpen={show}
      openId={search.open ?? null}
      sort={sortOf(search)}
      onSort={(next) => change({ sort: formatSort(next) })}
      loading={list.isPending}
      expected={12}
      toolbar={
        <FilterBar
          fields={fields}
          filters={parseFilters(fields, { ...search })}
          onFilters={(next) => change({ ...noSearch, q: search.q ?? null, ...formatFilters(fields, next) })}
          search={{ label: words.search, value: search.q ?? '', onChange: (q) => change({ q }) }}
          today={today}
        />
      }
      empty={
        list.isError ? (
          <ListFailed
            {...failed(list.error, words.loadFailed)}
            onRetry={() => void list.refetch()}
            retrying={list.isFetching}
          />
        ) : isFiltered(search) ? (
          <ListNoMatch title={words.noMatch} text={words.noMatchText}>
            <Button variant="quiet" onClick={clear}>
              {words.clear}
            </Button>
          </ListNoMatch>
        ) : (
          <ListEmpty title={none.title} text={none.text} />
        )
      }
      footer={<Foot list={list} rows={rows} />}
    />
  );
  return (
    <WidePage>
      <BesideSheet open={search.open !== undefined}>
        <PageHead title={title} intro={intro} />
        {hasViews ? (
          <Tabs
            label={words.views}
            items={[...viewNames, ...(view === null ? (['filtered'] as const) : [])].map((id) => ({
              id,
              label: words.view[id],
            }))}
            selectedId={view ?? 'filtered'}
            onSelect={(id) => id !== 'filtered' && change({ ...noSearch, ...views[id as View] })}
          >
            {table}
          </Tabs>
        ) : (
          table
        )}
      </BesideSheet>
      <TransactionSheet
        scope={scope}
        id={search.open ?? null}
        onClose={() => show(undefined)}
        onPrevious={neighbor(-1)}
        onNext={neighbor(1)}
      />
    </WidePage>
  );
}

const failed = (error: unknown, title: string) => ({
  title,
  text: words.failedText,
  correlationId: errorMessage(error, title).correlationId,
});

type Loaded = UseInfiniteQueryResult<{ pages: Page[] }>;

/** What the rows are together, and those after them. */
function Foot({ list, rows }: { list: Loaded; rows: readonly TransactionLine[] }) {
  const [hasFailed, setFailed] = useState(false);
  const first = list.data?.pages[0];
  const last = list.data?.pages.at(-1);
  if (first === undefined || rows.length === 0) return null;
  const more = async () => {
    setFailed((await list.fetchNextPage()).isFetchNextPageError);
  };
  const shown = first.totals === null ? words.rows(rows.length) : words.ofAll(rows.length, first.totals.transactions);
  const back = last?.searchedBackTo ?? null;
  return (
    <>
      {hasFailed && (
        <ListFailed
          {...failed(list.error, words.moreFailed)}
          onRetry={() => void more()}
          retrying={list.isFetchingNextPage}
        />
      )}
      <Pagination
        label={words.list}
        summary={back === null ? shown : `${shown}. ${words.searchedTo(shortDate(back))}`}
        total={first.totals === null ? undefined : <Sums {...first.totals} />}
        onMore={list.hasNextPage ? () => void more() : null}
        pending={list.isFetchingNextPage}
      />
    </>
  );
}

/** The sums of exactly this view. */
function Sums({ settled, held, returned, fees }: NonNullable<Page['totals']>) {
  const parts = [
    { label: words.sums.settled, value: settled },
    { label: words.sums.held, value: held },
    { label: words.sums.returned, value: returned },
    { label: words.sums.fees, value: fees },
  ].filter(({ value }) => value.amount !== 0);
  return (
    <span className={styles.sums}>
      {parts.map(({ label, value }) => (
        <span key={label}>
          {label}{' '}
          <b>
            <Money value={value} />
          </b>
        </span>
      ))}
    </span>
  );
}
