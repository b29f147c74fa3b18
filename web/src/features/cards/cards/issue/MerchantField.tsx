import { transactions } from '@florin/contract/cards/transactions';
import { keepPreviousData, queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { useMemo, type ComponentProps } from 'react';
import { useLate } from '../../../../kit/forms/use-late.ts';
import { SuggestField } from '../../../../kit/pickers/SuggestField.tsx';
import { issueCardWords as words } from '../../../../messages/en/cards/issue-card.ts';
import { useReason } from '../../../../session/PermittedButton.tsx';
import { fetchOrThrow, keyOf } from '../../../../session/queries/query-client.ts';

/** Among so many of the latest purchases merchants are looked for; so many of them are shown. */
const latest = '100';
const shown = 8;
/** After so long without another letter the server is asked. */
const pauseMilliseconds = 200;

/** The merchants of the latest purchases with a text in their names, those with the latest purchase first. */
const merchantsQuery = (text: string) =>
  queryOptions({
    queryKey: [...keyOf('merchants-for-cards'), text],
    queryFn: async ({ signal }) => {
      const query = { limit: latest, ...(text && { merchant: text.slice(0, 80) }) };
      const { items } = await fetchOrThrow(transactions, { query }, signal);
      return [...new Set(items.map(({ merchant }) => merchant.name))].slice(0, shown);
    },
    // Any text can be typed without them.
    meta: { unshown: words.merchantsFailed },
  });

const nothing: readonly string[] = [];

interface MerchantFieldProps extends Omit<ComponentProps<typeof SuggestField>, 'label' | 'suggestions'> {
  /** What is typed. */
  typed: string;
}

/** The merchant of a card: a part of a name, or one that the business knows. */
export function MerchantField({ typed, ...field }: MerchantFieldProps) {
  const maySee = useReason('transactions.view') === null;
  const text = useLate(typed.trim(), pauseMilliseconds);
  const query = merchantsQuery(text);
  const found = useQuery({
    ...query,
    queryFn: maySee ? query.queryFn! : skipToken,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
  const suggestions = useMemo(() => found.data ?? nothing, [found.data]);
  return <SuggestField label={words.merchant} suggestions={suggestions} {...field} />;
}
