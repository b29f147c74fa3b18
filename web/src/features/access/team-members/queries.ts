import { teamMembers } from '@florin/contract/invites';
import { queryOptions } from '@tanstack/react-query';
import { currentEpoch } from '../../../session/browser-session.ts';
import { fetchOrThrow } from '../../../session/queries/query-client.ts';

/** The people and invites of the current business. */
export const teamQuery = () =>
  queryOptions({
    queryKey: [currentEpoch(), 'team-members'],
    queryFn: ({ signal }) => fetchOrThrow(teamMembers, {}, signal),
  });
