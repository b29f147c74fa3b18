import { cards } from '@florin/contract/cards/cards';
import type { Success } from '@florin/contract/endpoint';
import {
  backtestSpendPolicy,
  newCardDefault,
  spendPolicies,
  spendPolicy,
  spendPolicyCards,
  spendPolicyShadow,
  type SpendPolicy,
} from '@florin/contract/cards/spend-policies';
import { categoryGroupList } from '@florin/contract/cards/category-groups';
import { spendOverrides } from '@florin/contract/cards/spend-overrides';
import type { Rule } from '@florin/contract/cards/policies/spend-rules';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { productTime } from '../../../clock.ts';
import { fetchOrThrow, firstPage, keyOf, queryClient } from '../../../session/queries/query-client.ts';

/** A layer that policies of the business can be for. */
export type Layer = 'BUSINESS' | 'GROUP' | 'CARD';
/** The policies for the whole business, with the protections of the program. */
export const companyQuery = () =>
  queryOptions({
    queryKey: [...keyOf('spend-policies'), 'company'],
    queryFn: ({ signal }) => fetchOrThrow(spendPolicies, { query: { layer: 'BUSINESS', limit: '100' } }, signal),
  });

export const policyQuery = (id: string) =>
  queryOptions({
    queryKey: [...keyOf('spend-policy'), id],
    queryFn: ({ signal }) => fetchOrThrow(spendPolicy, { params: { id } }, signal),
  });

/** Takes what a call has answered about a policy, and lets lists fetch theirs. */
export function keepPolicy(policy: SpendPolicy): void {
  const { queryKey } = policyQuery(policy.id);
  // A pending answer is older than this one.
  void queryClient.cancelQueries({ queryKey }, { revert: false });
  queryClient.setQueryData(queryKey, policy);
  void queryClient.invalidateQueries({ queryKey: keyOf('spend-policies') });
}

export const policyCardsQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: [...keyOf('spend-policy-cards'), id],
    queryFn: ({ pageParam, signal }) =>
      fetchOrThrow(
        spendPolicyCards,
        { params: { id }, query: pageParam === null ? {} : { cursor: pageParam } },
        signal,
      ),
    initialPageParam: firstPage,
    getNextPageParam: ({ nextCursor }: Success<typeof spendPolicyCards>['body']) => nextCursor,
  });

export const shadowQuery = (id: string) =>
  queryOptions({
    queryKey: [...keyOf('spend-policy-shadow'), id],
    queryFn: ({ signal }) => fetchOrThrow(spendPolicyShadow, { params: { id } }, signal),
  });

export const backtestQuery = (policyId: string, rules: readonly Rule[], days: number) =>
  queryOptions({
    queryKey: [...keyOf('spend-policy-backtest'), policyId, days, rules],
    queryFn: ({ signal }) =>
      fetchOrThrow(
        backtestSpendPolicy,
        {
          body: {
            policyId,
            rules: [...rules],
            from: days === 30 ? null : new Date(productTime() - days * 86_400_000).toISOString(),
          },
        },
        signal,
      ),
    // What happened does not change with the rules that are tried out.
    staleTime: 5 * 60_000,
    gcTime: 60_000,
  });

export const overridesQuery = () =>
  queryOptions({
    queryKey: keyOf('policy-overrides'),
    queryFn: ({ signal }) => fetchOrThrow(spendOverrides, { query: {} }, signal),
  });

export const categoriesQuery = () =>
  queryOptions({
    queryKey: keyOf('category-groups'),
    queryFn: async ({ signal }) => (await fetchOrThrow(categoryGroupList, {}, signal)).groups,
  });

/** The first cards that match a text. */
export const cardsFoundQuery = (text: string) =>
  queryOptions({
    queryKey: [...keyOf('cards-found'), text],
    queryFn: async ({ signal }) => {
      const query = { status: 'OPEN', limit: '100', ...(text !== '' && { text }) } as const;
      return (await fetchOrThrow(cards, { query }, signal)).items;
    },
  });

export const newCardDefaultQuery = () =>
  queryOptions({
    queryKey: keyOf('policy-new-card-default'),
    queryFn: ({ signal }) => fetchOrThrow(newCardDefault, {}, signal),
  });

/** Names the form of a group of categories (`useKept`); without a key, of a new one. */
export const categoryGroupKey = (key = ''): string => `category-group ${key}`;

/** Names the form of a policy's name (`useKept`). */
export const policyNameKey = (id: string): string => `policy-name ${id}`;
