import { teamMembers } from '@florin/contract/invites';
import { queryOptions } from '@tanstack/react-query';
import { currentEpoch } from '../../../session/epoch.ts';
import { ask } from '../../../session/queries.ts';

/** The people and invites of the current business. */
export const teamQuery = () =>
  queryOptions({
    queryKey: [currentEpoch(), 'team-members'],
    queryFn: ({ signal }) => ask(teamMembers, {}, signal),
  });
