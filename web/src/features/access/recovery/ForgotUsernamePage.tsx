import { Email } from '@florin/contract/fields';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import * as v from 'valibot';
import { StepHead } from '../../../flows/StepHead.tsx';
import { Button } from '../../../kit/actions/Button.tsx';
import { TextField } from '../../../kit/forms/fields/TextField.tsx';
import formStyles from '../../../kit/forms/form.module.css';
import { useContractForm } from '../../../kit/forms/use-contract-form.ts';
import { refusals } from '../../../messages/en/refusals.ts';
import { recoveryWords } from '../../../messages/en/access/recovery.ts';
import { loginNotice } from '../../../session/browser/login-notice.ts';
import { SignedInElsewhere } from '../../../shell/guards/SignedInElsewhere.tsx';
import { forgotUsernameCalls } from './calls.ts';
import { BackLink, Column, useReturn } from './Column.tsx';
import { ForgotForm, useForgot } from './ForgotForm.tsx';
import { useSupport } from './use-support.ts';

const words = recoveryWords.username;
const Form = v.object({ emailId: v.pipe(v.string('type'), v.trim(), Email) });

/** /forgot-username: the address, and on success the login page with its message (specification, sections 2 and 8). */
export function ForgotUsernamePage() {
  const back = useReturn();
  const navigate = useNavigate();
  const forgot = useForgot(forgotUsernameCalls);
  const { step } = forgot.state.view;

  const isSent = step === 'sent';
  useEffect(() => {
    if (!isSent) return;
    loginNotice.write('usernameSent');
    void navigate({ to: back.to });
  }, [isSent, back.to, navigate]);

  return (
    <Column head={back.from === 'login' && <SignedInElsewhere />} foot={<BackLink {...back} />}>
      {step === 'sorry' ? (
        <SeveralAccounts onAnother={() => forgot.dispatch({ type: 'wentBack' })} />
      ) : (
        <EmailForm forgot={forgot} isAdding={back.from === 'add-account'} />
      )}
    </Column>
  );
}

function EmailForm({ forgot, isAdding }: { forgot: ReturnType<typeof useForgot>; isAdding: boolean }) {
  const form = useContractForm(Form, {
    defaultValues: { emailId: forgot.state.value },
    words: { emailId: { missing: words.emailRequired, format: words.emailFormat } },
  });
  return (
    <ForgotForm
      forgot={forgot}
      form={form}
      name="emailId"
      action="forgot-username"
      words={words}
      takesFocus={isAdding}
      valueOf={({ emailId }) => emailId}
    >
      <TextField
        type="email"
        label={words.email}
        hint={words.emailHint}
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        {...form.field('emailId')}
      />
    </ForgotForm>
  );
}

/** 'Sorry': several accounts have the address (specification, section 8, code 8). */
function SeveralAccounts({ onAnother }: { onAnother: () => void }) {
  const support = useSupport();
  return (
    <div className={formStyles.form}>
      <StepHead title={words.sorryHeading} intro={refusals[8]} />
      {support && <p>{words.sorryHelp(support.phoneAdminSupport, support.emailAdminSupport)}</p>}
      <Button size="lg" full onClick={onAnother}>
        {words.anotherEmail}
      </Button>
    </div>
  );
}
