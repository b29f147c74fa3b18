import { ArrowUp, ChevronDown, ChevronUp } from 'lucide-react';
import { Fragment, useEffect, useLayoutEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react';
import { classNames } from '../../class-names.ts';
import { Icon } from '../../text/Icon.tsx';
import { useWindowedRows } from '../use-windowed-rows.ts';
import { BulkBar, type Bulk } from './BulkBar.tsx';
import {
  isFolded,
  nextSort,
  shownColumns,
  type Column,
  type Density,
  type RowGroup,
  type Sort,
  type SubRow,
} from './columns.ts';
import { RowCard } from './RowCard.tsx';
import type { RowContext } from './rows.ts';
import { SelectBox } from './SelectBox.tsx';
import { coverage, toggled, withRange } from './selection.ts';
import { SkeletonRows } from './SkeletonRows.tsx';
import styles from './Table.module.css';
import { TableRow } from './TableRow.tsx';
import { TableTools } from './TableTools.tsx';
import { useFixedWidths } from './use-fixed-widths.ts';
import { useRoom } from './use-room.ts';
import { useTableKeys } from './use-table-keys.ts';
import { kitListWords } from '../../../messages/en/kit/kit-lists.ts';

const words = kitListWords.table;

/** With this many rows or more, only the visible rows and their neighbors are in the document. */
const windowedFrom = 200;

/** Rows that have come while a table was in use. */
interface Arrivals {
  /** What has come: '2 new purchases'. */
  text: string;
  onShow: () => void;
}

interface TableProps<Row> {
  /** The name of the table, which says what its rows are. */
  label: string;
  rows: readonly Row[];
  /** The first column identifies the row. Pass the same object while the columns are the same. */
  columns: readonly Column<Row>[];
  rowId: (row: Row) => string;
  /** For people who cannot see the row. */
  rowName: (row: Row) => string;
  /** A small picture before the name, such as initials; decoration. */
  mark?: (row: Row) => ReactNode;
  /** Pressing a row opens this address, or calls this function. */
  rowHref?: (row: Row) => string;
  onOpen?: (row: Row) => void;
  /** The row whose details are shown. */
  openId?: string | null;
  /** Lines that always follow a row, such as fees. */
  subRows?: (row: Row) => readonly SubRow[];
  /** Headings between the cards on a phone, such as days. */
  group?: (row: Row) => RowGroup;
  sort?: Sort | null;
  onSort?: (sort: Sort) => void;
  /** The ids of selected rows, including those of other pages. */
  selection?: ReadonlySet<string>;
  onSelection?: (selection: ReadonlySet<string>) => void;
  /** With a text in the search. */
  onClearSearch?: () => void;
  /** Selecting rows is the purpose of the table, so cards always have their checkboxes. */
  selects?: boolean;
  bulk?: Bulk;
  /** Columns that are switched off. The caller stores them, and the density. */
  hidden?: ReadonlySet<string>;
  onHidden?: (hidden: ReadonlySet<string>) => void;
  density?: Density;
  onDensity?: (density: Density) => void;
  /** Shows placeholder rows instead of rows. */
  loading?: boolean;
  /** What the rows are of: search, filters, order. J and K begin at the first row where it changes. */
  view?: string;
  /** The rows are still those of an earlier search. */
  behind?: boolean;
  /** The number of placeholder rows while rows are loading. */
  expected?: number;
  /** The table is in the caller's panel, which has the heading. */
  inPanel?: boolean;
  /** Shown above the rows, such as a filter bar. */
  toolbar?: ReactNode;
  /** What stands above the cards on a phone, such as a sum. */
  cardsHead?: ReactNode;
  /** Replaces the rows if there are none. */
  empty?: ReactNode;
  /** Shown below the rows: a page that failed to load, a sum, the pages. */
  footer?: ReactNode;
  /** Off if the person has switched off single-key shortcuts (WCAG 2.1.4). */
  keys?: boolean;
  /** Further single keys, in lower case, for the row that has the focus and is not open. */
  rowKeys?: Readonly<Record<string, (row: Row) => void>>;
  /** Rows that wait to be brought in, above those that are there. */
  arrivals?: Arrivals | null;
  /** Rows that have just arrived; they are tinted. */
  fresh?: ReadonlySet<string>;
  /** The outermost element, for a caller that listens to its events. */
  place?: RefObject<HTMLDivElement | null>;
}

/** Of a row with its border, in pixels. */
const estimatedHeights: Readonly<Record<Density, number>> = { roomy: 53, comfortable: 45, compact: 37 };

const noColumns: ReadonlySet<string> = new Set();

/**
 * Rows to compare, sort, select and open: a table if there is room, otherwise, as on a phone, a card for each row. Any
 * number of rows scrolls with the page.
 */
export function Table<Row>(props: TableProps<Row>) {
  const { label, rows, rowId, rowName, mark, rowHref, onOpen, openId = null, subRows, group } = props;
  const { sort = null, onSort, selection, onSelection, bulk, hidden = noColumns, density = 'comfortable' } = props;
  const {
    selects = false,
    loading = false,
    behind = false,
    expected,
    inPanel = false,
    toolbar,
    empty,
    footer,
    keys = true,
  } = props;
  const { arrivals = null, fresh = noColumns } = props;
  const ownPlace = useRef<HTMLDivElement>(null);
  const place = props.place ?? ownPlace;
  const list = useRef<HTMLTableElement & HTMLUListElement>(null);
  const anchor = useRef<string | null>(null);
  const [selecting, setSelecting] = useState(false);
  const columns = useMemo(() => shownColumns(props.columns, hidden), [props.columns, hidden]);
  const content = useMemo(() => ({ columns, rows, density }), [columns, rows, density]);
  const room = useRoom(place, content);
  const isWindowed = rows.length >= windowedFrom;
  const windowed = useWindowedRows(list, {
    count: rows.length,
    estimatedHeight: room === 'cards' ? 76 : estimatedHeights[density],
    enabled: isWindowed,
  });
  const shape = useMemo(() => ({ content, room }), [content, room]);
  const widths = useFixedWidths(list, {
    enabled: isWindowed && room !== 'cards',
    content: shape,
    drawn: windowed.rows,
    name: onSelection ? 1 : 0,
  });
  const ids = useMemo(() => rows.map(rowId), [rows, rowId]);
  const selected = selection ?? noColumns;
  const openIndex = openId === null ? -1 : ids.indexOf(openId);

  const latest = useRef({ ids, selected, onSelection });
  useLayoutEffect(() => {
    latest.current = { ids, selected, onSelection };
  });
  const canSelect = onSelection !== undefined;
  const context = useMemo<RowContext<Row>>(
    () => ({
      columns,
      rowId,
      rowName,
      mark,
      rowHref,
      onOpen,
      subRows,
      onToggle: canSelect
        ? (id, range) => {
            const now = latest.current;
            now.onSelection?.(range ? withRange(now.selected, now.ids, anchor.current, id) : toggled(now.selected, id));
            anchor.current = id;
          }
        : undefined,
      selectLabel: words.select,
    }),
    [columns, rowId, rowName, mark, rowHref, onOpen, subRows, canSelect],
  );

  const focusRow = useRowFocus(list, windowed.show);
  // The focus goes to the first row that was brought in: the button that was pressed is gone.
  const goesToFresh = useRef(false);
  const bringIn = () => {
    goesToFresh.current = true;
    arrivals?.onShow();
  };
  useLayoutEffect(() => {
    if (!goesToFresh.current || arrivals !== null) return;
    goesToFresh.current = false;
    const first = ids.findIndex((id) => fresh.has(id));
    if (first === 0) window.scrollTo({ top: 0 });
    if (first !== -1) focusRow(first, false);
  });
  /** The search that leads to its rows as soon as they are there. */
  const goesDownFrom = useRef<Element | null>(null);
  const goDown = () => {
    const from = goesDownFrom.current;
    if (from === null || loading || behind) return;
    goesDownFrom.current = null;
    if (rows.length > 0 && document.activeElement === from) focusRow(0, false);
  };
  useLayoutEffect(goDown);
  useTableKeys(place, {
    enabled: keys,
    goDown: (search) => {
      goesDownFrom.current = search;
      goDown();
    },
    ids: () => latest.current.ids,
    view: props.view,
    openIndex,
    focusRow,
    toggleRow: (index, range) => {
      const id = ids[index];
      if (id !== undefined) context.onToggle?.(id, range);
    },
    hasSelection: selected.size > 0,
    clearSelection: () => onSelection?.(noColumns),
    clearSearch: props.onClearSearch,
    rowKey: (key) => {
      const act = props.rowKeys?.[key];
      return act && ((index) => rows[index] !== undefined && act(rows[index]));
    },
    goToBulk: () => place.current?.querySelector<HTMLElement>('[data-bulk] button')?.focus(),
    // With a row open, the key leaves the focus in its sheet.
    bringIn: arrivals === null ? null : openIndex === -1 ? bringIn : arrivals.onShow,
  });

  const shownIn = columns.filter((column) => !isFolded(column, room));
  const covered = coverage(selected, ids);
  const isEmpty = rows.length === 0 && !loading;
  const showsBoxes = selects || selecting || selected.size > 0;
  const drawn = windowed.rows.flatMap(({ index, gap }) => {
    const row = rows[index];
    return row === undefined ? [] : [{ row, id: ids[index]!, index, gap }];
  });
  const Around = inPanel ? 'div' : 'section';
  return (
    <Around
      ref={place}
      className={inPanel ? styles.inPanel : styles.panel}
      aria-label={inPanel ? undefined : label}
      aria-busy={loading || undefined}
    >
      <div className={styles.toolbar} data-toolbar={room}>
        <div className={styles.filters}>{toolbar}</div>
        <div className={styles.tools}>
          <TableTools
            room={room}
            columns={props.columns}
            hidden={hidden}
            onHidden={props.onHidden}
            density={density}
            onDensity={props.onDensity}
            sort={sort}
            onSort={onSort}
            selecting={canSelect && !selects ? showsBoxes : undefined}
            onSelecting={(next) => {
              setSelecting(next);
              if (!next) onSelection?.(noColumns);
            }}
          />
        </div>
      </div>
      <p role="status" className="visually-hidden">
        {loading ? words.loading : selected.size > 0 ? words.selected(selected.size) : ''}
      </p>
      {arrivals !== null && room === 'cards' && (
        <div className={styles.arrivals}>
          <ArrivalsButton {...arrivals} onShow={bringIn} />
        </div>
      )}
      {isEmpty ? (
        empty
      ) : room === 'cards' ? (
        <>
          {!loading && props.cardsHead}
          <ul ref={list} className={styles.cards} aria-label={label}>
            {loading && (
              <SkeletonRows columns={columns} marked={mark !== undefined} selectable={false} count={expected} cards />
            )}
            {drawn.map(({ row, id, index, gap }) => {
              const before = index === 0 ? undefined : rows[index - 1];
              const heading = group?.(row) ?? null;
              const isFirst = heading !== null && (before === undefined || group?.(before).id !== heading.id);
              return (
                <Fragment key={id}>
                  {gap > 0 && <li aria-hidden="true" style={{ height: gap }} />}
                  <RowCard
                    row={row}
                    index={index}
                    count={rows.length}
                    heading={isFirst ? heading : null}
                    selecting={showsBoxes}
                    isSelected={selected.has(id)}
                    isOpen={id === openId}
                    isFresh={fresh.has(id)}
                    context={context}
                    measure={windowed.measure}
                  />
                </Fragment>
              );
            })}
            {windowed.gapAfter > 0 && <li aria-hidden="true" style={{ height: windowed.gapAfter }} />}
          </ul>
        </>
      ) : (
        <table
          ref={list}
          className={classNames(styles.table, widths && styles.fixed)}
          data-density={density}
          data-room={shownIn.length < columns.length ? room : 'columns'}
          aria-label={label}
          aria-rowcount={isWindowed ? rows.length + 1 : undefined}
        >
          {widths && (
            <colgroup>
              {widths.map((width, index) => (
                <col key={index} style={{ width }} />
              ))}
            </colgroup>
          )}
          <thead>
            <tr>
              {canSelect && (
                <td className={styles.check}>
                  <SelectBox
                    label={words.selectAll}
                    checked={covered === 'all'}
                    partly={covered === 'some'}
                    onToggle={() => {
                      const listed = new Set(ids);
                      const rest = [...selected].filter((id) => !listed.has(id));
                      onSelection(new Set(covered === 'all' ? rest : [...rest, ...ids]));
                    }}
                  />
                </td>
              )}
              {shownIn.map((column, index) => (
                <HeaderCell key={column.id} column={column} sort={sort} onSort={onSort}>
                  {index === 0 && arrivals !== null && <ArrivalsButton {...arrivals} onShow={bringIn} />}
                </HeaderCell>
              ))}
            </tr>
          </thead>
          {loading && (
            <SkeletonRows columns={shownIn} marked={mark !== undefined} selectable={canSelect} count={expected} />
          )}
          {drawn.map(({ row, id, index, gap }) => (
            <Fragment key={id}>
              {gap > 0 && <Gap height={gap} />}
              <TableRow
                row={row}
                index={index}
                room={room}
                isSelected={selected.has(id)}
                isOpen={id === openId}
                isFresh={fresh.has(id)}
                context={context}
                measure={windowed.measure}
              />
            </Fragment>
          ))}
          {windowed.gapAfter > 0 && <Gap height={windowed.gapAfter} />}
        </table>
      )}
      {bulk && selected.size > 0 && (
        <BulkBar {...bulk} count={selected.size} onClear={() => onSelection?.(noColumns)} />
      )}
      {footer}
    </Around>
  );
}

interface HeaderCellProps<Row> {
  column: Column<Row>;
  sort: Sort | null;
  onSort: ((sort: Sort) => void) | undefined;
  /** Beside the title, and no part of it. */
  children: ReactNode;
}

function HeaderCell<Row>({ column, sort, onSort, children }: HeaderCellProps<Row>) {
  const { id, title, align, untitled = false } = column;
  const direction = sort?.column === id ? sort.direction : undefined;
  const isSortable = column.sort !== undefined && onSort !== undefined;
  return (
    <th
      scope="col"
      className={align === 'end' ? styles.end : undefined}
      aria-label={children ? title : undefined}
      aria-sort={isSortable ? (direction ?? 'none') : undefined}
    >
      {isSortable ? (
        <button
          type="button"
          className={styles.sort}
          data-sorted={direction}
          onClick={() => onSort(nextSort(column, sort))}
        >
          {title}
          <Icon of={direction === 'ascending' ? ChevronUp : ChevronDown} size={14} className={styles.sign} />
        </button>
      ) : (
        <span className={untitled ? 'visually-hidden' : undefined}>{title}</span>
      )}
      {children}
    </th>
  );
}

/** In place of rows that are not in the document. */
const Gap = ({ height }: { height: number }) => (
  <tbody aria-hidden="true">
    <tr>
      <td aria-hidden="true" style={{ height, padding: 0, border: 0 }} />
    </tr>
  </tbody>
);

/** Brings in the rows that wait. It stands where it moves nothing. */
const ArrivalsButton = ({ text, onShow }: Arrivals) => (
  <button type="button" className={styles.arrived} aria-label={words.show(text)} aria-keyshortcuts="." onClick={onShow}>
    <Icon of={ArrowUp} size={14} />
    {text}
  </button>
);

/**
 * Moves the focus to the control that names a row, even if the row is not in the document yet.
 * @param show puts a row into the document and scrolls it into view
 * @returns `open` also presses the control
 */
function useRowFocus(list: RefObject<HTMLElement | null>, show: (index: number) => void) {
  const wanted = useRef<{ index: number; open: boolean } | null>(null);
  const take = () => {
    if (wanted.current === null) return;
    const { index, open } = wanted.current;
    const row = list.current?.querySelector(`[data-index="${index}"]`);
    const control = row?.querySelector<HTMLElement>('[data-opens]') ?? row?.querySelector<HTMLElement>('input');
    if (!control) return;
    wanted.current = null;
    control.focus();
    if (open && control.hasAttribute('data-opens')) control.click();
  };
  useEffect(take);
  return (index: number, open: boolean) => {
    wanted.current = { index, open };
    take();
    if (wanted.current !== null) show(index);
  };
}
