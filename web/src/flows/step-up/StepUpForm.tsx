import { useEffect, useRef, useState, type Ref } from 'react';
import { Button } from '../../kit/actions/Button.tsx';
import type { Message } from '../../kit/forms/FormMessage.tsx';
import { FormShell } from '../../kit/forms/FormShell.tsx';
import { PasswordField } from '../../kit/forms/fields/PasswordField.tsx';
import { SelectField } from '../../kit/pickers/SelectField.tsx';
import { useFocusOn } from '../../kit/forms/use-focus-on.ts';
import { factorCodeWords } from '../../messages/en/access/factor-codes.ts';
import { codeWords } from '../../messages/en/access/one-time-code.ts';
import { stepUpWords as words } from '../../messages/en/access/step-up.ts';
import { renewSession } from '../../session/person.ts';
import { CodeInput } from '../CodeInput.tsx';
import { codeProblem } from '../code-step.ts';
import { flowMessage } from '../flow-message.ts';
import { refusalCode } from '../flow.ts';
import { ResendButton } from '../ResendButton.tsx';
import { useFlow, outcome, refused, type Performers } from '../use-flow.ts';
import {
  beginStepUp,
  codeKindOf,
  stepUp,
  wayOf,
  type Method,
  type StepUpState,
  type Way,
  type StepUpCalls,
} from './step-up.ts';
import styles from './StepUpForm.module.css';
import { passkeyOptions } from '@florin/contract/access/passkey-sign-in';
import { sendStepUpCode, stepUp as proveAgain } from '@florin/contract/access/step-up';
import { call } from '../../api.ts';
import { provePasskey } from '../../session/browser/passkey.ts';

interface StepUpFormProps {
  /** The strongest first. */
  methods: readonly Way[];
  /** The purpose of the proof, as the beginning of a sentence. */
  purpose: string;
  /** Only factors that the person has had for longer count (decision 023). */
  isHeld: boolean;
  onProven: () => void;
  onCancel: () => void;
}

