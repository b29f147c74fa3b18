import { sendStepUpCode } from '@florin/contract/step-up';
import { useState, type Ref } from 'react';
import { Button } from '../../kit/actions/Button.tsx';
import { CodeField } from '../../kit/forms/CodeField.tsx';
import { FormMessage } from '../../kit/forms/FormMessage.tsx';
import { TextField } from '../../kit/forms/TextField.tsx';
import { stepUpWords as words } from '../../messages/en/step-up.ts';
import { useSubmission } from '../../session/use-submission.ts';
import type { Way } from './StepUpForm.tsx';
import styles from './StepUpForm.module.css';

interface ProofFieldProps {
  way: Way;
  code: string;
  error: string | null;
  onChange: (code: string) => void;
  ref: Ref<HTMLInputElement>;
}

/** What the chosen way asks for beside the password. */
export function ProofField({ way, code, error, onChange, ref }: ProofFieldProps) {
  const field = { ref, value: code, error, onChange };
  switch (way.method) {
    case 'Password':
      return null;
    case 'Passkey':
      return <p>{words.passkeyHint}</p>;
    case 'Authenticator':
      return <CodeField label={words.authenticatorCode} hint={words.authenticatorHint} {...field} />;
    case 'BackupCode':
      return (
        <TextField
          label={words.backupCode}
          hint={words.backupCodeHint}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...field}
          onChange={(event) => onChange(event.target.value)}
        />
      );
    case 'Email':
    case 'PhoneNumber':
      return <SentCode entityType={way.method} masked={way.entityMasked ?? ''} {...field} />;
  }
}

interface SentCodeProps extends Omit<ProofFieldProps, 'way' | 'code'> {
  entityType: 'Email' | 'PhoneNumber';
  masked: string;
  value: string;
}

/** A code has to be asked for: nothing is sent before the person wants it. */
function SentCode({ entityType, masked, ...field }: SentCodeProps) {
  const { pending, message, say, submit } = useSubmission();
  const [sent, setSent] = useState(false);
  const send = async () => {
    const answer = await submit(sendStepUpCode, { body: { entityType } });
    // A code that is still on its way, or was sent a moment ago, has a field, too.
    if (answer?.ok === false && answer.code !== 'DELIVERY_DELAYED' && answer.code !== 'RESEND_LIMIT_REACHED') return;
    if (answer === null) return;
    setSent(true);
    if (answer.ok) say({ severity: 'success', text: words.codeSent(answer.body.entityMasked), correlationId: null });
  };
  return (
    <div className={styles.way}>
      {!sent && <p>{words.codeHint(masked)}</p>}
      <Button pending={pending} pendingLabel={words.sendingCode} onClick={() => void send()}>
        {words.sendCode}
      </Button>
      <FormMessage message={message} />
      {(sent || field.error !== null) && (
        <div className={styles.wide}>
          <CodeField
            label={words.code}
            {...field}
            error={sent || field.error === null ? field.error : words.codeNotSent}
          />
        </div>
      )}
    </div>
  );
}
