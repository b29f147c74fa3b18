import { renameFactor, type Factor } from '@florin/contract/factors';
import { Dialog } from '../../../kit/overlays/Dialog.tsx';
import { showSnackbar } from '../../../kit/feedback/Snackbar.tsx';
import { accountWords } from '../../../messages/en/account.ts';
import { useProvenSubmission } from '../../../flows/step-up/StepUpProvider.tsx';
import { NameForm } from './NameForm.tsx';
import { refreshSettings } from './queries.ts';

const words = accountWords.factors;

/** Another name for a factor. */
export function RenameDialog({ factor, onClose }: { factor: Factor; onClose: () => void }) {
  const submission = useProvenSubmission();
  const rename = async (name: string) => {
    const answer = await submission.submit(renameFactor, { params: { id: factor.id }, body: { name } });
    if (answer?.ok !== true) return;
    showSnackbar({ severity: 'success', text: words.renamed(answer.body.name) });
    onClose();
    void refreshSettings();
  };
  return (
    <Dialog open holds title={words.renameTitle} onClose={onClose}>
      <NameForm
        initial={factor.name}
        submission={submission}
        submitLabel={words.save}
        pendingLabel={words.saving}
        onSubmit={(name) => void rename(name)}
        onCancel={onClose}
      />
    </Dialog>
  );
}
