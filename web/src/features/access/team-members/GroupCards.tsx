import { cardGroups, changeCardGroupMembers } from '@florin/contract/cards/card-groups';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../../kit/actions/Button.tsx';
import { Failure } from '../../../kit/feedback/Failure.tsx';
import { LoadingRows } from '../../../kit/feedback/LoadingRows.tsx';
import { showSnackbar } from '../../../kit/feedback/snackbar-store.ts';
import { FormShell } from '../../../kit/forms/FormShell.tsx';
import { Dialog } from '../../../kit/overlays/Dialog.tsx';
import { SelectField } from '../../../kit/pickers/SelectField.tsx';
import { cardGroupsWords } from '../../../messages/en/cards/card-groups.ts';
import { teamWords } from '../../../messages/en/access/team-members.ts';
import { paths } from '../../../paths.ts';
import { errorMessage } from '../../../session/failures/error-message.ts';
import { useSubmission } from '../../../session/failures/use-submission.ts';
import { fetchOrThrow, keyOf, queryClient } from '../../../session/queries/query-client.ts';
import type { TeamRow } from './queries.ts';

const words = cardGroupsWords.many;

const groupsQuery = () =>
  queryOptions({
    queryKey: keyOf('card-groups'),
    queryFn: async ({ signal }) => (await fetchOrThrow(cardGroups, {}, signal)).items,
    meta: { unshown: cardGroupsWords.loadFailed },
  });

/** Adds the open cards of some people to a group. */
export default function GroupCards({ of, onClose }: { of: readonly TeamRow[]; onClose: () => void }) {
  const groups = useQuery(groupsQuery());
  const { pending, message, submit } = useSubmission();
  const [chosen, setChosen] = useState('');
  const [isChecked, setChecked] = useState(false);
  const group = groups.data?.find(({ id }) => id === chosen);
  const hasGroups = groups.data !== undefined && groups.data.length > 0;
  const send = async () => {
    setChecked(true);
    if (!group) return;
    const accounts = of.flatMap((row) => [row, ...row.others]);
    const addHeldBy = accounts.filter(({ role }) => role === 'CARDHOLDER').map(({ membershipId }) => membershipId);
    const answer = await submit(changeCardGroupMembers, { params: { id: group.id }, body: { addHeldBy } });
    if (!answer?.ok) return;
    showSnackbar({ severity: 'success', text: teamWords.group.added(of.length, group.name) });
    onClose();
    await Promise.all(
      ['card-groups', 'cards', 'team-member'].map((name) => queryClient.invalidateQueries({ queryKey: keyOf(name) })),
    );
  };
  return (
    <Dialog open title={teamWords.group.title(of.length)} onClose={onClose} holds>
      <FormShell
        error={message}
        pending={pending}
        submit={hasGroups ? { label: words.submit.add, pending: words.submitting } : null}
        onSubmit={send}
        actions={<Button onClick={onClose}>{cardGroupsWords.cancel}</Button>}
      >
        {groups.data === undefined ? (
          groups.isError ? (
            <Failure
              {...errorMessage(groups.error, cardGroupsWords.loadFailed)}
              onRetry={() => void groups.refetch()}
              retrying={groups.isFetching}
            />
          ) : (
            <LoadingRows label={cardGroupsWords.title} />
          )
        ) : hasGroups ? (
          <SelectField
            label={words.group}
            placeholder={words.choose}
            hint={words.addText}
            options={groups.data.map(({ id, name }) => ({ id, label: name }))}
            value={group?.id ?? ''}
            error={isChecked && !group ? words.missing : null}
            onChange={({ target }) => setChosen(target.value)}
          />
        ) : (
          <p>
            {words.none} <Link to={paths.spendControls}>{words.controls}</Link>
          </p>
        )}
      </FormShell>
    </Dialog>
  );
}
