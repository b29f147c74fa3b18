import { invites, lockedRegistrations } from '@florin/contract/access/invites';
import type { Input, Success } from '@florin/contract/endpoint';
import { team, type Member } from '@florin/contract/access/team-members';
import { infiniteQueryOptions, queryOptions, type InfiniteData } from '@tanstack/react-query';
import { fetchOrThrow, firstPage, keyOf } from '../../../session/queries/query-client.ts';

export type TeamQuery = Input<typeof team>['query'];
export type InvitesQuery = Input<typeof invites>['query'];
type Answer = Success<typeof team>['body'];
export type InvitesPage = Success<typeof invites>['body'];

/** An account, and the person's other accounts that follow it in the list. */
export interface TeamRow extends Member {
  others: readonly Member[];
}
export interface TeamPage extends Pick<Answer, 'nextCursor' | 'totals'> {
  items: readonly TeamRow[];
}

/** The accounts that have been loaded so far; those of one person that follow each other are one row. */
export const membersQuery = (query: TeamQuery) =>
  infiniteQueryOptions({
    queryKey: [...keyOf('team'), query],
    queryFn: ({ pageParam, signal }) =>
      fetchOrThrow(team, { query: { ...query, ...(pageParam !== null && { cursor: pageParam }) } }, signal),
    initialPageParam: firstPage,
    getNextPageParam: ({ nextCursor }: Answer) => nextCursor,
    select: byPerson,
  });

function byPerson({ pages, pageParams }: InfiniteData<Answer, string | null>): InfiniteData<TeamPage, string | null> {
  let last: { row: TeamRow; others: Member[] } | null = null;
  const grouped = pages.map((page) => {
    const items: TeamRow[] = [];
    for (const member of page.items) {
      if (last?.row.personId === member.personId) last.others.push(member);
      else {
        const others: Member[] = [];
        last = { row: { ...member, others }, others };
        items.push(last.row);
      }
    }
    return { ...page, items };
  });
  return { pages: grouped, pageParams };
}

export const invitesQuery = (query: InvitesQuery) =>
  infiniteQueryOptions({
    queryKey: [...keyOf('team-invites'), query],
    queryFn: ({ pageParam, signal }) =>
      fetchOrThrow(invites, { query: { ...query, ...(pageParam !== null && { cursor: pageParam }) } }, signal),
    initialPageParam: firstPage,
    getNextPageParam: ({ nextCursor }: InvitesPage) => nextCursor,
  });

/** Cards whose registration is locked. */
export const lockedQuery = () =>
  queryOptions({
    queryKey: keyOf('team-locked-registrations'),
    queryFn: ({ signal }) => fetchOrThrow(lockedRegistrations, {}, signal),
  });
