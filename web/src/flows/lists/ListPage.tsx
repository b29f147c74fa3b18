import type { ExportFormat } from '@florin/contract/exports';
import { selectedAtMost } from '@florin/contract/limits';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState, type ReactNode } from 'react';
import { useToday } from '../time/use-now.ts';
import { AreaHead } from '../tabs/TabsHead.tsx';
import { Button } from '../../kit/actions/Button.tsx';
import { PageHead, WidePage } from '../../kit/layout/Page.tsx';
import { FilterBar } from '../../kit/lists/filters/FilterBar.tsx';
import {
  formatFilters,
  formatSort,
  parseFilters,
  type FilterFields,
  type SortSearch,
} from '../../kit/lists/filters/filters.ts';
import { ListEmpty, ListFailed, ListNoMatch } from '../../kit/lists/ListStates.tsx';
import { Pagination } from '../../kit/lists/Pagination.tsx';
import type { Bulk } from '../../kit/lists/table/BulkBar.tsx';
import type { Column, RowGroup, SubRow } from '../../kit/lists/table/columns.ts';
import { Table } from '../../kit/lists/table/Table.tsx';
import { BesideSheet } from '../../kit/overlays/BesideSheet.tsx';
import { listWords as words } from '../../messages/en/kit/lists.ts';
import { errorMessage } from '../../session/failures/error-message.ts';
import { usePerson } from '../../session/person.ts';
import { singleKeys } from '../../session/single-keys.ts';
import { shortDate } from '../time/when.ts';
import { ExportButton } from './ExportButton.tsx';
import { useHiddenColumns, useRowHeight } from './remembered.ts';
import { isFiltered, sortIn, viewSearch, withoutFilters, type ListView } from './search.ts';
import { useUnderstood } from './understood.ts';
import { useArrivals } from './use-arrivals.ts';
import type { ListAddress } from './use-list-address.ts';
import { ViewTabs } from './ViewTabs.tsx';
import styles from './lists.module.css';

/** One answer of a list's call. */
export interface RowsPage<Row> {
  items: readonly Row[];
  nextCursor: string | null;
  /** Set if a filter without an index has searched only the rows so far. */
  searchedBackTo?: string | null;
}

/** The properties for the sheet of the open row. */
export interface SheetPlace {
  /** Null while none is open. */
  id: string | null;
  onClose: () => void;
  onPrevious: (() => void) | null;
  onNext: (() => void) | null;
  /** Whether single keys are shortcuts. */
  keys: boolean;
}

interface ListPageProps<Row, Page extends RowsPage<Row>> {
  /** The list's slug: its columns are remembered and its views saved under it (contract/src/program/list-views.ts). */
  list: string;
  title: string;
  /** The name of the table, where the title is that of several pages. */
  label?: string;
  intro?: ReactNode;
  /** Buttons at the end of the title's line. */
  action?: ReactNode;
  /** Exports exactly the view. @param hidden columns that are switched off */
  onExport?: (format: ExportFormat, hidden: readonly string[]) => Promise<void>;
  /** Between the title and the views, such as the tabs of the pages beside this one. */
  tabs?: ReactNode;
  address: ListAddress;
  /** The filters; each is a parameter of the address. */
  fields: FilterFields;
  /** The label of the search; without it there is none. */
  searchLabel?: string;
  /** The first one is the list without filters. */
  views?: readonly ListView[];
  /** What the call answered for the address (`useInfiniteQuery`). */
  rows: UseInfiniteQueryResult<InfiniteData<Page>>;
  /** Pass the same object while the columns are the same. */
  columns: readonly Column<Row>[];
  /** The order if the address has none. Columns declare whether the list can be sorted by them. */
  order: SortSearch;
  /** Columns that are off by default. */
  hidden?: readonly string[];
  rowId: (row: Row) => string;
  /** For people who cannot see the row. */
  rowName: (row: Row) => string;
  mark?: (row: Row) => ReactNode;
  /** What stands above the table, such as what holds for every row. */
  lead?: ReactNode;
  /** What stands below the table. */
  below?: ReactNode;
  /** What a view shows in place of the rows, where it is not one of them. */
  instead?: ReactNode;
  /** The address that a row opens. Without it, the row's sheet opens. */
  rowHref?: (row: Row) => string;
  subRows?: (row: Row) => readonly SubRow[];
  /** Further single keys, in lower case. Each calls this with the row that has the focus, and opens its sheet. */
  rowKeys?: Readonly<Record<string, (row: Row) => void>>;
  /** Headings between the cards on a phone, while the list is in its default order. */
  group?: (row: Row) => RowGroup;
  /** Actions for the selected rows. Without it, rows cannot be selected. */
  bulk?: (selected: readonly Row[]) => Bulk;
  /** The number of rows of the view; null if the call did not count them. For the selection of all of them. */
  total?: (first: Page) => number | null;
  /** A list that has never had a row. */
  none: { title: string; text: string; action?: ReactNode };
  messages: {
    noMatch: string;
    loadFailed: string;
    moreFailed: string;
    /** '38 transactions' */
    count: (rows: number) => string;
    /** '2 new purchases'. With it, the list starts with the newest row, and arriving rows do not move the rows being read. */
    arrived?: (rows: number) => string;
  };
  /** What to offer after a search without a match, in addition to clearing the filters. */
  noMatchHelp?: ReactNode;
  /** The text about the rows at the foot; by default their number. */
  summary?: (rows: readonly Row[], first: Page, hasMore: boolean) => ReactNode;
  /** What stands above the rows on a phone, such as the sum of the view. */
  renderHead?: (first: Page) => ReactNode;
  /** The sums of exactly this view. */
  renderTotal?: (first: Page) => ReactNode;
  /** The details of the open row. */
  renderSheet?: (place: SheetPlace) => ReactNode;
  /** A row's sheet will open by itself: its room is kept free. */
  awaitsSheet?: boolean;
}

