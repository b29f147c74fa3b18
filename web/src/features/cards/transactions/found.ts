import { card, cards as cardsOfBusiness, type Card } from '@florin/contract/cards';
import { team, teamMember, type Member } from '@florin/contract/team-members';
import { keepPreviousData, queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import type { Choice, FilterField } from '../../../kit/lists/filters/filters.ts';
import { transactionWords as words } from '../../../messages/en/transactions.ts';
import { fetchOrThrow, keyOf, queryClient } from '../../../session/queries/query-client.ts';

/** So many are shown of what was found; typing finds the others. */
const shown = '20';

const minute = 60_000;

type FoundField = Extract<FilterField, { kind: 'found' }>;

/** What a filter finds by typing on the server, and calls by name. */
function finder(
  name: string,
  find: (text: string, signal: AbortSignal) => Promise<Choice[]>,
  one: (id: string, signal: AbortSignal) => Promise<Choice>,
) {
  const label = (id: string) =>
    queryOptions({
      queryKey: [...keyOf(`${name}-label`), id],
      queryFn: ({ signal }) => one(id, signal),
      staleTime: minute,
    });
  const Found: FoundField['Found'] = ({ sought, children }) => {
    const text = useDeferredValue(sought);
    const { data, isError, isFetching, refetch } = useQuery({
      queryKey: [...keyOf(`${name}-found`), text],
      queryFn: async ({ signal }) => {
        const found = await find(text, signal);
        // A chip says at once what was chosen here.
        for (const choice of found) queryClient.setQueryData(label(choice.id).queryKey, choice);
        return found;
      },
      placeholderData: keepPreviousData,
      staleTime: minute,
    });
    const isBehind = isFetching || text !== sought || data === undefined;
    return children({
      choices: data ?? [],
      state: isError && !isFetching ? 'failed' : isBehind ? 'searching' : 'found',
      onRetry: () => void refetch(),
    });
  };
  const Labels: FoundField['Labels'] = ({ ids, children }) =>
    children(useQueries({ queries: ids.map(label) }).flatMap(({ data }) => data ?? []));
  return { Found, Labels };
}

const personOf = ({ membershipId, firstName, lastName }: Member): Choice => ({
  id: membershipId,
  label: `${firstName} ${lastName}`,
});
/** 'Travel ·· 0932' under its own name, or its holder's. */
const cardOf = ({ id, name, holder, nameOnCard, last4 }: Card): Choice => ({
  id,
  label: words.cardOf(name ?? (holder ? `${holder.firstName} ${holder.lastName}` : nameOnCard), last4),
});

/** Cardholders of the business, those whose account is closed too. */
export const cardholders = finder(
  'team-members',
  async (text, signal) => {
    const query = { role: 'CARDHOLDER' as const, limit: shown, ...(text && { text: text.slice(0, 80) }) };
    return (await fetchOrThrow(team, { query }, signal)).items.map(personOf);
  },
  async (id, signal) => personOf(await fetchOrThrow(teamMember, { params: { id } }, signal)),
);

/** Cards of the business, closed ones too. */
export const cards = finder(
  'cards',
  async (text, signal) => {
    const query = { limit: shown, ...(text && { text: text.slice(0, 80) }) };
    return (await fetchOrThrow(cardsOfBusiness, { query }, signal)).items.map(cardOf);
  },
  async (id, signal) => cardOf(await fetchOrThrow(card, { params: { id } }, signal)),
);
