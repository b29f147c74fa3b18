import { Plus, Search, X } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState, type RefObject } from 'react';
import { Menu, MenuItem, MenuTrigger } from 'react-aria-components/Menu';
import { Button, Dialog } from 'react-aria-components/Modal';
import menuStyles from '../../overlays/menus/MenuButton.module.css';
import { classNames } from '../../class-names.ts';
import { Popup } from '../../overlays/Popup.tsx';
import { Icon } from '../../text/Icon.tsx';
import { isForOthers } from '../../overlays/is-for-others.ts';
import { filterText } from './filter-text.ts';
import type { Choice, Filter, FilterField, FilterFields, FiltersOf } from './filters.ts';
import styles from './FilterBar.module.css';
import { kitListWords } from '../../../messages/en/kit/kit-lists.ts';

const words = kitListWords.filters;

/** Loaded when a filter is opened. */
const FilterEditor = lazy(async () => ({ default: (await import('./FilterEditor.tsx')).FilterEditor }));

interface FilterBarProps<Fields extends FilterFields> {
  fields: Fields;
  /** The filters in the address (`parseFilters`). */
  filters: FiltersOf<Fields>;
  /** Writes the address (`formatFilters`). */
  onFilters: (filters: FiltersOf<Fields>) => void;
  /** A search among the rows; its text is in the address as well. */
  search?: { label: string; value: string; onChange: (value: string) => void };
  /** The current day by the product's clock, not the browser's, as an ISO date. */
  today: string;
  /** Off if the person has switched off single-key shortcuts (WCAG 2.1.4). */
  keys?: boolean;
}

/**
 * Filters as chips that read like a sentence. `/` moves to the search. Without a search, `/` opens the list of fields,
 * as F does.
 */
export function FilterBar<Fields extends FilterFields>(props: FilterBarProps<Fields>) {
  const { fields, filters, onFilters, search, today, keys = true } = props;
  const [editing, setEditing] = useState<string | null>(null);
  const [isAdding, setAdding] = useState(false);
  const bar = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const adder = useRef<HTMLButtonElement>(null);
  useFilterKeys(keys, bar, input, () => {
    // The menu gives the focus back to its button.
    adder.current?.focus();
    setAdding(true);
  });
  const change = (id: string, filter: Filter | null) => {
    const next = Object.fromEntries(
      Object.keys(fields).flatMap((each) => {
        const value = each === id ? filter : (filters[each] as Filter | undefined);
        return value ? [[each, value]] : [];
      }),
    );
    onFilters(next as FiltersOf<Fields>);
  };
  const shown = Object.entries<FilterField>(fields).filter(([id]) => filters[id] !== undefined || id === editing);
  return (
    <div ref={bar} className={styles.bar}>
      {search && (
        <label className={styles.search}>
          <span className="visually-hidden">{search.label}</span>
          <Icon of={Search} size={16} />
          <input
            ref={input}
            type="search"
            placeholder={search.label}
            value={search.value}
            aria-keyshortcuts="/"
            onChange={({ target }) => search.onChange(target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Escape') return;
              event.preventDefault();
              if (search.value === '') event.currentTarget.blur();
              else search.onChange('');
            }}
          />
        </label>
      )}
      <div className={styles.chips}>
        {shown.map(([id, field]) => {
          const chip = {
            filter: filters[id],
            today,
            isEditing: id === editing,
            onEditing: (open: boolean) => setEditing(open ? id : null),
            onChange: (filter: Filter | null) => change(id, filter),
            onRemove: () => {
              change(id, null);
              adder.current?.focus();
            },
          };
          return field.kind === 'found' ? (
            <FoundChip key={id} field={field} {...chip} />
          ) : (
            <FilterChip key={id} field={field} {...chip} />
          );
        })}
        <span className={styles.last}>
          <MenuTrigger isOpen={isAdding} onOpenChange={setAdding}>
            <Button ref={adder} className={classNames(styles.chip, styles.add)} aria-keyshortcuts="f">
              <Icon of={Plus} size={14} />
              {words.add}
            </Button>
            <Popup className={menuStyles.popup} placement="bottom start">
              <Menu
                // oxlint-disable-next-line jsx-a11y/no-autofocus -- an opened menu takes the focus
                autoFocus="first"
                className={menuStyles.menu}
                aria-label={words.add}
                onAction={(key) => setEditing(String(key))}
              >
                {Object.entries<FilterField>(fields).map(([id, { label }]) => (
                  <MenuItem key={id} id={id} textValue={label} className={menuStyles.entry}>
                    {label}
                  </MenuItem>
                ))}
              </Menu>
            </Popup>
          </MenuTrigger>
          {Object.keys(filters).length > 1 && (
            <button
              type="button"
              className={styles.clear}
              onClick={() => {
                onFilters({});
                adder.current?.focus();
              }}
            >
              {words.clear}
            </button>
          )}
        </span>
      </div>
    </div>
  );
}

interface FilterChipProps {
  field: FilterField;
  filter: Filter | undefined;
  labels?: readonly Choice[];
  today: string;
  isEditing: boolean;
  onEditing: (open: boolean) => void;
  onChange: (filter: Filter | null) => void;
  onRemove: () => void;
}

const nothing: readonly string[] = [];

/** A chip with the names of things that were found by typing or are in the address. */
function FoundChip({ field, ...props }: FilterChipProps & { field: Extract<FilterField, { kind: 'found' }> }) {
  const { Labels } = field;
  return (
    <Labels ids={props.filter?.kind === 'found' ? props.filter.of : nothing}>
      {(labels) => <FilterChip field={field} labels={labels} {...props} />}
    </Labels>
  );
}

function FilterChip({ field, filter, labels, today, isEditing, onEditing, onChange, onRemove }: FilterChipProps) {
  const chip = useRef<HTMLButtonElement>(null);
  const { operator, value } = filterText(field, filter, today, labels);
  return (
    <span className={styles.chip}>
      <Button ref={chip} className={styles.sentence} aria-haspopup="dialog" onPress={() => onEditing(true)}>
        {field.label} {operator} <b>{value}</b>
      </Button>
      <button
        type="button"
        className={styles.remove}
        aria-label={words.remove(`${field.label} ${operator} ${value}`)}
        onClick={onRemove}
      >
        <Icon of={X} size={14} />
      </button>
      <Popup triggerRef={chip} isOpen={isEditing} onOpenChange={onEditing} placement="bottom start">
        <Dialog className={styles.editor} aria-label={field.label}>
          <Suspense>
            <FilterEditor
              field={field}
              value={filter}
              onChange={onChange}
              onDone={() => onEditing(false)}
              today={today}
            />
          </Suspense>
        </Dialog>
      </Popup>
    </span>
  );
}

function useFilterKeys(
  enabled: boolean,
  bar: RefObject<HTMLElement | null>,
  input: RefObject<HTMLElement | null>,
  add: () => void,
) {
  const latestAdd = useRef(add);
  useEffect(() => {
    latestAdd.current = add;
  });
  useEffect(() => {
    if (!enabled) return undefined;
    const onKey = (event: KeyboardEvent) => {
      if (isForOthers(event, bar.current)) return;
      if (event.key === '/' && input.current) input.current.focus();
      else if (event.key === '/' || event.key === 'f') latestAdd.current();
      else return;
      event.preventDefault();
    };
    // Handled before the page's own shortcuts, because `/` also opens the palette.
    document.addEventListener('keydown', onKey, true);
    return () => document.removeEventListener('keydown', onKey, true);
  }, [enabled, bar, input]);
}
