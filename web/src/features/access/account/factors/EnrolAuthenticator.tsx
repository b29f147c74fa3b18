import type { Success } from '@florin/contract/endpoint';
import { confirmAuthenticator, type startAuthenticator } from '@florin/contract/access/factors';
import { accessCode } from '@florin/contract/limits';
import { useRef, useState } from 'react';
import { FormShell } from '../../../../kit/forms/FormShell.tsx';
import { Button } from '../../../../kit/actions/Button.tsx';
import { CodeField } from '../../../../kit/forms/fields/CodeField.tsx';
import { showSnackbar } from '../../../../kit/feedback/Snackbar.tsx';
import { accountWords } from '../../../../messages/en/access/account.ts';
import { useFocusOn } from '../../../../kit/forms/use-focus-on.ts';
import { useProvenSubmission } from '../../../../flows/step-up/StepUpProvider.tsx';
import { AuthenticatorKey } from './AuthenticatorKey.tsx';
import { refreshSettings } from '../queries.ts';

const words = accountWords.authenticators;

interface EnrolAuthenticatorProps {
  enrolment: Success<typeof startAuthenticator>['body'];
  onClose: () => void;
}

/** The secret as a picture and as text, and the app's first code, which proves that the app has it. */
export function EnrolAuthenticator({ enrolment, onClose }: EnrolAuthenticatorProps) {
  const { pending, message, say, submit } = useProvenSubmission();
  const [code, setCode] = useState('');
  const [error, setError] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  useFocusOn(field);
  const confirm = async (typed: string) => {
    const wrong = typed === '' ? words.codeRequired : typed.length < accessCode.digits ? words.incomplete : null;
    setError(wrong);
    if (wrong !== null) {
      field.current?.focus();
      return;
    }
    const answer = await submit(confirmAuthenticator, { params: { id: enrolment.id }, body: { code: typed } });
    if (answer === null) return;
    if (answer.ok) {
      showSnackbar({ severity: 'success', text: words.added(answer.body.name) });
      onClose();
      void refreshSettings();
    } else if (answer.code === 'MFA_INVALID_CODE' || answer.code === 'InvalidCodeFormat') {
      say(null);
      setError(words.codeRefused);
      field.current?.focus();
      field.current?.select();
    }
  };
  const type = (digits: string) => {
    setCode(digits);
    setError(null);
    if (digits.length === accessCode.digits && digits !== code && !pending) void confirm(digits);
  };
  return (
    <FormShell
      error={message}
      pending={pending}
      submit={{ label: words.confirm, pending: words.confirming }}
      onSubmit={() => confirm(code)}
      actions={<Button onClick={onClose}>{accountWords.factors.cancel}</Button>}
    >
      <AuthenticatorKey secret={enrolment.secret} uri={enrolment.uri} />
      <CodeField ref={field} label={words.code} hint={words.codeHint} error={error} value={code} onChange={type} />
    </FormShell>
  );
}
