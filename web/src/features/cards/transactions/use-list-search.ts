import { useNavigate, useSearch } from '@tanstack/react-router';
import { paths } from '../../../paths.ts';
import type { ListSearch } from './list-search.ts';

type ListPath =
  | typeof paths.transactions
  | typeof paths.purchases
  | typeof paths.cardTransactions
  | typeof paths.cardDeclines;

/** The list's state, which is all in the address, and how to change parts of it; null takes a part away. */
export interface ListAddress {
  path: ListPath;
  search: ListSearch;
  change: (parts: { readonly [K in keyof ListSearch]?: string | null }) => void;
}

export function useListSearch(path: ListPath): ListAddress {
  const search: ListSearch = useSearch({ from: `/signed-in${path}` });
  const navigate = useNavigate();
  const change: ListAddress['change'] = (parts) => {
    const entries = Object.entries({ ...search, ...parts }).filter(([, value]) => value !== null && value !== '');
    void navigate({ to: path, search: Object.fromEntries(entries), replace: true, resetScroll: false });
  };
  return { path, search, change };
}
