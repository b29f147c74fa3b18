import { mySuggestedMerchants, suggestedMerchants } from '@florin/contract/cards/transactions';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import FewerFilters from '../../../flows/lists/FewerFilters.tsx';
import { transactionWords as words } from '../../../messages/en/cards/transactions.ts';
import { fetchOrThrow, keyOf } from '../../../session/queries/query-client.ts';
import type { Scope } from './queries.ts';

const nearest = (scope: Scope, text: string) =>
  queryOptions({
    queryKey: [...keyOf('suggested-merchants'), scope, text],
    queryFn: ({ signal }) =>
      scope === 'business'
        ? fetchOrThrow(suggestedMerchants, { query: { text } }, signal)
        : fetchOrThrow(mySuggestedMerchants, { query: { text } }, signal),
    meta: { unshown: words.suggestFailed },
  });

interface DidYouMeanProps extends Omit<ComponentProps<typeof FewerFilters>, 'meant'> {
  scope: Scope;
}

/** The merchants that a search without a match may have meant, and what is found without one of the filters. */
export default function DidYouMean({ scope, ...list }: DidYouMeanProps) {
  const text = list.search['q'] ?? '';
  const { data } = useQuery({ ...nearest(scope, text), enabled: text !== '' });
  return <FewerFilters {...list} meant={data?.items.map(({ name }) => name) ?? []} />;
}
