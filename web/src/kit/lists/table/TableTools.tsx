import { ArrowUpDown, Columns3, Rows3 } from 'lucide-react';
import { Button } from '../../actions/Button.tsx';
import { ChoiceMenu } from '../../overlays/menus/ChoiceMenu.tsx';
import type { Column, Density, Direction, Sort } from './columns.ts';
import styles from './Table.module.css';
import type { Room } from './use-room.ts';
import { kitListWords } from '../../../messages/en/kit/kit-lists.ts';

const words = kitListWords.table;

interface TableToolsProps<Row> {
  room: Room;
  columns: readonly Column<Row>[];
  hidden: ReadonlySet<string>;
  onHidden?: ((hidden: ReadonlySet<string>) => void) | undefined;
  density: Density;
  onDensity?: ((density: Density) => void) | undefined;
  sort: Sort | null;
  onSort?: ((sort: Sort) => void) | undefined;
  /** Whether cards show their checkboxes; undefined if nothing can be selected. */
  selecting: boolean | undefined;
  onSelecting: (selecting: boolean) => void;
}

/** The choice of columns and row height. For cards, which have no header, also the order and the selection. */
export function TableTools<Row>(props: TableToolsProps<Row>) {
  const { room, columns, hidden, onHidden, density, onDensity, sort, onSort, selecting, onSelecting } = props;
  if (room === 'cards')
    return (
      <>
        {onSort && columns.some((column) => column.sort) && (
          <ChoiceMenu
            icon={ArrowUpDown}
            label={words.sort}
            options={columns.flatMap(({ id, title, sort: first }) => (first ? sortOptions(id, title, first) : []))}
            chosen={new Set(sort ? [`${sort.column} ${sort.direction}`] : [])}
            onChoose={(chosen) => {
              const [column, direction] = [...chosen][0]?.split(' ') ?? [];
              if (column) onSort({ column, direction: direction as Direction });
            }}
          />
        )}
        {selecting !== undefined && (
          <Button variant="quiet" className={styles.small} onClick={() => onSelecting(!selecting)}>
            {selecting ? words.endSelecting : words.beginSelecting}
          </Button>
        )}
      </>
    );
  return (
    <>
      {onHidden && (
        <ChoiceMenu
          multiple
          icon={Columns3}
          label={words.columns}
          options={columns.slice(1).map(({ id, title }) => ({ id, label: title }))}
          chosen={new Set(columns.flatMap(({ id }) => (hidden.has(id) ? [] : [id])))}
          onChoose={(chosen) => onHidden(new Set(columns.slice(1).flatMap(({ id }) => (chosen.has(id) ? [] : [id]))))}
        />
      )}
      {onDensity && (
        <ChoiceMenu
          icon={Rows3}
          label={words.density}
          options={[
            { id: 'comfortable', label: words.comfortable },
            { id: 'compact', label: words.compact },
          ]}
          chosen={new Set([density])}
          onChoose={(chosen) => onDensity(chosen.has('compact') ? 'compact' : 'comfortable')}
        />
      )}
    </>
  );
}

function sortOptions(id: string, title: string, first: Direction) {
  const options = [
    { id: `${id} ascending`, label: words.ascending(title) },
    { id: `${id} descending`, label: words.descending(title) },
  ];
  return first === 'ascending' ? options : options.toReversed();
}
