import { GroupForm } from '../../../flows/cards/GroupForm.tsx';
import { teamWords } from '../../../messages/en/access/team-members.ts';
import { keyOf, queryClient } from '../../../session/queries/query-client.ts';
import type { TeamRow } from './queries.ts';

const refresh = () =>
  Promise.all(
    ['card-groups', 'cards', 'team-member'].map((name) => queryClient.invalidateQueries({ queryKey: keyOf(name) })),
  );

/** Adds the open cards of some people to a group. */
export default function GroupCards({ of, onClose }: { of: readonly TeamRow[]; onClose: () => void }) {
  const accounts = of.flatMap((row) => [row, ...row.others]);
  const addHeldBy = accounts.filter(({ role }) => role === 'CARDHOLDER').map(({ membershipId }) => membershipId);
  return (
    <GroupForm
      title={teamWords.group.title(of.length)}
      act="add"
      change={({ name }) => ({ body: { addHeldBy }, done: teamWords.group.added(of.length, name) })}
      refresh={refresh}
      onClose={onClose}
    />
  );
}
