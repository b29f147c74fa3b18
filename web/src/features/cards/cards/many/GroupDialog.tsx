import { changeCardGroupMembers } from '@florin/contract/cards/card-groups';
import { type Card } from '@florin/contract/cards/cards';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../../../kit/actions/Button.tsx';
import { Failure } from '../../../../kit/feedback/Failure.tsx';
import { LoadingRows } from '../../../../kit/feedback/LoadingRows.tsx';
import { showSnackbar } from '../../../../kit/feedback/snackbar-store.ts';
import { FormShell } from '../../../../kit/forms/FormShell.tsx';
import { RadioCards } from '../../../../kit/forms/fields/RadioCards.tsx';
import { Dialog } from '../../../../kit/overlays/Dialog.tsx';
import { SelectField } from '../../../../kit/pickers/SelectField.tsx';
import { cardGroupsWords } from '../../../../messages/en/cards/card-groups.ts';
import { paths } from '../../../../paths.ts';
import { errorMessage } from '../../../../session/failures/error-message.ts';
import { useSubmission } from '../../../../session/failures/use-submission.ts';
import { cardGroupsQuery, idOf, refreshCards } from '../queries.ts';
import styles from '../cards.module.css';

const words = cardGroupsWords.many;

/** Adds many cards to a group, or takes them out of one; a second administrator may have to approve that they leave. */
export default function GroupDialog({ cards, onClose }: { cards: readonly Card[]; onClose: () => void }) {
  const groups = useQuery(cardGroupsQuery());
  const { pending, message, submit } = useSubmission();
  const [act, setAct] = useState<'add' | 'remove'>('add');
  const [chosen, setChosen] = useState('');
  const [isChecked, setChecked] = useState(false);
  const isIn = (groupId: string) => (card: Card) => card.groups.some(({ id }) => id === groupId);
  // Only a group that one of the cards is in can be left.
  const possible = (groups.data ?? []).filter(({ id }) => act === 'add' || cards.some(isIn(id)));
  const group = possible.find(({ id }) => id === chosen);
  const send = async () => {
    setChecked(true);
    if (!group) return;
    const concerned = cards.filter((card) => isIn(group.id)(card) !== (act === 'add'));
    const params = { id: group.id };
    const answer = await submit(changeCardGroupMembers, { params, body: { [act]: concerned.map(idOf) } });
    if (!answer?.ok) return;
    const text = (act === 'add' ? words.added : words.removed)(concerned.length, group.name);
    showSnackbar(answer.status === 202 ? { severity: 'info', text: words.waits } : { severity: 'success', text });
    onClose();
    await refreshCards();
  };
  const hasGroups = groups.data !== undefined && groups.data.length > 0;
  return (
    <Dialog open title={words.title(cards.length)} onClose={onClose} holds>
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
            <RadioCards legend={words.act} name="act" choices={words.acts} value={act} onChange={setAct} />
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
          <p className={styles.quiet}>
            {words.none} <Link to={paths.spendControls}>{words.controls}</Link>
          </p>
        )}
      </FormShell>
    </Dialog>
  );
}