const noSelection: ReadonlySet<string> = new Set();

/**
 * The page of a list: title, views, search and filters, rows by key, selection, and the open row in a sheet. All its
 * state is in the address, except the selection and what the browser stores: columns and row height.
 */
export function ListPage<Row, Page extends RowsPage<Row>>(props: ListPageProps<Row, Page>) {
  const { list, title, intro, action, onExport, tabs, fields, views, rows: loaded, columns, order, rowId } = props;
  const address = useUnderstood(props.address, fields, views);
  const { search, change } = address;
  const { timeZone } = usePerson();
  const today = useToday(timeZone);
  const [keys] = useState(() => singleKeys.read() !== 'off');
  const [height, setHeight] = useRowHeight();
  const [hidden, setHidden] = useHiddenColumns(list, props.hidden ?? [], address);
  const text = useTypedText(search['q'] ?? '', (q) => change({ q }));
  const latest = useMemo(() => loaded.data?.pages.flatMap(({ items }) => items), [loaded.data]);
  const sort = sortIn(
    search,
    columns.flatMap((column) => (column.sort ? [column.id] : [])),
    order,
  );

  // Rows that a filter hides are not selected, so that nobody acts on rows they do not see.
  const filtered = JSON.stringify(viewSearch(search));
  const [selection, setSelection] = useState({ of: filtered, ids: noSelection });
  const selected = selection.of === filtered ? selection.ids : noSelection;

  const all = useSelectAll(loaded, props, (ids) => setSelection({ of: filtered, ids }));

  const openId = search['open'] || null;
  const place = useRef<HTMLDivElement>(null);
  const isTouched = openId !== null || selected.size > 0;
  const { arrived } = props.messages;
  const { rows, waiting, fresh, show } = useArrivals({
    view: filtered,
    latest,
    hasMore: loaded.hasNextPage,
    rowId,
    isNewestFirst: sort.column === order.column && sort.direction === order.direction,
    isInUse: useCallback(() => isTouched || isBeingRead(place.current), [isTouched]),
    enabled: arrived !== undefined,
  });
  const marked = useMemo(() => new Set(fresh), [fresh]);
  const chosen = rows.filter((row) => selected.has(rowId(row)));
  const openIndex = openId === null ? -1 : rows.findIndex((row) => rowId(row) === openId);
  const open = (row: Row | undefined) => change({ open: row === undefined ? null : rowId(row) });
  const neighbor = (step: number) => {
    const row = openIndex < 0 ? undefined : rows[openIndex + step];
    return row === undefined ? null : () => open(row);
  };

  const table = (
    <Table
      label={props.label ?? title}
      rows={rows}
      columns={columns}
      rowId={rowId}
      rowName={props.rowName}
      {...(props.mark && { mark: props.mark })}
      {...(props.rowHref ? { rowHref: props.rowHref } : props.renderSheet && { onOpen: open })}
      {...(props.rowKeys && {
        rowKeys: Object.fromEntries(
          Object.entries(props.rowKeys).map(([key, act]) => [
            key,
            (row: Row) => {
              act(row);
              open(row);
            },
          ]),
        ),
      })}
      {...(props.subRows && { subRows: props.subRows })}
      {...(props.group && sort.column === order.column && { group: props.group })}
      {...(props.bulk && {
        selection: selected,
        onSelection: (ids: ReadonlySet<string>) => setSelection({ of: filtered, ids }),
        bulk: { ...withinLimit(props.bulk(chosen), chosen.length), all },
      })}
      openId={openId}
      {...(text.value !== '' && { onClearSearch: () => text.onChange('') })}
      sort={sort}
      onSort={(next) => change({ sort: formatSort(next) })}
      hidden={hidden}
      onHidden={setHidden}
      density={height}
      onDensity={setHeight}
      loading={loaded.isPending}
      view={filtered}
      behind={text.isAhead}
      expected={12}
      keys={keys}
      place={place}
      fresh={marked}
      arrivals={arrived && waiting > 0 ? { text: arrived(waiting), onShow: show } : null}
      toolbar={
        <FilterBar
          fields={fields}
          filters={parseFilters(fields, search)}
          onFilters={(next) =>
            change({
              ...Object.fromEntries(Object.keys(fields).map((field) => [field, null])),
              ...(formatFilters(fields, next) as Record<string, string>),
            })
          }
          {...(props.searchLabel !== undefined && {
            search: { label: props.searchLabel, value: text.value, onChange: text.onChange },
          })}
          today={today}
          keys={keys}
        />
      }
      cardsHead={loaded.data?.pages[0] && props.renderHead?.(loaded.data.pages[0])}
      empty={
        loaded.isError ? (
          <ListFailed
            {...failure(loaded.error, props.messages.loadFailed)}
            onRetry={() => void loaded.refetch()}
            retrying={loaded.isFetching}
          />
        ) : isFiltered(search) ? (
          <ListNoMatch
            title={props.messages.noMatch}
            text={
              Object.keys(search).some((name) => fields[name]?.kind === 'date') ? words.noMatchDates : words.noMatchText
            }
          >
            {props.noMatchHelp}
            <Button variant="quiet" onClick={() => change(withoutFilters(search))}>
              {words.clear}
            </Button>
          </ListNoMatch>
        ) : (
          <ListEmpty {...props.none} />
        )
      }
      footer={<Foot {...props} loaded={loaded} shown={rows} />}
    />
  );
  return (
    <WidePage>
      <BesideSheet open={(openId !== null && props.renderSheet !== undefined) || props.awaitsSheet === true}>
        <AreaHead tabs={tabs}>
          <PageHead
            title={title}
            {...(intro !== undefined && { intro })}
            action={
              <div className={styles.acts}>
                {onExport && <ExportButton onExport={(format) => onExport(format, [...hidden])} />}
                {action}
              </div>
            }
          />
        </AreaHead>
        <ViewTabs list={list} views={views} address={address} isBelow={tabs !== undefined}>
          <p role="status" className="visually-hidden">
            {waiting + fresh.length > 0 && arrived?.(waiting || fresh.length)}
          </p>
          {props.instead ?? (
            <>
              {props.lead && <div className={styles.lead}>{props.lead}</div>}
              {table}
              {props.below}
            </>
          )}
        </ViewTabs>
      </BesideSheet>
      {props.renderSheet?.({
        id: openId,
        onClose: () => open(undefined),
        onPrevious: neighbor(-1),
        onNext: neighbor(1),
        keys,
      })}
    </WidePage>
  );
}

