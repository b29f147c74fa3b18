import { spendPolicies } from '@florin/contract/cards/spend-policies';
import type { Input } from '@florin/contract/endpoint';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { sortIn, viewOf, type ListSearch, type ListView } from '../../../../flows/lists/search.ts';
import { parseFilters, type FilterFields, type SortSearch } from '../../../../kit/lists/filters/filters.ts';
import { policyListWords as words } from '../../../../messages/en/cards/policy-list.ts';
import { fetchOrThrow, firstPage, keyOf } from '../../../../session/queries/query-client.ts';

export type PoliciesQuery = Input<typeof spendPolicies>['query'];

/** The pages of policies that have been loaded so far, each with the rules of the program. */
export const policiesQuery = (query: PoliciesQuery) =>
  infiniteQueryOptions({
    queryKey: [...keyOf('spend-policies'), query],
    queryFn: async ({ pageParam, signal }) => {
      const cursor = pageParam === null ? {} : { cursor: pageParam };
      const { policies, ...page } = await fetchOrThrow(spendPolicies, { query: { ...query, ...cursor } }, signal);
      return { ...page, items: policies };
    },
    initialPageParam: firstPage,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });

const layers = ['BUSINESS', 'GROUP', 'CARD'] as const;

/** What the policies can be filtered by; each is a parameter of the address. */
export const fields = {
  layer: {
    kind: 'choice',
    label: words.columns.layer,
    options: layers.map((id) => ({ id, label: words.layer[id] })),
  },
  kind: {
    kind: 'choice',
    label: words.kind,
    options: (['POLICY', 'LIMIT'] as const).map((id) => ({ id, label: words.kinds[id] })),
  },
} satisfies FilterFields;

/** Temporary changes are the policies of a layer of their own, in a list of their own. */
const temporary: ListView = { id: 'temporary', label: words.view.temporary, search: { layer: 'OVERRIDE' } };

export const views: readonly ListView[] = [
  { id: 'all', label: words.view.all, search: {} },
  ...layers.map((layer) => ({ id: layer, label: words.view[layer], search: { layer } })),
  temporary,
];

/** The view that opens what the first one folds. @param limits how many single cards have a limit */
export const viewsOf = (limits: number): readonly ListView[] =>
  limits === 0
    ? views
    : [...views, { id: 'limits', label: words.view.limits, count: limits, search: { kind: 'LIMIT' } }];

/** Whether the address is that of the temporary changes. */
export const isTemporary = (search: ListSearch): boolean =>
  search['layer'] === temporary.search['layer'] || viewOf(search, views) === temporary;

/** Those for the business first, then those for groups and for cards, each by name. */
export const order: SortSearch = { column: 'layer', direction: 'ascending' };

const sorts = { layer: 'LAYER', name: 'NAME', under: 'CARDS', spent: 'SPENT' } as const;

/** The query of the call for what the address says. */
export function queryOf(search: ListSearch): PoliciesQuery {
  const { layer, kind } = parseFilters(fields, search);
  const { column, direction } = sortIn(search, Object.keys(sorts), order);
  const text = search['q']?.trim().slice(0, 80);
  const kinds = kind && (['POLICY', 'LIMIT'] as const).filter((each) => kind.of.includes(each) !== kind.not);
  // Each card with a limit has one: a list of everything would be a list of them. What is looked for is found among all.
  const folds = kinds === undefined ? !layer && !text : kinds.join() === 'POLICY';
  return {
    ...(folds && { limits: 'WITHOUT' as const }),
    ...(kinds?.join() === 'LIMIT' && { limits: 'ONLY' as const }),
    ...(text && { text }),
    ...(layer && { layer: layers.filter((each) => layer.of.includes(each) !== layer.not).join(',') }),
    ...(column !== order.column && { sort: sorts[column as keyof typeof sorts] }),
    ...(direction === 'descending' && { order: 'DESC' as const }),
  };
}
