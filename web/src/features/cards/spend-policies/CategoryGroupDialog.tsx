import {
  changeCategoryGroup,
  createCategoryGroup,
  deleteCategoryGroup,
  type CategoryGroupLine,
} from '@florin/contract/cards/category-groups';
import { policyLimits } from '@florin/contract/cards/policies/spend-rules';
import { useState } from 'react';
import { Button } from '../../../kit/actions/Button.tsx';
import { showSnackbar } from '../../../kit/feedback/snackbar-store.ts';
import { FormShell } from '../../../kit/forms/FormShell.tsx';
import { TextAreaField, TextField } from '../../../kit/forms/fields/TextField.tsx';
import { ConfirmDialog } from '../../../kit/overlays/ConfirmDialog.tsx';
import { Dialog } from '../../../kit/overlays/Dialog.tsx';
import { spendControlsWords } from '../../../messages/en/cards/spend-controls.ts';
import { spendPolicyWords } from '../../../messages/en/cards/spend-policies.ts';
import { useSubmission } from '../../../session/failures/use-submission.ts';
import { KeptNotice } from '../../../session/kept-forms/KeptNotice.tsx';
import { useKeptFields } from '../../../session/kept-forms/use-kept-fields.ts';
import { keyOf, queryClient, refetch } from '../../../session/queries/query-client.ts';
import { categoryNames, codesText, parseCodes } from './category-codes.ts';
import { categoriesQuery, categoryGroupKey } from './queries.ts';
import styles from './spend-policies.module.css';

const words = spendControlsWords;
const refreshGroups = () => refetch({ queryKey: keyOf('category-groups') });

const contentOf = ({ name, ranges }: CategoryGroupLine) => ({ name, ranges });

/** A group as it is now, if it is not as it was read. */
async function changedGroup(read: CategoryGroupLine): Promise<CategoryGroupLine | undefined> {
  const groups = await queryClient.fetchQuery({ ...categoriesQuery(), staleTime: 0 });
  const now = groups.find(({ key }) => key === read.key);
  const stateOf = (of: CategoryGroupLine) => JSON.stringify([contentOf(of), of.changedAt]);
  return now && stateOf(now) !== stateOf(read) ? now : undefined;
}

interface CategoryGroupDialogProps {
  /** Null for a new one. */
  group: CategoryGroupLine | null;
  onClose: () => void;
}

/** A group of merchant categories: its name, and its codes as a list of ranges. */
export function CategoryGroupDialog({ group, onClose }: CategoryGroupDialogProps) {
  const { pending, message, say, submit } = useSubmission();
  const { values, change, kept } = useKeptFields(categoryGroupKey(group?.key), {
    name: group?.name ?? '',
    codes: group ? codesText(group.ranges) : '',
    // The group that was read: another's change is shown before it is replaced.
    read: group,
  });
  const { name, codes, read } = values;
  const [isChecked, setChecked] = useState(false);
  const parsed = parseCodes(codes);
  const wrong =
    'wrong' in parsed
      ? words.wrongCodes(parsed.wrong)
      : parsed.ranges.length > policyLimits.rangesAtMost
        ? words.tooManyCodes(policyLimits.rangesAtMost)
        : null;
  const save = async () => {
    setChecked(true);
    if (name.trim() === '' || 'wrong' in parsed || wrong !== null) return;
    const body = { name: name.trim(), ranges: parsed.ranges };
    const answer =
      read === null
        ? await submit(createCategoryGroup, { body })
        : await submit(changeCategoryGroup, {
            params: { id: read.key },
            body: { ...body, replaces: contentOf(read) },
          });
    if (answer && !answer.ok && answer.body.Code === 'VERSION_CONFLICT') {
      const theirs = read === null ? undefined : await changedGroup(read);
      if (theirs) change({ read: theirs });
      say(
        theirs
          ? {
              severity: 'warning',
              text: words.changedMeanwhile(theirs.name, codesText(theirs.ranges)),
              correlationId: null,
            }
          : { severity: 'error', text: words.taken, correlationId: null },
      );
    }
    if (!answer?.ok) return;
    showSnackbar({ severity: 'success', text: group === null ? words.created : words.changed });
    await refreshGroups();
    onClose();
  };
  return (
    <Dialog open title={group === null ? words.createTitle : words.changeTitle} onClose={onClose} holds>
      <FormShell
        error={message}
        pending={pending}
        submit={{ label: words.submit, pending: words.submitting }}
        onSubmit={save}
        actions={<Button onClick={onClose}>{words.cancel}</Button>}
        head={<KeptNotice kept={kept} />}
      >
        <TextField
          label={words.name}
          value={name}
          maxLength={80}
          autoComplete="off"
          error={isChecked && name.trim() === '' ? spendPolicyWords.new.missing.name : null}
          onChange={({ target }) => change({ name: target.value })}
        />
        <TextAreaField
          label={words.codes}
          hint={words.codesHint}
          rows={4}
          value={codes}
          error={isChecked ? wrong : null}
          onChange={({ target }) => change({ codes: target.value })}
        />
        {'ranges' in parsed && <p className={styles.mute}>{categoryNames(parsed.ranges).join(', ')}</p>}
      </FormShell>
    </Dialog>
  );
}

interface DeleteCategoryGroupProps {
  group: CategoryGroupLine;
  onClose: () => void;
}

/** Asks before a group of merchant categories is deleted. */
export function DeleteCategoryGroup({ group, onClose }: DeleteCategoryGroupProps) {
  const { pending, message, say, submit } = useSubmission();
  // The group that was read: another's change is shown before it is deleted.
  const [read, setRead] = useState(group);
  const remove = async () => {
    const query = read.changedAt === null ? {} : { replaces: read.changedAt };
    const answer = await submit(deleteCategoryGroup, { params: { id: group.key }, query });
    if (answer && !answer.ok && answer.body.Code === 'VERSION_CONFLICT') {
      const theirs = await changedGroup(read);
      if (!theirs) return;
      setRead(theirs);
      const text = words.changedBeforeDelete(theirs.name, codesText(theirs.ranges));
      say({ severity: 'warning', text, correlationId: null });
    }
    if (!answer?.ok) return;
    showSnackbar({ severity: 'success', text: words.deleted });
    await refreshGroups();
    onClose();
  };
  return (
    <ConfirmDialog
      words={{
        title: words.deleteTitle(group.name),
        text: words.deleteText(read.policies),
        submit: words.deleteGroup,
        submitting: words.deleting,
        cancel: words.cancel,
      }}
      pending={pending}
      message={message}
      onConfirm={() => void remove()}
      onClose={onClose}
    />
  );
}
