import {
  changeCategoryGroup,
  createCategoryGroup,
  deleteCategoryGroup,
  type CategoryGroupLine,
} from '@florin/contract/cards/spend-policies';
import { policyLimits } from '@florin/contract/cards/policies/spend-rules';
import { useState } from 'react';
import { Button } from '../../../kit/actions/Button.tsx';
import { showSnackbar } from '../../../kit/feedback/snackbar-store.ts';
import { FormShell } from '../../../kit/forms/FormShell.tsx';
import { TextAreaField, TextField } from '../../../kit/forms/fields/TextField.tsx';
import { ConfirmDialog } from '../../../kit/overlays/ConfirmDialog.tsx';
import { Dialog } from '../../../kit/overlays/Dialog.tsx';
import { spendPolicyWords } from '../../../messages/en/cards/spend-policies.ts';
import { useSubmission } from '../../../session/failures/use-submission.ts';
import { keyOf, refetch } from '../../../session/queries/query-client.ts';
import { categoryNames, codesText, parseCodes } from './category-codes.ts';
import styles from './spend-policies.module.css';

const words = spendPolicyWords.controls;
const refreshGroups = () => refetch({ queryKey: keyOf('category-groups') });

interface CategoryGroupDialogProps {
  /** Null for a new one. */
  group: CategoryGroupLine | null;
  onClose: () => void;
}

/** A group of merchant categories: its name, and its codes as a list of ranges. */
export function CategoryGroupDialog({ group, onClose }: CategoryGroupDialogProps) {
  const { pending, message, say, submit } = useSubmission();
  const [name, setName] = useState(group?.name ?? '');
  const [codes, setCodes] = useState(group ? codesText(group.ranges) : '');
  const [isChecked, setChecked] = useState(false);
  const read = parseCodes(codes);
  const wrong =
    'wrong' in read
      ? words.wrongCodes(read.wrong)
      : read.ranges.length > policyLimits.rangesAtMost
        ? words.tooManyCodes(policyLimits.rangesAtMost)
        : null;
  const save = async () => {
    setChecked(true);
    if (name.trim() === '' || 'wrong' in read || wrong !== null) return;
    const body = { name: name.trim(), ranges: read.ranges };
    const answer =
      group === null
        ? await submit(createCategoryGroup, { body })
        : await submit(changeCategoryGroup, { params: { id: group.key }, body });
    if (answer && !answer.ok && answer.body.Code === 'VERSION_CONFLICT')
      say({ severity: 'error', text: words.taken, correlationId: null });
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
      >
        <TextField
          label={words.name}
          value={name}
          maxLength={80}
          autoComplete="off"
          error={isChecked && name.trim() === '' ? spendPolicyWords.new.missing.name : null}
          onChange={({ target }) => setName(target.value)}
        />
        <TextAreaField
          label={words.codes}
          hint={words.codesHint}
          rows={4}
          value={codes}
          error={isChecked ? wrong : null}
          onChange={({ target }) => setCodes(target.value)}
        />
        {'ranges' in read && <p className={styles.mute}>{categoryNames(read.ranges).join(', ')}</p>}
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
  const { pending, message, submit } = useSubmission();
  const remove = async () => {
    const answer = await submit(deleteCategoryGroup, { params: { id: group.key } });
    if (!answer?.ok) return;
    showSnackbar({ severity: 'success', text: words.deleted });
    await refreshGroups();
    onClose();
  };
  return (
    <ConfirmDialog
      words={{
        title: words.deleteTitle(group.name),
        text: words.deleteText(group.policies),
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
