import { memo } from 'react';
import { classNames } from '../../class-names.ts';
import type { RowGroup } from './columns.ts';
import { Opener } from './Opener.tsx';
import { openPressed, filledCells, type RowContext, type FilledCell } from './rows.ts';
import styles from './RowCard.module.css';
import { SelectBox } from './SelectBox.tsx';

interface RowCardProps<Row> {
  row: Row;
  index: number;
  count: number;
  /** The heading above it, where a group begins. */
  heading: RowGroup | null;
  /** The checkbox is there. */
  selecting: boolean;
  isSelected: boolean;
  isOpen: boolean;
  /** It has just come. */
  isFresh: boolean;
  context: RowContext<Row>;
  measure: (element: Element | null) => void;
}

/** A row on a phone: its name and lines at the left, its figures at the right. It shows every column. */
function RowCardView<Row>(props: RowCardProps<Row>) {
  const { row, index, count, heading, selecting, isSelected, isOpen, isFresh, context, measure } = props;
  const { columns, rowId, rowName, mark, subRows, onToggle, selectLabel } = context;
  const id = rowId(row);
  const [identity, ...others] = columns;
  const filled = filledCells(others, row);
  const actions = filled.filter(({ column }) => column.card === 'actions');
  const lines = filled.filter(({ column }) => (column.card ?? 'line') === 'line');
  const figures = filled.filter(({ column }) => column.card === 'figure');
  // Where others have a figure, a line below it is none.
  const isMain = ({ column }: FilledCell<Row>) =>
    column.card === 'figure' || columns.every(({ card }) => card !== 'figure');
  // The first figure stands beside the name; what is below it leaves the name its room.
  const [figure, ...asides] = [...figures, ...filled.filter(({ column }) => column.card === 'aside')];
  return (
    <li ref={measure} data-index={index} aria-posinset={index + 1} aria-setsize={count}>
      {heading && (
        <p className={styles.heading}>
          <span>{heading.title}</span>
          {heading.aside !== undefined && <span>{heading.aside}</span>}
        </p>
      )}
      {/* The press is the finger's short cut to the link or button that names the row. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
      <div
        className={styles.card}
        data-selected={isSelected || undefined}
        data-open={isOpen || undefined}
        data-fresh={isFresh || undefined}
        data-marked={mark !== undefined || undefined}
        onClick={openPressed}
        onAuxClick={openPressed}
      >
        {selecting && onToggle && (
          <div className={styles.check}>
            <SelectBox
              label={selectLabel(rowName(row))}
              checked={isSelected}
              onToggle={(range) => onToggle(id, range)}
            />
          </div>
        )}
        {mark?.(row)}
        <div className={styles.main}>
          <div className={styles.first}>
            <div className={styles.name}>
              <Opener row={row} isOpen={isOpen} context={context}>
                {identity?.cell(row)}
              </Opener>
            </div>
            {figure && (
              <div className={styles.aside}>
                <Line {...figure} main={isMain(figure)} />
              </div>
            )}
          </div>
          {(lines.length > 0 || asides.length > 0) && (
            <div className={styles.second}>
              <div className={styles.lines}>
                {lines.map((line) => (
                  <Line key={line.column.id} {...line} />
                ))}
              </div>
              {asides.length > 0 && (
                <div className={styles.aside}>
                  {asides.map((line) => (
                    <Line key={line.column.id} {...line} />
                  ))}
                </div>
              )}
            </div>
          )}
        </div>
        {actions.map(({ column, content }) => (
          <div key={column.id} className={styles.actions} data-marked={mark !== undefined || undefined}>
            {content}
          </div>
        ))}
        {subRows?.(row).map(({ id: lineId, cells }) => (
          <p key={lineId} className={styles.sub} data-marked={mark !== undefined || undefined}>
            {columns.flatMap((column) =>
              column.card !== 'none' && cells[column.id] !== undefined
                ? [<span key={column.id}>{cells[column.id]}</span>]
                : [],
            )}
          </p>
        ))}
      </div>
    </li>
  );
}

const Line = <Row,>({ column, content, main = false }: FilledCell<Row> & { main?: boolean }) => (
  <p className={styles.line} data-main={main || undefined}>
    <span className={classNames(column.labelled ? styles.label : 'visually-hidden')}>{column.title}: </span>
    {content}
  </p>
);

/** Rendered again only when its own row changes. */
export const RowCard = memo(RowCardView) as typeof RowCardView;
