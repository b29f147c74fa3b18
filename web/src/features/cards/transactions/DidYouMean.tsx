import { mySuggestedMerchants, suggestedMerchants } from '@florin/contract/cards/transactions';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Button } from '../../../kit/actions/Button.tsx';
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

interface DidYouMeanProps {
  scope: Scope;
  /** What was searched for. */
  text: string;
  onUse: (merchant: string) => void;
}

/** The merchants that a search without a match may have meant, each one press away. */
export default function DidYouMean({ scope, text, onUse }: DidYouMeanProps) {
  const { data } = useQuery(nearest(scope, text));
  return data?.items.map(({ name }) => (
    <Button key={name} onClick={() => onUse(name)}>
      {words.didYouMean(name)}
    </Button>
  ));
}
