import type { ExportFormat } from '@florin/contract/exports';
import { exportTeam } from '@florin/contract/access/team-members';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Group } from 'lucide-react';
import { lazy, Suspense, useMemo, useState, type ReactNode } from 'react';
import { download } from '../../../flows/lists/download.ts';
import { ListPage, type SheetPlace } from '../../../flows/lists/ListPage.tsx';
import type { ListAddress } from '../../../flows/lists/use-list-address.ts';
import { listWords } from '../../../messages/en/kit/lists.ts';
import { pageTitles } from '../../../messages/en/shell/pages.ts';
import { teamWords as words } from '../../../messages/en/access/team-members.ts';
import { paths } from '../../../paths.ts';
import { useReason } from '../../../session/PermittedButton.tsx';
import { usePerson } from '../../../session/person.ts';
import { columns, idOf, markOf, nameOf, othersOf } from './columns.tsx';
import { fields, order, queryOf, viewsOf } from './list-search.ts';
import { membersQuery, type TeamRow } from './queries.ts';

// Loaded once a member's details are opened.
const MemberSheet = lazy(() => import('./MemberSheet.tsx').then((module) => ({ default: module.MemberSheet })));

const GroupCards = lazy(() => import('./GroupCards.tsx'));

export interface TeamListProps {
  address: ListAddress;
  /** The button that invites a person. */
  invite: ReactNode;
  /** Between the title and the views. */
  tabs: ReactNode;
}

/** The accounts of the business, each with its details in a sheet. */
export function MemberList({ address, invite, tabs }: TeamListProps) {
  const { businessName } = usePerson();
  const query = useMemo(() => queryOf(address.search), [address.search]);
  const rows = useInfiniteQuery(membersQuery(query));
  const waiting = rows.data?.pages[0]?.totals?.waitingInvites ?? 0;
  const take = (format: ExportFormat) => download(exportTeam, { query: { ...query, format } });
  const grouping = useReason('card-groups.change') ?? undefined;
  const [grouped, setGrouped] = useState<readonly TeamRow[] | null>(null);
  return (
    <>
      <ListPage
        list="team"
        title={pageTitles.teamMembers}
        intro={
          <>
            {words.intro(businessName)}
            {waiting > 0 && (
              <>
                {' '}
                <Link to={paths.teamMembers} search={{ state: 'INVITED' }}>
                  {words.waiting(waiting)}
                </Link>
              </>
            )}
          </>
        }
        action={invite}
        onExport={take}
        tabs={tabs}
        address={address}
        fields={fields}
        searchLabel={words.search}
        views={viewsOf(waiting)}
        rows={rows}
        columns={columns}
        order={order}
        rowId={idOf}
        rowName={nameOf}
        mark={markOf}
        total={({ totals }) => totals?.people ?? null}
        bulk={(selected) => ({
          actions: [
            {
              id: 'group',
              icon: Group,
              label: words.group.act,
              reason: grouping ?? (selected.some(holdsCards) ? undefined : words.group.none),
              onAction: () => setGrouped(selected),
            },
          ],
        })}
        subRows={(row) => othersOf(row, (open) => address.change({ open }))}
        none={words.none}
        messages={{
          noMatch: words.noMatch,
          loadFailed: words.loadFailed,
          moreFailed: words.moreFailed,
          count: (people) => words.count(people, people),
        }}
        summary={(shown, { totals }) => {
          if (totals === null) return words.count(shown.length, shown.length);
          const all = words.count(totals.people, totals.accounts);
          const isWhole = shown.reduce((sum, { others }) => sum + 1 + others.length, 0) === totals.accounts;
          return isWhole ? all : listWords.ofAll(shown.length, all);
        }}
        renderSheet={(place) => <Sheet {...place} />}
      />
      <Suspense>{grouped !== null && <GroupCards of={grouped} onClose={() => setGrouped(null)} />}</Suspense>
    </>
  );
}

const holdsCards = (row: TeamRow): boolean => [row, ...row.others].some(({ role }) => role === 'CARDHOLDER');

function Sheet(place: SheetPlace) {
  // It stays where it is once it was open, so that it can close.
  const [hasOpened, setOpened] = useState(false);
  if (place.id !== null && !hasOpened) setOpened(true);
  return <Suspense>{(hasOpened || place.id !== null) && <MemberSheet {...place} />}</Suspense>;
}
