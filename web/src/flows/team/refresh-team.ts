import { queryClient } from '../../session/queries/query-client.ts';

/** After a change of the team: its lists, the open sheet, what closing would do, and who can get a card. */
export const refreshTeam = () =>
  queryClient.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[1]).startsWith('team') });

/** Names the form of an invite (`useKeptForm`). */
export const inviteKey = 'invite';
