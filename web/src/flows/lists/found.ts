import { Uuid } from '@florin/contract/fields';
import { keepPreviousData, queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import * as v from 'valibot';
import type { Choice, FilterField } from '../../kit/lists/filters/filters.ts';
import { keyOf, queryClient } from '../../session/queries/query-client.ts';

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
  const Found: FoundField['Found'] = ({ sought: text, children }) => {
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
    const isBehind = isFetching || data === undefined;
    return children({
      choices: data ?? [],
      state: isError && !isFetching ? 'failed' : isBehind ? 'searching' : 'found',
      onRetry: () => void refetch(),
    });
  };
  const Labels: FoundField['Labels'] = ({ ids, children }) =>
    children(useQueries({ queries: ids.map(label) }).flatMap(({ data }) => data ?? []));
  return { Found, Labels, isId: (text: string) => v.is(Uuid, text) };
}

/** The calls and their contracts come with the first search, or with the first chip. */
const calls = () => import('./found-calls.ts');

/** Cardholders of the business, those whose account is closed too. */
export const cardholders = finder(
  'team-members',
  async (text, signal) => (await calls()).findCardholders(text, signal),
  async (id, signal) => (await calls()).cardholderById(id, signal),
);

/** Cards of the current account, closed ones too. */
export const ownCards = finder(
  'own-cards',
  async (text, signal) => (await calls()).findOwnCards(text, signal),
  async (id, signal) => (await calls()).ownCardById(id, signal),
);

/** Cards of the business, closed ones too. */
export const cards = finder(
  'cards',
  async (text, signal) => (await calls()).findCards(text, signal),
  async (id, signal) => (await calls()).cardById(id, signal),
);
