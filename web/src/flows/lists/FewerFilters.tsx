import { useQuery } from '@tanstack/react-query';
import { Button } from '../../kit/actions/Button.tsx';
import type { FilterFields } from '../../kit/lists/filters/filters.ts';
import { fewerFiltersWords as words } from '../../messages/en/kit/fewer-filters.ts';
import { keyOf } from '../../session/queries/query-client.ts';
import type { ListChange, ListSearch } from './search.ts';

/** How many rows an address finds; null if they are too many to count. */
type CountRows = (search: ListSearch, signal: AbortSignal) => Promise<number | null>;

interface FewerFiltersProps {
  /** The list's slug. */
  list: string;
  search: ListSearch;
  fields: FilterFields;
  count: CountRows;
  change: (change: ListChange) => void;
  /** Texts that the search may have meant. */
  meant?: readonly string[];
}

/** So many filters are tried, the last ones. */
const triedAtMost = 4;

/** What a list without a match finds with another text, or without one of its filters: each one press away. */
export default function FewerFilters({ meant = [], ...list }: FewerFiltersProps) {
  const { search, fields } = list;
  const parts = ['q', ...Object.keys(fields)].filter((part) => search[part] !== undefined);
  return (
    <>
      {meant.map((text) => (
        <Way key={`meant ${text}`} {...list} by={{ q: text }}>
          {(rows) => (rows === null ? words.searchFor(text) : words.didYouMean(text, rows))}
        </Way>
      ))}
      {/* Without its only filter it is the list of all, which has its own button. */}
      {(parts.length < 2 ? [] : parts.slice(-triedAtMost)).map((part) => {
        const label = part === 'q' ? words.search : words.filter(fields[part]!.label);
        return (
          <Way key={part} {...list} by={{ [part]: null, view: null }}>
            {(rows) => (rows === null ? words.withoutUncounted(label) : words.without(label, rows))}
          </Way>
        );
      })}
    </>
  );
}

interface WayProps extends Omit<FewerFiltersProps, 'meant'> {
  by: ListChange;
  /** @param rows that it finds; null if they are too many to count */
  children: (rows: number | null) => string;
}

/** A changed address that finds something. */
function Way({ list, search, count, by, change, children }: WayProps) {
  const changed: ListSearch = Object.fromEntries(
    Object.entries({ ...search, ...by, view: null, open: null }).flatMap(([part, value]) =>
      value == null ? [] : [[part, value]],
    ),
  );
  const { data: rows = 0 } = useQuery({
    queryKey: [...keyOf('rows-of-list'), list, changed],
    queryFn: ({ signal }) => count(changed, signal),
    meta: { unshown: words.failed },
  });
  return rows !== 0 && <Button onClick={() => change(by)}>{children(rows)}</Button>;
}
