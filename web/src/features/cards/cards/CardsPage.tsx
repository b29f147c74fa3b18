import type { BulkAct, Card } from '@florin/contract/cards';
import { useInfiniteQuery, useQueries, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Group, HandCoins, Snowflake, Sun, X } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { CardsTabs } from '../../../flows/cards/CardsHead.tsx';
import { ListPage } from '../../../flows/lists/ListPage.tsx';
import { useListAddress } from '../../../flows/lists/use-list-address.ts';
import { cardsWords as words } from '../../../messages/en/cards.ts';
import { listWords } from '../../../messages/en/lists.ts';
import { pageTitles } from '../../../messages/en/pages.ts';
import { paths } from '../../../paths.ts';
import { useEpoch } from '../../../session/browser-session.ts';
import { useReason } from '../../../session/PermittedButton.tsx';
import { usePerson } from '../../../session/person.ts';
import { columnsOf, markOf, nameOf } from './columns.tsx';
import { fieldsOf, order, queryOf, views } from './list-search.ts';
import { cardGroupsQuery, cardsQuery, idOf, leftQuery, type CardLeft } from './queries.ts';

const BulkDialog = lazy(() => import('./BulkDialog.tsx'));
const GroupDialog = lazy(() => import('./GroupDialog.tsx'));

/** /cards, for administrators: the cards of the business. */
export function CardsPage() {
  // A change of account renews the session, and the query's key with it.
  useEpoch();
  const address = useListAddress();
  const navigate = useNavigate();
  const { permissionFlags, allowAdminViewCardUsage } = usePerson();
  const query = useMemo(() => queryOf(address.search), [address.search]);
  const groups = useQuery(cardGroupsQuery()).data;
  const fields = useMemo(() => fieldsOf(groups), [groups]);
  const rows = useInfiniteQuery(cardsQuery(query));
  const left = useLeft(rows.data?.pages.map(({ items }) => items.map(idOf)) ?? []);
  const showsUsage = allowAdminViewCardUsage && permissionFlags.includes('VIEW_CARD_TRANSACTIONS');
  const columns = useMemo(() => columnsOf(left, showsUsage), [left, showsUsage]);
  const [grouped, setGrouped] = useState<readonly Card[] | null>(null);
  const [act, setAct] = useState<{ act: BulkAct; cards: readonly Card[] } | null>(null);
  const freezing = useReason('cards.issue') ?? undefined;
  const funding = useReason('card-funding.run') ?? undefined;
  const grouping = useReason('card-groups.change') ?? undefined;
  return (
    <>
      <ListPage
        list="cards"
        title={pageTitles.cards}
        tabs={<CardsTabs />}
        address={address}
        fields={fields}
        searchLabel={words.search}
        views={views}
        rows={rows}
        columns={columns}
        order={order}
        rowId={idOf}
        rowName={nameOf}
        mark={markOf}
        rowHref={hrefOf}
        bulk={(selected) => ({
          actions: [
            {
              id: 'freeze',
              icon: Snowflake,
              label: words.bulk.freeze,
              reason: freezing,
              onAction: () => setAct({ act: 'FREEZE', cards: selected }),
            },
            {
              id: 'unfreeze',
              icon: Sun,
              label: words.bulk.unfreeze,
              reason: freezing,
              onAction: () => setAct({ act: 'UNFREEZE', cards: selected }),
            },
            {
              id: 'fund',
              icon: HandCoins,
              label: words.bulk.fund,
              reason: funding,
              onAction: () => void navigate({ href: `${paths.cardFunding}?cards=${selected.map(idOf).join(',')}` }),
            },
            {
              id: 'group',
              icon: Group,
              label: words.bulk.group,
              reason: grouping,
              onAction: () => setGrouped(selected),
            },
            {
              id: 'close',
              icon: X,
              label: words.bulk.close,
              reason: freezing,
              onAction: () => setAct({ act: 'CLOSE', cards: selected }),
            },
          ],
        })}
        none={words.none}
        says={{
          noMatch: words.noMatch,
          loadFailed: words.loadFailed,
          moreFailed: words.moreFailed,
          count: words.count,
        }}
        summary={({ length }, { totals }) =>
          totals == null ? words.count(length) : listWords.ofAll(length, words.countOf(totals.cards, totals.people))
        }
      />
      <Suspense>{grouped !== null && <GroupDialog cards={grouped} onClose={() => setGrouped(null)} />}</Suspense>
      <Suspense>{act !== null && <BulkDialog {...act} onClose={() => setAct(null)} />}</Suspense>
    </>
  );
}

const hrefOf = ({ id }: Card): string => `${paths.cards}/${id}`;

/** What is left on the cards of the pages that are loaded, by card. */
function useLeft(pages: readonly (readonly string[])[]): ReadonlyMap<string, CardLeft> {
  return useQueries({
    queries: pages.filter(({ length }) => length > 0).map((ids) => leftQuery(ids)),
    combine: combineLeft,
  });
}

const combineLeft = (answers: readonly { data?: { cards: CardLeft[] } | undefined }[]): ReadonlyMap<string, CardLeft> =>
  new Map(answers.flatMap(({ data }) => data?.cards.map((one) => [one.cardId, one] as const) ?? []));