/** At most as many rows as one bulk call takes. */
const withinLimit = (bulk: Bulk, selected: number): Bulk =>
  selected <= selectedAtMost
    ? bulk
    : { ...bulk, actions: bulk.actions.map((one) => ({ ...one, reason: words.tooManySelected(selectedAtMost) })) };

/** Selects all rows of a view, up to the most that can be. Those that are not loaded yet are fetched, page by page. */
function useSelectAll<Row, Page extends RowsPage<Row>>(
  loaded: UseInfiniteQueryResult<InfiniteData<Page>>,
  { rowId, total }: Pick<ListPageProps<Row, Page>, 'rowId' | 'total'>,
  onSelect: (ids: ReadonlySet<string>) => void,
): NonNullable<Bulk['all']> {
  const [pending, setPending] = useState(false);
  const idsIn = (data: InfiniteData<Page> | undefined) => data?.pages.flatMap(({ items }) => items.map(rowId)) ?? [];
  const first = loaded.data?.pages[0];
  const select = async () => {
    setPending(true);
    let result: Pick<typeof loaded, 'data' | 'hasNextPage' | 'isFetchNextPageError'> = loaded;
    while (result.hasNextPage && !result.isFetchNextPageError && idsIn(result.data).length < selectedAtMost)
      result = await loaded.fetchNextPage();
    onSelect(new Set(idsIn(result.data).slice(0, selectedAtMost)));
    setPending(false);
  };
  return {
    count: loaded.hasNextPage ? ((first && total?.(first)) ?? null) : idsIn(loaded.data).length,
    most: selectedAtMost,
    pending,
    onSelect: () => void select(),
  };
}

