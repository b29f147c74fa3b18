import { changePassword } from '@florin/contract/access/factors';
import { LockKeyhole } from 'lucide-react';
import { useState } from 'react';
import { FormShell } from '../../../kit/forms/FormShell.tsx';
import { Button } from '../../../kit/actions/Button.tsx';
import { Dialog } from '../../../kit/overlays/Dialog.tsx';
import { showSnackbar } from '../../../kit/feedback/Snackbar.tsx';
import { accountWords } from '../../../messages/en/access/account.ts';
import { usePerson } from '../../../session/person.ts';
import { easternTime } from '@florin/contract/dates/eastern-time';
import { newPasswordProblems, type NewPasswordProblem } from '../../../flows/password/rules-met.ts';
import { NewPasswordFields } from '../../../flows/password/NewPasswordFields.tsx';
import { useProvenSubmission } from '../../../flows/step-up/StepUpProvider.tsx';
import { SettingRow } from './SettingRow.tsx';
import { refreshSettings, type SecuritySettings } from './queries.ts';

const words = accountWords.password;

/** The password: when it was changed, and the dialog that changes it. */
export function PasswordRow({ settings: { passwordChangedAt } }: { settings: SecuritySettings }) {
  const [changing, setChanging] = useState(false);
  const close = () => setChanging(false);
  return (
    <SettingRow
      icon={LockKeyhole}
      title={words.title}
      text={`${words.changed(easternTime(passwordChangedAt))}. ${words.text}`}
      action={<Button onClick={() => setChanging(true)}>{words.change}</Button>}
    >
      <Dialog open={changing} holds title={words.change} onClose={close}>
        <PasswordForm onClose={close} />
      </Dialog>
    </SettingRow>
  );
}

function PasswordForm({ onClose }: { onClose: () => void }) {
  const { firstName, lastName, userName, businessName, cardLast4 } = usePerson();
  const { pending, message, say, submit } = useProvenSubmission();
  const [entry, setEntry] = useState({ password: '', confirmation: '', isGood: false });
  const [problems, setProblems] = useState<readonly NewPasswordProblem[]>([]);
  const [submits, setSubmits] = useState(0);
  const send = async () => {
    setSubmits(submits + 1);
    if (!entry.isGood) return;
    const { password, confirmation } = entry;
    const answer = await submit(changePassword, { body: { password, confirmPassword: confirmation } });
    if (answer === null) return;
    if (answer.ok) {
      showSnackbar({ severity: 'success', text: words.done });
      onClose();
      void refreshSettings();
    } else {
      const found = newPasswordProblems(answer.body);
      if (found.length === 0) return;
      say(null);
      setProblems(found);
    }
  };
  return (
    <FormShell
      error={message}
      pending={pending}
      submit={{ label: words.change, pending: words.changing }}
      onSubmit={send}
      actions={<Button onClick={onClose}>{words.cancel}</Button>}
    >
      <input type="text" autoComplete="username" value={userName} readOnly hidden />
      <NewPasswordFields
        userInputs={[firstName, lastName, userName, businessName, ...(cardLast4 === null ? [] : [cardLast4])]}
        bearer={null}
        onChange={setEntry}
        problems={problems}
        submits={submits}
      />
    </FormShell>
  );
}
