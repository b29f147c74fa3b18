import { card, cards, cardSpend, ownCard, ownCards, ownCardSpend, type Card } from '@florin/contract/cards/cards';
import type { Input, Success } from '@florin/contract/endpoint';
import { cardsSpendLeft } from '@florin/contract/cards/spend-limits';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { cardsWords as words } from '../../../messages/en/cards/cards.ts';
import { fetchOrThrow, firstPage, keyOf, queryClient } from '../../../session/queries/query-client.ts';

export type CardsQuery = Input<typeof cards>['query'];
export type CardsPageBody = Success<typeof cards>['body'];
/** What is left on a card, and by which limit. */
export type CardLeft = Success<typeof cardsSpendLeft>['body']['cards'][number];
export type CardDetail = Success<typeof card>['body'];

/** The pages of the business's cards that have been loaded so far. */
export const cardsQuery = (query: CardsQuery) =>
  infiniteQueryOptions({
    queryKey: [...keyOf('cards'), query],
    queryFn: ({ pageParam, signal }) =>
      fetchOrThrow(cards, { query: { ...query, ...(pageParam !== null && { cursor: pageParam }) } }, signal),
    initialPageParam: firstPage,
    getNextPageParam: ({ nextCursor }: CardsPageBody) => nextCursor,
  });

/** How many cards a query finds; null if they were not counted. */
export const countCards = async (query: CardsQuery, signal: AbortSignal): Promise<number | null> =>
  (await fetchOrThrow(cards, { query: { ...query, limit: '1' } }, signal)).totals?.cards ?? null;

/** What is left on the cards of one page. */
export const leftQuery = (ids: readonly string[]) =>
  queryOptions({
    queryKey: [...keyOf('cards-left'), ids],
    queryFn: ({ signal }) => fetchOrThrow(cardsSpendLeft, { query: { cards: ids.join(',') } }, signal),
    meta: { unshown: words.leftFailed },
  });

/** Whose card: one of the business, or the cardholder's own. */
export type CardScope = 'business' | 'own';

export const cardQuery = (scope: CardScope, id: string) =>
  queryOptions({
    queryKey: [...keyOf('card'), scope, id],
    queryFn: ({ signal }): Promise<CardDetail> =>
      scope === 'business'
        ? fetchOrThrow(card, { params: { id } }, signal)
        : fetchOrThrow(ownCard, { params: { id } }, signal),
  });

/** What a card has spent in the last months. */
export const spendQuery = (scope: CardScope, id: string) =>
  queryOptions({
    queryKey: [...keyOf('card-spend'), scope, id],
    queryFn: async ({ signal }) => {
      const input = { params: { id } };
      const { months } = await (scope === 'business'
        ? fetchOrThrow(cardSpend, input, signal)
        : fetchOrThrow(ownCardSpend, input, signal));
      return months;
    },
    meta: { unshown: words.spendFailed },
  });
export type MonthOfSpend = Success<typeof cardSpend>['body']['months'][number];

export const ownCardsQuery = () =>
  queryOptions({
    queryKey: keyOf('own-cards'),
    queryFn: ({ signal }) => fetchOrThrow(ownCards, { query: { limit: '100' } }, signal),
  });

/** After a change of cards: their lists, pages and figures. */
export const refreshCards = () =>
  queryClient.invalidateQueries({
    predicate: ({ queryKey }) => typeof queryKey[1] === 'string' && /^(own-|simulator-)?cards?(-|$)/.test(queryKey[1]),
  });

export const idOf = ({ id }: Pick<Card, 'id'>): string => id;

/** Names the form that changes a card (`useKeptForm`). */
export const freezeKey = (id: string): string => `freeze ${id}`;
export const editKey = (id: string): string => `card ${id}`;
