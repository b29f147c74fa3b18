import { useState } from 'react';
import { NewPasswordFields, type NewPassword } from '../../../flows/password/NewPasswordFields.tsx';
import { StepHead } from '../../../flows/StepHead.tsx';
import { Notice } from '../../../kit/feedback/Notice.tsx';
import { FormShell } from '../../../kit/forms/FormShell.tsx';
import { recoveryWords } from '../../../messages/en/access/recovery.ts';
import { useVisitor } from '../../../session/visitor.ts';
import styles from './recovery.module.css';
import type { StepProps } from './ResetPasswordPage.tsx';
import type { PasswordView } from './reset.ts';

const words = recoveryWords.reset.password;
/** The server adds names, username and card; a reset contains nothing of the person. */
const knownToServer: readonly string[] = [];

/** 'Reset': the new password, checked while it is typed and again by the server. */
export function NewPasswordForm({ view, message, isBusy, dispatch }: StepProps & { view: PasswordView }) {
  const [typed, setTyped] = useState<NewPassword>({ password: '', confirmation: '', isGood: false });
  const [submits, setSubmits] = useState(0);
  const visitor = useVisitor({ follows: true });
  return (
    <FormShell
      layout="page"
      head={<StepHead title={words.heading} intro={words.intro} />}
      error={message}
      pending={isBusy}
      submit={{ label: words.submit, pending: words.submitting }}
      onSubmit={() => {
        setSubmits((count) => count + 1);
        const { password, confirmation, isGood } = typed;
        if (isGood) dispatch({ type: 'passwordEntered', password, confirmation });
      }}
    >
      <div role="status" className={styles.status}>
        {visitor && <Notice severity="warning">{words.loggedIn(`${visitor.firstName} ${visitor.lastName}`)}</Notice>}
      </div>
      <NewPasswordFields
        userInputs={knownToServer}
        bearer={view.link.token}
        onChange={setTyped}
        problems={view.problems}
        submits={submits}
      />
    </FormShell>
  );
}
