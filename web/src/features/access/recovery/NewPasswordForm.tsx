import { useEffect, useRef, useState, type Dispatch } from 'react';
import { Button } from '../../../kit/actions/Button.tsx';
import { FormMessage } from '../../../kit/forms/FormMessage.tsx';
import { Notice } from '../../../kit/feedback/Notice.tsx';
import formStyles from '../../../kit/forms/form.module.css';
import { recoveryWords } from '../../../messages/en/recovery.ts';
import { useVisitor } from '../../../session/use-visitor.ts';
import { NewPasswordFields, type NewPassword } from '../../../flows/password/NewPasswordFields.tsx';
import type { Flow, ResetEvent, ResetView } from './reset.ts';
import styles from './recovery.module.css';
import { saidWords } from './said-words.ts';
import { StepHead } from './StepHead.tsx';

const words = recoveryWords.reset.password;
/** Names, username and card are the server's to add; a reset carries nothing of the person. */
const knownToServer: readonly string[] = [];

interface NewPasswordFormProps {
  view: Extract<ResetView, { step: 'reset' }>;
  flow: Flow;
  pending: boolean;
  dispatch: Dispatch<ResetEvent>;
}

/** 'Reset': the new password, judged while it is typed and again by the server. */
export function NewPasswordForm({ view, flow, pending, dispatch }: NewPasswordFormProps) {
  const [typed, setTyped] = useState<NewPassword>({ password: '', confirmation: '', isGood: false });
  const [submits, setSubmits] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  const message = useRef<HTMLDivElement>(null);
  const { said, problems } = view;
  const visitor = useVisitor({ follows: true });
  useEffect(() => {
    if (said !== null) message.current?.focus();
  }, [said]);
  useEffect(() => {
    // A press of the button moves to what is wrong, and so does what the server has rejected.
    if (submits > 0 || problems.length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [submits, problems]);
  return (
    <form
      ref={form}
      noValidate
      className={formStyles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (pending) return;
        setSubmits((count) => count + 1);
        const { password, confirmation } = typed;
        if (typed.isGood) dispatch({ type: 'passwordEntered', password, confirmation });
      }}
    >
      <StepHead title={words.heading}>
        <p className={formStyles.intro}>{words.intro}</p>
      </StepHead>
      <div role="status" className={styles.status}>
        {visitor && <Notice severity="warning">{words.loggedIn(`${visitor.firstName} ${visitor.lastName}`)}</Notice>}
      </div>
      <div className={formStyles.fields}>
        <NewPasswordFields
          userInputs={knownToServer}
          bearer={flow.token}
          onChange={setTyped}
          problems={problems}
          submits={submits}
        />
      </div>
      <div className={formStyles.send}>
        <FormMessage ref={message} message={said && saidWords(said)} />
        <Button type="submit" variant="primary" size="lg" full pending={pending} pendingLabel={words.submitting}>
          {words.submit}
        </Button>
      </div>
    </form>
  );
}
