import { accessCode } from '@florin/contract/limits';
import { useRef, useState, type ReactNode } from 'react';
import { Button } from '../../kit/actions/Button.tsx';
import { CodeField } from '../../kit/forms/CodeField.tsx';
import { TextField } from '../../kit/forms/TextField.tsx';
import formStyles from '../../kit/forms/form.module.css';
import { strongerWords as words } from '../../messages/en/stronger-factors.ts';
import { useFocusOn } from '../../kit/forms/use-focus-on.ts';

interface TypedProofProps {
  method: 'Authenticator' | 'BackupCode';
  /** The code before was refused. */
  refused: boolean;
  message: ReactNode;
  pending: boolean;
  onSend: (code: string) => void;
}

/** The code of an authenticator app, whose sixth digit sends it, or a backup code. */
export function TypedProof({ method, refused, message, pending, onSend }: TypedProofProps) {
  const isApp = method === 'Authenticator';
  const [code, setCode] = useState('');
  const refusal = isApp ? words.codeRefused : words.backupCodeRefused;
  const [error, setError] = useState<string | null>(refused ? refusal : null);
  const field = useRef<HTMLInputElement>(null);
  useFocusOn(field);
  const send = (typed: string) => {
    const wrong = problemOf(method, typed);
    setError(wrong);
    if (wrong === null) onSend(typed);
    else field.current?.focus();
  };
  const type = (next: string) => {
    setCode(next);
    setError(null);
    if (isApp && next.length === accessCode.digits && next !== code && !pending) send(next);
  };
  const shared = { ref: field, error, value: code };
  return (
    <form
      noValidate
      className={formStyles.form}
      onSubmit={(event) => {
        event.preventDefault();
        send(code);
      }}
    >
      {isApp ? (
        <CodeField label={words.code} hint={words.codeHint} onChange={type} {...shared} />
      ) : (
        <TextField
          label={words.backupCode}
          hint={words.backupCodeHint}
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          onChange={(event) => type(event.target.value)}
          {...shared}
        />
      )}
      <div className={formStyles.send}>
        {message}
        <Button type="submit" variant="primary" size="lg" full pending={pending} pendingLabel={words.checking}>
          {words.submit}
        </Button>
      </div>
    </form>
  );
}

function problemOf(method: TypedProofProps['method'], code: string): string | null {
  if (method === 'BackupCode') return code.trim() === '' ? words.backupCodeRequired : null;
  if (code === '') return words.codeRequired;
  return code.length < accessCode.digits ? words.incomplete : null;
}
