import { parseSort, type SortSearch } from '../../kit/lists/filters/filters.ts';

/** The state of a list as its address has it (search-schema.ts). */
export type ListSearch = Readonly<Record<string, string | undefined>>;

/** Parts of the state to change; null removes a part. */
export type ListChange = Readonly<Record<string, string | null>>;

/** A named state of a list: its filters, and its order if it has one. */
export interface ListView {
  id: string;
  label: string;
  /** Only for open tasks (visual language, rule 7). */
  count?: number;
  search: ListSearch;
}

/** The parameters that do not belong to a view: the view itself, what is open in it, and those for debugging (reading 15). */
const apart = new Set(['view', 'open', 'hide', 'theme', 'themeDebug', 'tourDebug']);

const partsOf = (search: ListSearch): [string, string][] =>
  Object.entries(search).flatMap(([key, value]) => (apart.has(key) || !value ? [] : [[key, value]]));

/** The search text and the filters, without the order. */
const filtersOf = (search: ListSearch) => partsOf(search).filter(([key]) => key !== 'sort');

/** Whether rows are left out. */
export const isFiltered = (search: ListSearch): boolean => filtersOf(search).length > 0;

/** What a view saves of an address. */
export const viewSearch = (search: ListSearch): Record<string, string> => Object.fromEntries(partsOf(search));

/** Whether two addresses have the same filters. */
function filterAlike(one: ListSearch, other: ListSearch): boolean {
  const [a, b] = [filtersOf(one), filtersOf(other)];
  return a.length === b.length && a.every(([key, value]) => other[key] === value);
}

/** The view named in the address, or else the first view with its filters; null if there is none. */
export function viewOf(search: ListSearch, views: readonly ListView[]): ListView | null {
  return (
    views.find(({ id }) => id === search['view']) ?? views.find((view) => filterAlike(view.search, search)) ?? null
  );
}

/** Whether the address differs from the saved view. The order is compared only if the view has one. */
export const isChanged = (search: ListSearch, { search: saved }: Pick<ListView, 'search'>): boolean =>
  !filterAlike(saved, search) || (search['sort'] ?? '') !== (saved['sort'] ?? '');

/** The change from an address to a view, or to the list without filters. */
export function changeTo(view: ListView | null, search: ListSearch, isSaved = false): ListChange {
  return {
    ...Object.fromEntries(partsOf(search).map(([key]) => [key, null])),
    ...Object.fromEntries(partsOf(view?.search ?? {})),
    view: isSaved && view ? view.id : null,
  };
}

/** The change that removes the search text and all filters but keeps the order. */
export const withoutFilters = (search: ListSearch): ListChange => ({
  ...Object.fromEntries(filtersOf(search).map(([key]) => [key, null])),
  view: null,
});

/** The order in the address; the list's default if it names none of these columns. */
export const sortIn = (search: ListSearch, columns: readonly string[], own: SortSearch): SortSearch =>
  parseSort(search['sort'], columns) ?? own;