/** Password and one other proof. The first way is preselected. With only one way, there is no choice. */
export function StepUpForm({ methods, purpose, isHeld, onProven, onCancel }: StepUpFormProps) {
  const { state, dispatch, message } = useFlow({
    flow: stepUp,
    begin: () => beginStepUp(methods),
    calls: stepUpCalls,
    words: stepUpMessage,
  });
  const { view, request, end } = state;
  useEffect(() => {
    if (end === null) return;
    renewSession(end.epoch);
    onProven();
    // The proof is given once.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [end]);

  const { method } = wayOf(state);
  const kind = codeKindOf(method);
  const { clears } = view.code;
  const [entry, setEntry] = useState({ text: '', clears, chosen: view.chosen });
  const code = entry.clears === clears && entry.chosen === view.chosen ? entry.text : '';
  const [password, setPassword] = useState('');
  /** The password that was sent last. */
  const [sent, setSent] = useState<string | null>(null);
  /** The form was sent, so missing parts are shown. */
  const [tried, setTried] = useState<string | null>(null);
  const isTried = tried === `${view.chosen} ${clears}`;

  const passwordField = useRef<HTMLInputElement>(null);
  const codeField = useRef<HTMLInputElement>(null);
  useFocusOn(passwordField);

  const refusal = refusalCode(view.message);
  const isPasswordWrong = refusal === 'INVALID_CREDENTIALS';
  const problem = kind && codeProblem(kind, code);
  const passwordError = password === '' ? words.passwordRequired : null;
  return (
    <FormShell
      head={<p>{isHeld ? words.introHeld : (method === 'Password' ? words.intro : words.introWithProof)(purpose)}</p>}
      error={isPasswordWrong ? null : message}
      errorFocus={view.code.clears > 0 && code === '' ? codeField : undefined}
      pending={request?.call === 'prove'}
      submit={{
        label: method === 'Passkey' ? words.confirmWithPasskey : words.confirm,
        pending: words.confirming,
      }}
      onSubmit={() => {
        setTried(`${view.chosen} ${clears}`);
        setSent(password);
        if (passwordError === null && problem === null) dispatch({ type: 'submitted', password, code: code.trim() });
      }}
      actions={<Button onClick={onCancel}>{words.cancel}</Button>}
    >
      <PasswordField
        ref={passwordField}
        label={words.password}
        autoComplete="current-password"
        error={(isTried ? passwordError : null) ?? (isPasswordWrong && password === sent ? words.passwordWrong : null)}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      {methods.length > 1 && (
        <SelectField
          label={words.ways}
          value={String(view.chosen)}
          options={methods.map((each, index) => ({ id: String(index), label: nameOf(each) }))}
          onChange={(event) => dispatch({ type: 'chose', index: Number(event.target.value) })}
        />
      )}
      <ProofField
        key={view.chosen}
        ref={codeField}
        state={state}
        value={code}
        problem={isTried ? problem : null}
        onChange={(text) => setEntry({ text, clears, chosen: view.chosen })}
        onAsk={(now) => dispatch({ type: 'codeAsked', now })}
      />
    </FormShell>
  );
}

function stepUpMessage(message: NonNullable<StepUpState['view']['message']>): Message {
  if (message.kind === 'codeSent')
    return { severity: 'success', text: words.codeSent(message.masked), correlationId: null };
  return flowMessage(message);
}

function nameOf({ method, entityMasked }: Way): string {
  const name = words.method[method];
  return typeof name === 'string' ? name : name(entityMasked ?? '');
}

interface ProofFieldProps {
  state: StepUpState;
  value: string;
  problem: ReturnType<typeof codeProblem>;
  onChange: (code: string) => void;
  onAsk: (now: number) => void;
  ref: Ref<HTMLInputElement>;
}

const accessCode = { ...codeWords.accessCode, hint: undefined };
const fields = {
  Authenticator: { ...factorCodeWords.authenticator, label: words.authenticatorCode },
  BackupCode: { ...factorCodeWords.backupCode, hint: words.backupCodeHint },
  Email: accessCode,
  PhoneNumber: accessCode,
} satisfies Partial<Record<Method, object>>;

/** What the chosen way requires in addition to the password. */
function ProofField({ state, value, problem, onChange, onAsk, ref }: ProofFieldProps) {
  const { method, entityMasked } = wayOf(state);
  const kind = codeKindOf(method);
  if (kind === null) return method === 'Passkey' ? <p>{words.passkeyHint}</p> : null;
  const field = fields[method as keyof typeof fields];
  const error = problem && ((field as Partial<Record<typeof problem, string>>)[problem] ?? null);
  const input = { kind, words: field, value, onChange, ref };
  if (method !== 'Email' && method !== 'PhoneNumber') return <CodeInput {...input} error={error} />;
  const { isAsked, code } = state.view;
  return (
    <div className={styles.way}>
      {!isAsked && <p>{words.codeHint(entityMasked ?? '')}</p>}
      <ResendButton
        variant="secondary"
        availableAt={code.resendAt}
        pending={state.request?.call === 'sendCode'}
        onPress={() => onAsk(Date.now())}
        words={isAsked ? codeWords : { resend: words.sendCode, resending: words.sendingCode }}
      />
      {(isAsked || error !== null) && (
        <div className={styles.wide}>
          <CodeInput {...input} error={isAsked ? error : words.codeNotSent} />
        </div>
      )}
    </div>
  );
}

const stepUpCalls: Performers<StepUpCalls> = {
  sendCode: async ({ entityType }) =>
    outcome(await call(sendStepUpCode, { body: { entityType } }), ({ body }) => ({
      kind: 'codeSent',
      masked: body.entityMasked,
      resendInSeconds: body.resendInSeconds,
    })),

  async prove({ method, password, code }) {
    let proof: { passkey?: Record<string, unknown>; code?: string } = code === '' ? {} : { code };
    if (method === 'Passkey') {
      const options = await call(passkeyOptions, { body: {} });
      if (!options.ok) return refused(options);
      const outcomeOfBrowser = await provePasskey(options.body.options);
      if (!outcomeOfBrowser.ok) return { kind: 'passkeyFailed', reason: outcomeOfBrowser.reason };
      proof = { passkey: outcomeOfBrowser.passkey };
    }
    return outcome(await call(proveAgain, { body: { password, method, ...proof } }), ({ body }) => ({
      kind: 'proven',
      epoch: body.epoch,
    }));
  },
};
