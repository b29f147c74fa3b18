import { fundingRun, fundingRuns, previewFunding, type WhenShort } from '@florin/contract/money/card-funding';
import type { FundingAct } from '@florin/contract/money/funding-acts';
import { cards } from '@florin/contract/cards/cards';
import type { Input } from '@florin/contract/endpoint';
import { fundingSchedules, previewFundingSchedule } from '@florin/contract/money/funding-schedules';
import { cardFunding } from '@florin/contract/limits';
import { infiniteQueryOptions, queryOptions, skipToken } from '@tanstack/react-query';
import { fundingWords as words } from '../../../messages/en/money/card-funding.ts';
import { fetchOrThrow, firstPage, keyOf, queryClient } from '../../../session/queries/query-client.ts';
import type { Setup } from './schedule-setup.ts';

/** An order as it is sent. */
export interface Order {
  act: FundingAct;
  /** Minor units, for cards without an amount of their own; null for ZERO, and where each has its own. */
  amount: number | null;
  cards: readonly { cardId: string; amount: number | null }[];
  whenShort: WhenShort;
}

export const bodyOf = ({ act, amount, cards: chosen, whenShort }: Order): Input<typeof previewFunding>['body'] => ({
  act,
  ...(act !== 'ZERO' && { amount }),
  cards: chosen.map(({ cardId, amount: own }) =>
    own === null || act === 'ZERO' ? { cardId } : { cardId, amount: own },
  ),
  whenShort,
});

/** The dry run over the balances of now; events about balances make it stale. */
export const planQuery = (order: Order) =>
  queryOptions({
    queryKey: [...keyOf('funding-plan'), order],
    queryFn: ({ signal }) => fetchOrThrow(previewFunding, { body: bodyOf(order) }, signal),
    staleTime: 0,
  });

/** Cards that may be chosen, at most 100. */
export const pickQuery = (text: string, group: string) =>
  queryOptions({
    queryKey: [...keyOf('cards-to-fund'), text, group],
    queryFn: ({ signal }) =>
      fetchOrThrow(
        cards,
        {
          query: {
            status: 'OPEN,PAUSED,PENDING_ACTIVATION',
            limit: '100',
            ...(text && { text }),
            ...(group && { group }),
          },
        },
        signal,
      ),
  });

/** What each card has now, as lines of a plan. NO_BALANCE: it has no balance of its own. */
export const balancesQuery = (cardIds: readonly string[]) =>
  queryOptions({
    queryKey: [...keyOf('funding-balances'), cardIds],
    queryFn: async ({ signal }) => {
      const body = bodyOf({
        act: 'ZERO',
        amount: null,
        cards: cardIds.map((cardId) => ({ cardId, amount: null })),
        whenShort: 'NONE',
      });
      return (await fetchOrThrow(previewFunding, { body }, signal)).lines;
    },
    enabled: cardIds.length > 0 && cardIds.length <= cardFunding.cardsAtMost,
    meta: { unshown: words.balancesFailed },
  });

export type RunsQuery = Input<typeof fundingRuns>['query'];

export const runsQuery = (query: RunsQuery) =>
  infiniteQueryOptions({
    queryKey: [...keyOf('funding-runs'), query],
    queryFn: ({ pageParam, signal }) =>
      fetchOrThrow(fundingRuns, { query: { ...query, limit: '20', ...(pageParam && { cursor: pageParam }) } }, signal),
    initialPageParam: firstPage,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });

export const runQuery = (id: string) =>
  queryOptions({
    queryKey: [...keyOf('funding-run'), id],
    queryFn: ({ signal }) => fetchOrThrow(fundingRun, { params: { id } }, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const schedulesQuery = () =>
  queryOptions({
    queryKey: keyOf('funding-schedules'),
    queryFn: async ({ signal }) => (await fetchOrThrow(fundingSchedules, {}, signal)).items,
  });

/** The dry run of a schedule's next run; null while something is missing. */
export const schedulePlanQuery = (setup: Setup | null, scheduleId?: string) =>
  queryOptions({
    queryKey: [...keyOf('funding-schedule-plan'), setup, scheduleId],
    queryFn:
      setup === null
        ? skipToken
        : ({ signal }) =>
            fetchOrThrow(previewFundingSchedule, { body: { ...setup, ...(scheduleId && { scheduleId }) } }, signal),
    staleTime: 0,
  });

/** After money has moved, or a schedule has changed. */
export const refreshFunding = () =>
  queryClient.invalidateQueries({
    predicate: ({ queryKey }) => /^(funding|balance|cards-to-fund)/.test(String(queryKey[1])),
  });