/** Whether the page is scrolled, or the pointer or the focus is where rows are pressed. */
function isBeingRead(place: HTMLElement | null): boolean {
  const focused = document.activeElement?.closest('[data-index]') ?? null;
  // A finger that has left the screen has no position.
  const isPointedAt = window.matchMedia('(hover: hover)').matches && (place?.matches(':hover') ?? false);
  return window.scrollY > 0 || isPointedAt || (focused !== null && (place?.contains(focused) ?? false));
}

const failure = (error: unknown, title: string) => ({
  title,
  text: words.failedText,
  correlationId: errorMessage(error, title).correlationId,
});

type FootProps<Row, Page extends RowsPage<Row>> = Pick<
  ListPageProps<Row, Page>,
  'title' | 'label' | 'messages' | 'summary' | 'renderTotal'
> & {
  loaded: UseInfiniteQueryResult<InfiniteData<Page>>;
  shown: readonly Row[];
};

/** The sum of the rows, and the next rows. */
function Foot<Row, Page extends RowsPage<Row>>({
  title,
  label = title,
  messages,
  summary,
  renderTotal,
  loaded,
  shown,
}: FootProps<Row, Page>) {
  const { timeZone } = usePerson();
  const [hasFailed, setFailed] = useState(false);
  const first = loaded.data?.pages[0];
  const last = loaded.data?.pages.at(-1);
  if (first === undefined || shown.length === 0) return null;
  const more = async () => {
    setFailed((await loaded.fetchNextPage()).isFetchNextPageError);
  };
  const count = summary?.(shown, first, loaded.hasNextPage) ?? messages.count(shown.length);
  const back = last?.searchedBackTo ?? null;
  return (
    <>
      {hasFailed && (
        <ListFailed
          {...failure(loaded.error, messages.moreFailed)}
          onRetry={() => void more()}
          retrying={loaded.isFetchingNextPage}
        />
      )}
      <Pagination
        label={label}
        summary={
          back === null ? (
            count
          ) : (
            <>
              {count}. {words.searchedTo(shortDate(back, timeZone))}
            </>
          )
        }
        total={renderTotal?.(first)}
        onMore={loaded.hasNextPage ? () => void more() : null}
        pending={loaded.isFetchingNextPage}
      />
    </>
  );
}

/**
 * The text of a search field whose state is in the address. The field shows typed text at once and keeps it until the
 * address has it, so that no letter is lost. Any other change of the address replaces the text.
 */
function useTypedText(inAddress: string, write: (text: string) => void) {
  /** The typed text, and the texts that the address has had or will have until it contains it. */
  const [typed, setTyped] = useState<{ text: string; onTheWay: readonly string[] } | null>(null);
  const isAhead = typed !== null && typed.text !== inAddress && typed.onTheWay.includes(inAddress);
  if (typed !== null && !isAhead) setTyped(null);
  return {
    value: isAhead ? typed.text : inAddress,
    /** The address, and so the rows, do not have the typed text yet. */
    isAhead,
    onChange: (text: string) => {
      setTyped({ text, onTheWay: [...(typed?.onTheWay ?? [inAddress]), text] });
      // The letter is shown before the rows change, which takes longer.
      requestAnimationFrame(() => setTimeout(() => write(text)));
    },
  };
}
