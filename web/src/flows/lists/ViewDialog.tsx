import {
  changeListView,
  listViewLimits,
  saveListView,
  type SavedList,
  type SavedView,
} from '@florin/contract/program/list-views';
import { useState } from 'react';
import { Button } from '../../kit/actions/Button.tsx';
import { Checkbox } from '../../kit/forms/fields/Checkbox.tsx';
import { FormShell } from '../../kit/forms/FormShell.tsx';
import { TextField } from '../../kit/forms/fields/TextField.tsx';
import { Dialog } from '../../kit/overlays/Dialog.tsx';
import { viewWords } from '../../messages/en/kit/list-views.ts';
import { useSubmission } from '../../session/failures/use-submission.ts';
import { useReason } from '../../session/PermittedButton.tsx';
import { refetchViews } from './saved-views.ts';

const words = viewWords.dialog;

const problemWith = (text: string) => ({ severity: 'error' as const, text, correlationId: null });

interface ViewDialogProps {
  list: SavedList;
  /** All that the person sees. */
  saved: readonly SavedView[];
  /** What a new view saves. */
  search: string;
  /** The view to rename. Without it, a new view is saved. */
  renamed?: SavedView | undefined;
  onSaved: (view: SavedView) => void;
  onClose: () => void;
}

/** The dialog that names a view. It is open while it is rendered. */
export default function ViewDialog({ list, saved, search, renamed, onSaved, onClose }: ViewDialogProps) {
  const [name, setName] = useState(renamed?.name ?? '');
  const [isShared, setShared] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const canShare = useReason('list-views.share') === null;
  const { pending, message, say, submit } = useSubmission();
  const own = saved.filter(({ isOwn }) => isOwn);

  /** Why the name cannot be used. The server checks it again. */
  const problem = (typed: string): string | null => {
    if (typed === '') return words.missing;
    const among = renamed && !renamed.isOwn ? [] : own;
    const isTaken = among.some((view) => view.id !== renamed?.id && view.name.toLowerCase() === typed.toLowerCase());
    return isTaken ? words.taken : null;
  };
  const send = async () => {
    const typed = name.trim();
    const found = problem(typed);
    setError(found);
    if (found !== null) return;
    const refuse = (fields: readonly { Field: string }[]) => {
      if (fields.some(({ Field }) => Field === 'name')) setError(words.characters);
      else say(problemWith(words.unsaved));
    };
    const { perPersonAndList } = listViewLimits;
    if (!renamed && own.length >= perPersonAndList) {
      say(problemWith(words.tooMany(perPersonAndList)));
      return;
    }
    const answer = renamed
      ? await submit(
          changeListView,
          { params: { id: renamed.id }, body: { version: renamed.version, name: typed } },
          refuse,
        )
      : await submit(saveListView, { body: { list, name: typed, search, shared: isShared } }, refuse);
    if (answer === null) return;
    await refetchViews();
    if (answer.ok) onSaved(answer.body);
    else if (answer.body.Code === 'STEP_NOT_POSSIBLE') {
      say(null);
      setError(words.taken);
    } else if (answer.body.Code === 'VERSION_CONFLICT') say(problemWith(viewWords.conflict));
    else if (answer.body.Code === 'NOT_FOUND') say(problemWith(viewWords.gone));
  };
  return (
    <Dialog open title={renamed ? words.rename : words.save} onClose={onClose} holds>
      <FormShell
        error={message}
        pending={pending}
        submit={{ label: renamed ? words.submitRename : viewWords.save, pending: viewWords.saving }}
        onSubmit={send}
        actions={<Button onClick={onClose}>{words.cancel}</Button>}
      >
        <TextField
          label={words.name}
          value={name}
          maxLength={listViewLimits.name}
          autoComplete="off"
          error={error}
          onChange={({ target }) => {
            setName(target.value);
            setError(null);
          }}
        />
        {!renamed && canShare && (
          <Checkbox
            label={words.shared}
            hint={words.sharedHint}
            checked={isShared}
            onChange={({ target }) => setShared(target.checked)}
          />
        )}
      </FormShell>
    </Dialog>
  );
}
