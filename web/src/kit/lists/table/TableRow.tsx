import { memo } from 'react';
import { classNames } from '../../class-names.ts';
import { isFolded } from './columns.ts';
import { Opener } from './Opener.tsx';
import { openPressed, filledCells, type RowContext, type FilledCell } from './rows.ts';
import { SelectBox } from './SelectBox.tsx';
import styles from './Table.module.css';
import type { Room } from './use-room.ts';

interface TableRowProps<Row> {
  row: Row;
  index: number;
  room: Room;
  isSelected: boolean;
  isOpen: boolean;
  /** It has just come. */
  isFresh: boolean;
  context: RowContext<Row>;
  measure: (element: Element | null) => void;
}

/** A row and the lines that belong to it, in a table body of their own, so that their height is measured together. */
function TableRowView<Row>({ row, index, room, isSelected, isOpen, isFresh, context, measure }: TableRowProps<Row>) {
  const { columns, rowId, rowName, mark, subRows, onToggle, selectLabel } = context;
  const id = rowId(row);
  const [identity, ...others] = columns;
  const own = others.filter((column) => !isFolded(column, room));
  const folded = others.filter((column) => isFolded(column, room));
  const figure = own.find(({ card }) => card === 'figure');
  // Below the figure, as in a card: beside the other parts of the second line they would begin at another place in each row.
  const asides = filledCells(
    folded.filter(({ card }) => figure !== undefined && card === 'aside'),
    row,
  );
  const second = filledCells(
    folded.filter(({ card }) => figure === undefined || card !== 'aside'),
    row,
  );
  const lines = subRows?.(row) ?? [];
  return (
    <tbody ref={measure} data-index={index}>
      {/* The press is the mouse's short cut to the link or button in the first cell. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions */}
      <tr
        className={classNames(styles.row, lines.length > 0 && styles.withLines)}
        data-selected={isSelected || undefined}
        data-open={isOpen || undefined}
        data-fresh={isFresh || undefined}
        aria-rowindex={index + 2}
        onClick={openPressed}
        onAuxClick={openPressed}
      >
        {onToggle && (
          <td className={styles.check}>
            <SelectBox
              label={selectLabel(rowName(row))}
              checked={isSelected}
              onToggle={(range) => onToggle(id, range)}
            />
          </td>
        )}
        <th scope="row" className={styles.identity}>
          <div className={styles.identified}>
            {mark?.(row)}
            <div className={styles.names}>
              <Opener row={row} isOpen={isOpen} context={context}>
                {identity?.cell(row)}
              </Opener>
              {second.length > 0 && (
                <p className={styles.second}>
                  {second.map((part) => (
                    <Part key={part.column.id} {...part} />
                  ))}
                </p>
              )}
            </div>
          </div>
        </th>
        {own.map((column) => (
          <td key={column.id} className={column.align === 'end' ? styles.end : undefined}>
            {column.cell(row) ?? column.empty}
            {column === figure && asides.length > 0 && (
              <p className={styles.second}>
                {asides.map((part) => (
                  <Part key={part.column.id} {...part} />
                ))}
              </p>
            )}
          </td>
        ))}
      </tr>
      {lines.map((line) => {
        // A sentence alone has the whole width.
        const beside = own.some((column) => line.cells[column.id] !== undefined) ? own : [];
        const span = (onToggle ? 2 : 1) + own.length - beside.length;
        return (
          <tr key={line.id} className={styles.line}>
            <td
              className={styles.lineName}
              colSpan={span}
              data-selects={onToggle !== undefined || undefined}
              data-marked={mark !== undefined || undefined}
            >
              <span>{identity && line.cells[identity.id]}</span>
            </td>
            {beside.map((column) => (
              <td key={column.id} className={column.align === 'end' ? styles.end : undefined}>
                {line.cells[column.id]}
              </td>
            ))}
          </tr>
        );
      })}
    </tbody>
  );
}

const Part = <Row,>({ column, content }: FilledCell<Row>) => (
  <span className={styles.part}>
    <span className={classNames(!column.labelled && 'visually-hidden')}>{column.title}: </span>
    {content}
  </span>
);

/** Rendered again only when its own row changes, not when another row is selected or the page scrolls. */
export const TableRow = memo(TableRowView) as typeof TableRowView;
