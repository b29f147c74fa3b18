import { confirmPasskey, startPasskey } from '@florin/contract/access/factors';
import { useState } from 'react';
import { Dialog } from '../../../../kit/overlays/Dialog.tsx';
import { showSnackbar } from '../../../../kit/feedback/Snackbar.tsx';
import { accountWords } from '../../../../messages/en/access/account.ts';
import { passkeyWords } from '../../../../messages/en/access/passkey.ts';
import { createPasskey } from '../../../../session/browser/passkey.ts';
import { useProvenSubmission } from '../../../../flows/step-up/StepUpProvider.tsx';
import { NameForm } from '../NameForm.tsx';
import { refreshSettings } from '../queries.ts';

const words = accountWords.passkeys;

/** A new passkey: its name, then the browser's own dialog. */
export function AddPasskeyDialog({ holds, onClose }: { holds: boolean; onClose: () => void }) {
  const { pending, message, say, submit } = useProvenSubmission();
  const [waiting, setWaiting] = useState(false);
  const create = async (name: string) => {
    if (waiting) return;
    const options = await submit(startPasskey, {});
    if (options?.ok !== true) return;
    setWaiting(true);
    const outcome = await createPasskey(options.body.options);
    setWaiting(false);
    if (!outcome.ok) {
      say({ severity: 'error', text: passkeyWords[outcome.reason], correlationId: null });
      return;
    }
    const answer = await submit(confirmPasskey, { body: { name, passkey: outcome.passkey } });
    if (answer?.ok !== true) return;
    showSnackbar({ severity: 'success', text: words.added(answer.body.name) });
    onClose();
    void refreshSettings();
  };
  return (
    <Dialog open holds title={words.addTitle} onClose={onClose}>
      <NameForm
        initial=""
        note={holds ? accountWords.hold : undefined}
        placeholder={words.namePlaceholder}
        submission={{ pending: pending || waiting, message }}
        submitLabel={words.create}
        pendingLabel={words.creating}
        onSubmit={(name) => void create(name)}
        onCancel={onClose}
      />
    </Dialog>
  );
}
