import { listViews, savedLists, type SavedList, type SavedView } from '@florin/contract/program/list-views';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { viewWords as words } from '../../messages/en/kit/list-views.ts';
import { fetchOrThrow, keyOf, refetch } from '../../session/queries/query-client.ts';
import { viewSearch, type ListSearch, type ListView } from './search.ts';

/** A list without saved views has another slug. */
const savedList = (list: string): SavedList | null => (Object.hasOwn(savedLists, list) ? (list as SavedList) : null);

const savedViewsQuery = (list: SavedList) =>
  queryOptions({
    meta: { unshown: words.loadFailed },
    queryKey: [...keyOf('list-views'), list],
    queryFn: async ({ signal }) => (await fetchOrThrow(listViews, { query: { list } }, signal)).items,
  });

/** The saved views of a list by its slug; null while they load, and if the list has none. */
export function useSavedViews(slug: string): { list: SavedList; items: readonly SavedView[] } | null {
  const list = savedList(slug);
  const { data } = useQuery({ ...savedViewsQuery(list ?? 'transactions'), enabled: list !== null });
  return list === null || data === undefined ? null : { list, items: data };
}

export const refetchViews = (): Promise<void> => refetch({ queryKey: keyOf('list-views') });

/** A saved view in the form of the list's built-in views. */
export const listViewOf = ({ id, name, search }: SavedView): ListView => ({
  id,
  label: name,
  search: Object.fromEntries(new URLSearchParams(search)),
});

/**
 * The part of a list's address that is saved: a query string, empty if nothing is filtered or sorted. Other state in
 * the address, such as an open form, is not saved.
 */
export function savedSearch(list: SavedList, search: ListSearch): string {
  const known: readonly string[] = savedLists[list].parameters;
  return new URLSearchParams(Object.entries(viewSearch(search)).filter(([key]) => known.includes(key))).toString();
}
