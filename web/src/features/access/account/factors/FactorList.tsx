import { type Factor, removeFactor, renameFactor } from '@florin/contract/access/factors';
import { useState } from 'react';
import { ConfirmAct } from '../../../../flows/step-up/ConfirmAct.tsx';
import { useProvenSubmission } from '../../../../flows/step-up/StepUpProvider.tsx';
import { Button } from '../../../../kit/actions/Button.tsx';
import { showSnackbar } from '../../../../kit/feedback/Snackbar.tsx';
import { Dialog } from '../../../../kit/overlays/Dialog.tsx';
import { easternTime } from '@florin/contract/dates/eastern-time';
import { accountWords } from '../../../../messages/en/access/account.ts';
import styles from '../account.module.css';
import { NameForm } from '../NameForm.tsx';
import { refreshSettings } from '../queries.ts';

const words = accountWords.factors;

/** Authenticator apps or passkeys by name, each to be renamed or removed. */
export function FactorList({ factors }: { factors: readonly Factor[] }) {
  if (factors.length === 0) return null;
  return (
    <ul className={styles.list}>
      {factors.map((factor) => (
        <Row key={factor.id} factor={factor} />
      ))}
    </ul>
  );
}

function Row({ factor }: { factor: Factor }) {
  const { id, name, createdAt, lastUsedAt } = factor;
  const [open, setOpen] = useState<'rename' | 'remove' | null>(null);
  const close = () => setOpen(null);
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <p className={styles.name}>{name}</p>
        <p className={styles.line}>
          <span>{words.addedOn(easternTime(createdAt))}</span>
          <span>{lastUsedAt === null ? words.neverUsed : words.lastUsed(easternTime(lastUsedAt))}</span>
        </p>
      </div>
      <div className={styles.buttons}>
        <Button variant="quiet" aria-label={words.renameOf(name)} onClick={() => setOpen('rename')}>
          {words.rename}
        </Button>
        <Button variant="quiet" aria-label={words.removeOf(name)} onClick={() => setOpen('remove')}>
          {words.remove}
        </Button>
      </div>
      {open === 'rename' && <RenameDialog factor={factor} onClose={close} />}
      {open === 'remove' && (
        <ConfirmAct
          words={{
            title: words.removeTitle(name),
            text: words.removeText,
            submit: words.remove,
            submitting: words.removing,
            cancel: words.cancel,
          }}
          act={(send) => send(removeFactor, { params: { id: id } })}
          done={words.removed(name)}
          refresh={refreshSettings}
          onClose={close}
        />
      )}
    </li>
  );
}

/** Another name for a factor. */
function RenameDialog({ factor, onClose }: { factor: Factor; onClose: () => void }) {
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
