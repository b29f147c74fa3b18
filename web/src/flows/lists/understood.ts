import { useEffect, useMemo } from 'react';
import { showSnackbar } from '../../kit/feedback/snackbar-store.ts';
import { formatFilters, parseFilters, type FilterFields } from '../../kit/lists/filters/filters.ts';
import { viewWords as words } from '../../messages/en/kit/list-views.ts';
import type { ListSearch, ListView } from './search.ts';
import type { ListAddress } from './use-list-address.ts';

const ofEveryList = new Set(['q', 'sort', 'view', 'open', 'hide']);

/**
 * The address without what says nothing to the list: people type, shorten and share addresses. A filter that is not
 * understood, or only in part, is corrected in the address too, and one that is left out is named.
 */
export function useUnderstood(
  { search, change }: ListAddress,
  fields: FilterFields,
  views: readonly ListView[] = [],
): ListAddress {
  const understood = useMemo((): ListSearch => {
    const written: ListSearch = {
      ...formatFilters(fields, parseFilters(fields, search)),
      ...ofView(search, fields, views),
    };
    return Object.fromEntries(
      Object.entries(search).map(([key, value]) => [key, ofEveryList.has(key) ? value : written[key]]),
    );
  }, [search, fields, views]);
  useEffect(() => {
    const wrong = Object.keys(fields).filter((id) => search[id] && search[id] !== understood[id]);
    if (wrong.length === 0) return;
    change(Object.fromEntries(wrong.map((id) => [id, understood[id] ?? null])));
    const lost = wrong.filter((id) => !understood[id]);
    if (lost.length > 0)
      showSnackbar({ severity: 'info', text: words.notUnderstood(lost.map((id) => fields[id]!.label).join(', ')) });
  }, [search, fields, understood, change]);
  return useMemo(() => ({ search: understood, change }), [understood, change]);
}

/** What a view of the list itself says needs no field. */
const ofView = (search: ListSearch, fields: FilterFields, views: readonly ListView[]): ListSearch =>
  Object.fromEntries(
    Object.keys(fields).flatMap((id) =>
      search[id] && views.some((view) => view.search[id] === search[id]) ? [[id, search[id]]] : [],
    ),
  );
