import { changeCardGroupMembers, type CardGroup } from '@florin/contract/cards/card-groups';
import type { Input } from '@florin/contract/endpoint';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { cardGroupsQuery } from './queries.ts';
import { useState, type ReactNode } from 'react';
import { Button } from '../../kit/actions/Button.tsx';
import { Failure } from '../../kit/feedback/Failure.tsx';
import { LoadingRows } from '../../kit/feedback/LoadingRows.tsx';
import { showSnackbar } from '../../kit/feedback/snackbar-store.ts';
import { FormShell } from '../../kit/forms/FormShell.tsx';
import { Dialog } from '../../kit/overlays/Dialog.tsx';
import { SelectField } from '../../kit/pickers/SelectField.tsx';
import { cardGroupsWords } from '../../messages/en/cards/card-groups.ts';
import { paths } from '../../paths.ts';
import { errorMessage } from '../../session/failures/error-message.ts';
import { useSubmission } from '../../session/failures/use-submission.ts';

const words = cardGroupsWords.many;

interface GroupFormProps {
  title: string;
  act: 'add' | 'remove';
  /** Without it, every group can be chosen. */
  isPossible?: (group: CardGroup) => boolean;
  /** What is sent about the chosen group, and what is said when it is done. */
  change: (group: CardGroup) => { body: Input<typeof changeCardGroupMembers>['body']; done: string };
  /** Fetches again what shows cards or their groups. */
  refresh: () => Promise<unknown>;
  onClose: () => void;
  /** Above the choice of a group. */
  children?: ReactNode;
}

/** Adds cards to a group, or takes them out of one; a second administrator may have to approve that they leave. */
export function GroupForm({ title, act, isPossible = () => true, change, refresh, onClose, children }: GroupFormProps) {
  const groups = useQuery({ ...cardGroupsQuery(), meta: { unshown: cardGroupsWords.loadFailed } });
  const { pending, message, submit } = useSubmission();
  const [chosen, setChosen] = useState('');
  const [isChecked, setChecked] = useState(false);
  const possible = (groups.data ?? []).filter(isPossible);
  const group = possible.find(({ id }) => id === chosen);
  const hasGroups = groups.data !== undefined && groups.data.length > 0;
  const send = async () => {
    setChecked(true);
    if (!group) return;
    const { body, done } = change(group);
    const answer = await submit(changeCardGroupMembers, { params: { id: group.id }, body });
    if (!answer?.ok) return;
    showSnackbar(answer.status === 202 ? { severity: 'info', text: words.waits } : { severity: 'success', text: done });
    onClose();
    await refresh();
  };
  return (
    <Dialog open title={title} onClose={onClose} holds>
      <FormShell
        error={message}
        pending={pending}
        submit={hasGroups ? { label: words.submit[act], pending: words.submitting } : null}
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
          <>
            {children}
            <SelectField
              label={words.group}
              placeholder={words.choose}
              hint={act === 'add' ? words.addText : words.removeText}
              options={possible.map(({ id, name }) => ({ id, label: name }))}
              value={group?.id ?? ''}
              error={isChecked && !group ? words.missing : null}
              onChange={({ target }) => setChosen(target.value)}
            />
          </>
        ) : (
          <p>
            {words.none} <Link to={paths.spendControls}>{words.controls}</Link>
          </p>
        )}
      </FormShell>
    </Dialog>
  );
}
