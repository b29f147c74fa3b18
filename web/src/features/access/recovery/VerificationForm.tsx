import { accessCode } from '@florin/contract/limits';
import { useCallback, useEffect, useRef, useState, type Dispatch } from 'react';
import { Button } from '../../../kit/actions/Button.tsx';
import { codeDigits } from '../../../kit/forms/code-text.ts';
import { CodeField } from '../../../kit/forms/CodeField.tsx';
import { FormMessage } from '../../../kit/forms/FormMessage.tsx';
import { TextField } from '../../../kit/forms/TextField.tsx';
import formStyles from '../../../kit/forms/form.module.css';
import { recoveryWords } from '../../../messages/en/recovery.ts';
import { ResendButton } from '../../../flows/ResendButton.tsx';
import { useFocusOn } from '../../../kit/forms/use-focus-on.ts';
import { useTypingAnywhere } from '../../../flows/use-typing-anywhere.ts';
import { codeProblem, fieldWords } from './code-problem.ts';
import { OutboxHint } from './Column.tsx';
import type { ResetEvent, ResetRequest, VerificationView } from './reset.ts';
import { saidWords } from './said-words.ts';
import { StepHead } from './StepHead.tsx';

const words = recoveryWords.reset.verification;

interface VerificationFormProps {
  view: VerificationView;
  request: ResetRequest | null;
  hasOtherWays: boolean;
  dispatch: Dispatch<ResetEvent>;
}

/** What was typed, and the form of it that was sent last. */
interface Typed {
  code: string;
  sent: string | null;
  error: string | null;
  /** `clears` of the view this belongs to. */
  clears: number;
}

/** 'Verification': the code that was sent, the one the app shows, or a backup code. */
export function VerificationForm({ view, request, hasOtherWays, dispatch }: VerificationFormProps) {
  const { method, said, clears } = view;
  const isBackup = method.entityType === 'BackupCode';
  const field = useRef<HTMLInputElement>(null);
  const message = useRef<HTMLDivElement>(null);
  const empty: Typed = { code: '', sent: null, error: null, clears };
  const [kept, setTyped] = useState(empty);
  const typed = kept.clears === clears ? kept : empty;

  const isCodeRefused = isCodeRefusal(view);
  const { heading, label, invalid } = fieldWords(method.entityType);
  // What was refused is in the field still, or was taken out of it.
  const isRefused = isCodeRefused && (typed !== kept || typed.code === typed.sent);
  const error = typed.error ?? (isRefused ? invalid : null);

  const send = (code: string) => {
    // It would be one more attempt for the same answer.
    if (isCodeRefused && code !== '' && code === typed.sent) return field.current?.focus();
    const wrong = codeProblem(method.entityType, code);
    setTyped({ code, error: wrong, sent: wrong === null ? code : null, clears });
    if (wrong !== null) field.current?.focus();
    else dispatch({ type: 'codeEntered', code });
    return undefined;
  };
  const type = (code: string) => {
    const isWhole = !isBackup && code.length === accessCode.digits && code !== typed.sent && request === null;
    if (isWhole) send(code);
    else setTyped({ ...typed, code, error: typed.error !== null ? codeProblem(method.entityType, code) : null });
  };

  useFocusOn(field, view.hasNone);
  useEffect(() => {
    if (isCodeRefused) field.current?.focus();
    else if (said !== null) message.current?.focus();
  }, [said, isCodeRefused]);
  const latestType = useRef(type);
  useEffect(() => {
    latestType.current = type;
  });
  useTypingAnywhere(
    field,
    useCallback((text: string) => latestType.current(codeDigits(text, accessCode.digits)), []),
  );

  const told = said === null || isCodeRefused ? null : saidWords(said);
  const shared = { label, ref: field, error, value: typed.code };
  return (
    <form
      noValidate
      className={formStyles.form}
      onSubmit={(event) => {
        event.preventDefault();
        send(typed.code);
      }}
    >
      <StepHead title={heading} takesFocus={false}>
        <p role="status" className={formStyles.intro}>
          {introOf(view)}
        </p>
      </StepHead>
      {view.hasNone ? null : isBackup ? (
        <TextField
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          onChange={(event) => type(event.target.value)}
          {...shared}
        />
      ) : (
        <CodeField onChange={type} {...shared} />
      )}
      <div className={formStyles.send}>
        <FormMessage ref={message} message={told} />
        {!view.hasNone && (
          <Button
            type="submit"
            variant="primary"
            size="lg"
            full
            pending={request?.call === 'verify'}
            pendingLabel={words.checking}
          >
            {words.submit}
          </Button>
        )}
      </div>
      <div className={formStyles.row}>
        {method.entityType === 'PhoneNumber' && (
          <ResendButton
            availableAt={view.resendAt}
            pending={request?.call === 'sendCode'}
            onPress={() => dispatch({ type: 'resendAsked', now: Date.now() })}
          />
        )}
        {hasOtherWays && (
          <Button variant="quiet" onClick={() => dispatch({ type: 'anotherWayAsked' })}>
            {words.anotherWay}
          </Button>
        )}
      </div>
      {method.entityType === 'PhoneNumber' && <OutboxHint />}
    </form>
  );
}

/** A refusal of the code itself: it stands at the field. */
const isCodeRefusal = ({ said }: VerificationView) =>
  said?.kind === 'refusal' &&
  (said.error.Code === 'InvalidCodeFormat' ||
    said.error.Code === 'MFA_INVALID_CODE' ||
    said.error.Code === 'VALIDATION');

function introOf({ method: { entityType, entityMasked }, isSent, hasNone }: VerificationView): string {
  if (hasNone) return words.none;
  if (entityType === 'Authenticator') return words.authenticator;
  if (entityType === 'BackupCode') return words.backupCode;
  return isSent ? words.sent(entityMasked) : words.notSent(entityMasked);
}
