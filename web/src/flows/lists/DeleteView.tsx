import { deleteListView, type SavedView } from '@florin/contract/program/list-views';
import { ConfirmDialog } from '../../kit/overlays/ConfirmDialog.tsx';
import { viewWords as words } from '../../messages/en/kit/list-views.ts';
import { useSubmission } from '../../session/failures/use-submission.ts';
import { refetchViews } from './saved-views.ts';

interface DeleteViewProps {
  view: SavedView;
  onDeleted: () => void;
  onClose: () => void;
}

/** The dialog that deletes a saved view. It is open while it is rendered. */
export default function DeleteView({ view, onDeleted, onClose }: DeleteViewProps) {
  const { pending, message, say, submit } = useSubmission();
  const remove = async () => {
    const answer = await submit(deleteListView, { params: { id: view.id } });
    // Someone else has deleted the view already, which has the same result.
    if (!answer || !(answer.ok || answer.body.Code === 'NOT_FOUND')) return;
    say(null);
    onDeleted();
    await refetchViews();
  };
  const { title, own, shared, ...rest } = words.remove;
  return (
    <ConfirmDialog
      words={{ ...rest, title: title(view.name), text: view.shared ? shared : own }}
      pending={pending}
      message={message}
      onConfirm={() => void remove()}
      onClose={onClose}
    />
  );
}
