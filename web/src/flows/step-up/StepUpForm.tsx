import { stepUpMethods } from '@florin/contract/step-up';
import type { Success } from '@florin/contract/endpoint';
import { useRef, useState, type SubmitEvent } from 'react';
import { Button } from '../../kit/actions/Button.tsx';
import { FormActions } from '../../kit/forms/FormActions.tsx';
import { FormMessage } from '../../kit/forms/FormMessage.tsx';
import { PasswordField } from '../../kit/forms/PasswordField.tsx';
import { SelectField } from '../../kit/pickers/SelectField.tsx';
import { stepUpWords as words } from '../../messages/en/step-up.ts';
import { useFocusOn } from '../../kit/forms/use-focus-on.ts';
import { proofProblem } from './proof-problem.ts';
import { ProofField } from './ProofField.tsx';
import styles from './StepUpForm.module.css';
import { useStepUp } from './use-step-up.ts';

export type Way = Success<typeof stepUpMethods>['body']['methods'][number];

interface StepUpFormProps {
  /** The strongest first. */
  methods: readonly Way[];
  /** What the proof is for, as the beginning of a sentence. */
  purpose: string;
  /** Only what the person has had for longer counts (decision 023). */
  isHeld: boolean;
  onProven: () => void;
  onCancel: () => void;
}

/** Password and one other proof. The first way is chosen; where there is only one, nothing is asked. */
export function StepUpForm({ methods, purpose, isHeld, onProven, onCancel }: StepUpFormProps) {
  const [chosen, setChosen] = useState(0);
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [tried, setTried] = useState(false);
  const passwordField = useRef<HTMLInputElement>(null);
  const codeField = useRef<HTMLInputElement>(null);
  const { pending, message, refused, prove, forgetRefusal } = useStepUp(onProven);
  useFocusOn(passwordField);

  const way = methods[chosen] ?? { method: 'Password', entityMasked: null };
  const missing = { password: password === '' ? words.passwordRequired : null, code: proofProblem(way.method, code) };
  const passwordError = (tried ? missing.password : null) ?? (refused === 'password' ? words.passwordWrong : null);
  const codeError = tried && refused !== 'code' ? missing.code : null;

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    if (missing.password !== null) passwordField.current?.focus();
    else if (missing.code !== null) codeField.current?.focus();
    else {
      const fault = await prove({ method: way.method, password, code });
      if (fault === 'password') passwordField.current?.focus();
      if (fault !== 'code') return;
      setTried(false);
      setCode('');
      codeField.current?.focus();
    }
  };
  return (
    <form noValidate className={styles.form} onSubmit={(event) => void submit(event)}>
      <p>{isHeld ? words.introHeld : (way.method === 'Password' ? words.intro : words.introWithProof)(purpose)}</p>
      <PasswordField
        ref={passwordField}
        label={words.password}
        autoComplete="current-password"
        error={passwordError}
        value={password}
        onChange={(event) => {
          setPassword(event.target.value);
          forgetRefusal();
        }}
      />
      {methods.length > 1 && (
        <SelectField
          label={words.ways}
          value={String(chosen)}
          options={methods.map((each, index) => ({ id: String(index), label: nameOf(each) }))}
          onChange={(event) => {
            setChosen(Number(event.target.value));
            setCode('');
            setTried(false);
            forgetRefusal();
          }}
        />
      )}
      <ProofField key={chosen} ref={codeField} way={way} code={code} error={codeError} onChange={setCode} />
      <FormMessage message={message} />
      <FormActions>
        <Button onClick={onCancel}>{words.cancel}</Button>
        <Button type="submit" variant="primary" pending={pending} pendingLabel={words.confirming}>
          {way.method === 'Passkey' ? words.confirmWithPasskey : words.confirm}
        </Button>
      </FormActions>
    </form>
  );
}

function nameOf({ method, entityMasked }: Way): string {
  const name = words.method[method];
  return typeof name === 'string' ? name : name(entityMasked ?? '');
}
