import { Email } from '@florin/contract/fields';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useReducer } from 'react';
import * as v from 'valibot';
import { TextField } from '../../../kit/forms/TextField.tsx';
import formStyles from '../../../kit/forms/form.module.css';
import { useContractForm } from '../../../kit/forms/use-contract-form.ts';
import { useRequests } from '../../../kit/forms/use-requests.ts';
import { recoveryWords } from '../../../messages/en/recovery.ts';
import { leaveLoginNotice } from '../../../session/login-notice.ts';
import { Column } from './Column.tsx';
import { forgot, initialForgot, type ForgotState } from './forgot.ts';
import { ForgotForm } from './ForgotForm.tsx';
import { askForUsername } from './requests.ts';
import styles from './recovery.module.css';
import { SeveralAccounts } from './SeveralAccounts.tsx';
import { StepHead } from './StepHead.tsx';
import { useFieldRefusal } from './use-field-refusal.ts';
import { useReturn } from './use-return.ts';

const words = recoveryWords.username;
const Form = v.object({ emailId: v.pipe(v.string('type'), v.trim(), Email) });

/** /forgot-username: the address, and on success the login page with its message (specification, sections 2 and 8). */
export function ForgotUsernamePage() {
  const back = useReturn();
  const navigate = useNavigate();
  const [state, dispatch] = useReducer(forgot, initialForgot);
  useRequests(state.request, askForUsername, (request, answer) => dispatch({ type: 'answered', request, answer }));

  const isSent = state.view === 'sent';
  useEffect(() => {
    if (!isSent) return;
    leaveLoginNotice('usernameSent');
    void navigate({ to: back.to });
  }, [isSent, back.to, navigate]);

  return (
    <Column
      foot={
        <Link className={`${formStyles.link} ${styles.back}`} to={back.to}>
          {recoveryWords.back[back.from]}
        </Link>
      }
    >
      {state.view === 'sorry' ? (
        <SeveralAccounts onAnother={() => dispatch({ type: 'wentBack' })} />
      ) : (
        <EmailForm
          state={state}
          onSend={(value, recaptchaToken) => dispatch({ type: 'submitted', value, recaptchaToken })}
        />
      )}
    </Column>
  );
}

interface EmailFormProps {
  state: ForgotState;
  onSend: (email: string, recaptchaToken: string) => void;
}

function EmailForm({ state, onSend }: EmailFormProps) {
  const isAdding = useReturn().from === 'add-account';
  const form = useContractForm(Form, {
    defaultValues: { emailId: state.value },
    words: { emailId: { missing: words.emailRequired, format: words.emailFormat } },
  });
  const saidAtField = useFieldRefusal(form, state.said, 'emailId');
  return (
    <ForgotForm
      form={form}
      state={state}
      action="forgot-username"
      words={words}
      saidAtField={saidAtField}
      head={
        <StepHead title={words.heading} takesFocus={isAdding || state.attempts > 0}>
          <p className={formStyles.intro}>{words.intro}</p>
        </StepHead>
      }
      field={
        <TextField
          type="email"
          label={words.email}
          hint={words.emailHint}
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          {...form.field('emailId')}
        />
      }
      onSend={({ emailId }, token) => onSend(emailId, token)}
    />
  );
}
