import { cardColumns, exportCards, type Card } from '@florin/contract/cards/cards';
import { useInfiniteQuery, useQueries, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { cardGroupsQuery } from '../../../flows/cards/queries.ts';
import { ClipboardCheck, ClipboardPen, Ellipsis, Gauge, Group, HandCoins, Snowflake, Sun, X } from 'lucide-react';
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { CardsTabs } from '../../../flows/cards/CardsHead.tsx';
import { download } from '../../../flows/lists/download.ts';
import { ListPage } from '../../../flows/lists/ListPage.tsx';
import type { ListSearch } from '../../../flows/lists/search.ts';
import { useListAddress, type ListAddress } from '../../../flows/lists/use-list-address.ts';
import { useSingleKeys } from '../../../flows/use-single-keys.ts';
import { buttonClass } from '../../../kit/actions/Button.tsx';
import { MenuButton } from '../../../kit/overlays/menus/MenuButton.tsx';
import { Icon } from '../../../kit/text/Icon.tsx';
import { Money } from '../../../kit/text/Money.tsx';
import { cardsWords as words } from '../../../messages/en/cards/cards.ts';
import { listWords } from '../../../messages/en/kit/lists.ts';
import { pageTitles } from '../../../messages/en/shell/pages.ts';
import { paths } from '../../../paths.ts';
import { useEpoch } from '../../../session/browser-session.ts';
import { PermittedButton, useReason } from '../../../session/PermittedButton.tsx';
import { leftOpenAbout } from '../../../session/kept-forms/use-kept-form.ts';
import { usePerson } from '../../../session/person.ts';
import { columnsOf, markOf, nameOf } from './columns.tsx';
import { fieldsOf, orderOf, queryOf, views } from './list-search.ts';
import type { AskedOfMany } from './many/many.ts';
import { cardsQuery, countCards, idOf, leftQuery, refreshCards, type CardLeft } from './queries.ts';

const ManyDialog = lazy(() => import('./many/ManyDialog.tsx'));
const FewerFilters = lazy(() => import('../../../flows/lists/FewerFilters.tsx'));
const IssueMany = lazy(() => import('./issue/IssueMany.tsx'));
const IssueSheet = lazy(() => import('./issue/IssueSheet.tsx'));

const hiddenAtFirst = ['issued'];

/** /cards, for administrators: the cards of the business. */
export function CardsPage() {
  // A change of account renews the session, and the query's key with it.
  useEpoch();
  const whole = useListAddress();
  const issuing = useIssuing(whole);
  const { search, change } = whole;
  const address = useMemo(() => ({ search: ofList(search), change }), [search, change]);
  const navigate = useNavigate();
  const { permissionFlags, allowAdminViewCardUsage } = usePerson();
  const showsUsage = allowAdminViewCardUsage && permissionFlags.includes('VIEW_CARD_TRANSACTIONS');
  const order = useMemo(() => orderOf(showsUsage), [showsUsage]);
  const query = useMemo(() => queryOf(address.search, order), [address.search, order]);
  const groups = useQuery({ ...cardGroupsQuery(), meta: { unshown: words.groupsFailed } }).data;
  const fields = useMemo(() => fieldsOf(groups), [groups]);
  const rows = useInfiniteQuery(cardsQuery(query));
  const left = useLeft(rows.data?.pages.map(({ items }) => items.map(idOf)) ?? []);
  const columns = useMemo(() => columnsOf(left, showsUsage), [left, showsUsage]);
  const [asked, setAsked] = useState(() => leftOpenAbout('many-cards') as AskedOfMany | null);
  const mayIssue = useReason('cards.issue') === null;
  const freezing = useReason('cards.freeze') ?? undefined;
  const closing = useReason('cards.close') ?? undefined;
  const funding = useReason('card-funding.run') ?? undefined;
  const limiting = useReason('spend-policies.change') ?? undefined;
  const grouping = useReason('card-groups.change') ?? undefined;
  return (
    <>
      <ListPage
        list="cards"
        title={pageTitles.cards}
        intro={words.intro}
        action={<IssueActions onIssue={issuing.open} onChange={() => setAsked({ act: 'TEXT' })} />}
        onExport={(format, hidden) => {
          const hide = cardColumns.filter((column) => hidden.includes(column)).join(',');
          return download(exportCards, { query: { ...query, format, ...(hide && { hide }) } });
        }}
        tabs={<CardsTabs />}
        address={address}
        fields={fields}
        searchLabel={words.search}
        views={views}
        rows={rows}
        columns={columns}
        order={order}
        hidden={hiddenAtFirst}
        rowId={idOf}
        rowName={nameOf}
        mark={markOf}
        rowHref={hrefOf}
        total={({ totals }) => totals?.cards ?? null}
        bulk={(selected) => ({
          actions: [
            {
              id: 'freeze',
              icon: Snowflake,
              label: words.bulk.freeze,
              reason: freezing,
              onAction: () => setAsked({ act: 'FREEZE', cards: selected }),
            },
            {
              id: 'unfreeze',
              icon: Sun,
              label: words.bulk.unfreeze,
              reason: freezing,
              onAction: () => setAsked({ act: 'UNFREEZE', cards: selected }),
            },
            {
              id: 'fund',
              icon: HandCoins,
              label: words.bulk.fund,
              reason: funding,
              onAction: () => void navigate({ href: `${paths.cardFunding}?cards=${selected.map(idOf).join(',')}` }),
            },
            {
              id: 'limit',
              icon: Gauge,
              label: words.bulk.limit,
              reason: limiting,
              onAction: () => setAsked({ act: 'LIMIT', cards: selected }),
            },
            {
              id: 'group',
              icon: Group,
              label: words.bulk.group,
              reason: grouping,
              onAction: () => setAsked({ act: 'GROUP', cards: selected }),
            },
            {
              id: 'close',
              icon: X,
              label: words.bulk.close,
              reason: closing,
              onAction: () => setAsked({ act: 'CLOSE', cards: selected }),
            },
          ],
        })}
        none={{
          ...words.none,
          ...(mayIssue && { text: words.issue.firstOne, action: <IssueButton onIssue={issuing.open} /> }),
        }}
        noMatchHelp={
          <Suspense>
            <FewerFilters
              list="cards"
              {...address}
              fields={fields}
              count={(changed, signal) => countCards(queryOf(changed, order), signal)}
            />
          </Suspense>
        }
        messages={{
          noMatch: words.noMatch,
          loadFailed: words.loadFailed,
          moreFailed: words.moreFailed,
          count: words.count,
          arrived: words.arrived,
        }}
        summary={({ length }, { totals }) =>
          totals == null ? words.count(length) : listWords.ofAll(length, words.countOf(totals.cards, totals.people))
        }
        renderTotal={({ totals }) =>
          totals?.spentThisMonth && (
            <>
              {words.spentBy(totals.cards)}{' '}
              <b>
                <Money value={totals.spentThisMonth} />
              </b>
            </>
          )
        }
      />
      <Suspense>
        {asked !== null && <ManyDialog asked={asked} onClose={() => setAsked(null)} />}
        {issuing.what === 'many' && mayIssue && <IssueMany onClose={issuing.close} />}
        {(issuing.what === 'virtual' || issuing.what === 'physical') && (
          <IssueSheet
            start={issuing.start}
            onTyped={issuing.keep}
            onIssued={() => void refreshCards()}
            onClose={issuing.close}
            returnTo={issueButton}
          />
        )}
      </Suspense>
    </>
  );
}

const issueButton = () => document.querySelector<HTMLElement>('[data-issue]');

/** What the address says of issuing, besides the list. */
const issueKeys = ['issue', 'holder', 'name', 'limit', 'period', 'merchant'] as const;
type Issue = 'virtual' | 'physical' | 'many';

const ofList = (search: ListSearch): ListSearch =>
  Object.fromEntries(Object.entries(search).filter(([key]) => !(issueKeys as readonly string[]).includes(key)));

/** The sheet or the dialog that issues cards, which has an address of its own. N opens the sheet. */
function useIssuing({ search, change }: ListAddress) {
  const navigate = useNavigate();
  const open = useCallback(
    (issue: Issue) => void navigate({ to: paths.cards, search: (now) => ({ ...now, issue }), resetScroll: false }),
    [navigate],
  );
  const what = search['issue'];
  useSingleKeys({ n: () => open('virtual') });
  return {
    what,
    open,
    keep: change,
    close: () => change(Object.fromEntries(issueKeys.map((key) => [key, null]))),
    start: {
      kind: what === 'physical' ? ('PHYSICAL' as const) : ('VIRTUAL' as const),
      holder: search['holder'] ?? '',
      name: search['name'] ?? '',
      limit: search['limit'] ?? '',
      period: search['period'] ?? '',
      merchant: search['merchant'] ?? '',
    },
  };
}

const IssueButton = ({ onIssue }: { onIssue: (issue: Issue) => void }) => (
  <PermittedButton permission="cards.issue" variant="primary" data-issue onClick={() => onIssue('virtual')}>
    {words.issue.open}
  </PermittedButton>
);

interface IssueActionsProps {
  onIssue: (issue: Issue) => void;
  /** Opens the dialog that changes the cards of a CSV text. */
  onChange: () => void;
}

/** Issues one card, or issues or changes many. */
function IssueActions({ onIssue, onChange }: IssueActionsProps) {
  const issuing = useReason('cards.issue');
  const changing = useReason('cards.freeze');
  return (
    <>
      <MenuButton
        label={words.issue.menu}
        className={buttonClass()}
        entries={[
          { id: 'many', icon: ClipboardCheck, label: words.issue.many, reason: issuing },
          { id: 'change', icon: ClipboardPen, label: words.issue.changeMany, reason: changing },
        ]}
        onAction={(id) => (id === 'many' ? onIssue('many') : onChange())}
      >
        <Icon of={Ellipsis} size={16} />
      </MenuButton>
      <IssueButton onIssue={onIssue} />
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
