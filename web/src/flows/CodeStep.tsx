import { accessCode } from '@florin/contract/limits';
import { useCallback, useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { codeDigits } from '../kit/forms/code-text.ts';
import type { Message } from '../kit/forms/FormMessage.tsx';
import { FormShell } from '../kit/forms/FormShell.tsx';
import { useFocusOn } from '../kit/forms/use-focus-on.ts';
import formStyles from '../kit/forms/form.module.css';
import { codeWords } from '../messages/en/access/one-time-code.ts';
import { CodeInput, type CodeFieldWords } from './CodeInput.tsx';
import styles from './CodeStep.module.css';
import {
  emptyEntry,
  isCodeRefusal,
  isStillRefused,
  isWhole,
  submitted,
  typed,
  type CodeKind,
  type CodeState,
} from './code-step.ts';
import { refusalCode } from './flow.ts';
import { ResendButton } from './ResendButton.tsx';

interface CodeStepProps {
  code: CodeState;
  kind?: CodeKind;
  field: CodeFieldWords;
  /** The step's message; a refusal of the code itself is shown at the field. */
  message: { kind: string } | null;
  /** The sentence of `message`. */
  error: Message | null;
  /** The pending request. */
  pending: 'sending' | 'checking' | 'other' | null;
  onCode: (code: string, form: HTMLFormElement) => void;
  /** Where a code can be sent again. */
  onResend?: ((now: number) => void) | undefined;
  submit?: { label: string; pending: string };
  head: ReactNode;
  /** Fields before the code. */
  children?: ReactNode;
  /** Whether the other fields are valid. Invalid fields then show their error. */
  mayBeSent?: (form: HTMLFormElement) => boolean;
  /** Repeats the request; by default the code is sent again, or another one requested. */
  onRetry?: () => void;
  /** The focus is at the heading, or where the page put it. */
  startsElsewhere?: boolean;
  captcha?: ReactNode;
  /** Other ways, and a link back. */
  actions?: ReactNode;
  after?: ReactNode;
  layout?: 'page' | 'panel';
}

/** Entry of a one-time code. The last of six digits sends it once. The button sends it again. */
export function CodeStep({
  code,
  kind = 'digits',
  field: words,
  message,
  error,
  pending,
  onCode,
  onResend,
  submit = { label: codeWords.submit, pending: codeWords.checking },
  head,
  children,
  mayBeSent = () => true,
  onRetry,
  startsElsewhere = false,
  captcha,
  actions,
  after,
  layout = 'page',
}: CodeStepProps) {
  const input = useRef<HTMLInputElement>(null);
  const [kept, setEntry] = useState(emptyEntry(code.clears));
  const entry = kept.clears === code.clears ? kept : emptyEntry(code.clears);

  const isRefused = isStillRefused(message, kept, code.clears);
  const problem = entry.problem !== null ? (words[entry.problem] ?? null) : isRefused ? words.refused : null;

  const send = (text: string) => {
    const form = input.current?.form ?? null;
    if (pending !== null || form === null) return setEntry({ ...entry, text });
    const next = submitted(kind, { ...entry, text });
    const isReady = mayBeSent(form);
    setEntry(isReady ? next : { ...next, sent: entry.sent });
    if (next.problem === null && isReady) onCode(text.trim(), form);
    return undefined;
  };
  const type = (text: string) => {
    const next = typed(kind, entry, text);
    if (isWhole(kind, next)) send(text);
    else setEntry(next);
  };
  // A code can be typed before the answer confirms that it was sent. It is checked once the answer arrives.
  const isHeld = pending === null && isWhole(kind, entry) && entry.problem === null;
  const latest = useRef({ type, send });
  useEffect(() => {
    latest.current = { type, send };
  });
  useEffect(() => {
    if (isHeld) latest.current.send(entry.text);
  }, [isHeld, entry.text]);

  useFocusOn(input, code.hasNone || startsElsewhere);
  useTypingAnywhere(
    input,
    useCallback((text: string) => latest.current.type(codeDigits(text, accessCode.digits)), []),
  );
  // After an error the focus is in the field, whose description is the error message. A captcha takes the focus itself.
  const isCaptcha = refusalCode(message) === 'RECAPTCHA_LOCK';
  const goesOnAtField = !code.hasNone && message?.kind === 'refusal' && !isCaptcha;
  const refusal = goesOnAtField ? message : null;
  useEffect(() => {
    if (refusal === null) return;
    input.current?.focus();
    input.current?.select();
  }, [refusal]);

  const sentence = isCodeRefusal(message) ? null : error;
  const resend = onResend && (
    <ResendButton
      className={layout === 'panel' ? styles.resend : undefined}
      availableAt={code.resendAt}
      pending={pending === 'sending'}
      onPress={() => onResend(Date.now())}
    />
  );
  const isWholeAgain = kind !== 'digits' || entry.text.length === accessCode.digits;
  const retry = () => (isWholeAgain || !onResend ? send(entry.text) : onResend(Date.now()));
  return (
    <FormShell
      layout={layout}
      head={head}
      error={sentence}
      errorId="code-message"
      errorFocus={goesOnAtField || isCaptcha ? 'nothing' : undefined}
      pending={pending === 'checking'}
      submit={code.hasNone ? null : submit}
      onRetry={message?.kind === 'network' ? (onRetry ?? retry) : undefined}
      // A refused code stays wrong, so another check would only use up a try.
      onSubmit={() => (isRefused && entry.text !== '' ? undefined : send(entry.text))}
      beforeButton={captcha}
      actions={
        layout === 'panel' && (
          <>
            {resend}
            {actions}
          </>
        )
      }
      after={
        <>
          {layout === 'page' && (resend || actions) && (
            <div className={formStyles.row}>
              {resend}
              {actions}
            </div>
          )}
          {after}
        </>
      }
    >
      {children}
      {!code.hasNone && (
        <CodeInput
          ref={input}
          kind={kind}
          words={words}
          value={entry.text}
          error={problem}
          describedBy={sentence === null ? undefined : 'code-message'}
          onChange={type}
        />
      )}
    </FormShell>
  );
}

/**
 * Puts digits that are typed while no field has the focus into `field`, and passes text that is pasted outside of it to
 * `onPaste`. A person can therefore type or paste the code at once, although the step's heading has the focus.
 */
function useTypingAnywhere(field: RefObject<HTMLInputElement | null>, onPaste: (text: string) => void): void {
  useEffect(() => {
    const takesText = (target: EventTarget | null) =>
      target instanceof HTMLElement && target.matches('input, textarea');
    const onKeyDown = (event: KeyboardEvent) => {
      const isDigit = /^\d$/.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey;
      if (isDigit && !takesText(event.target)) field.current?.focus();
    };
    const onPasted = (event: ClipboardEvent) => {
      if (takesText(event.target)) return;
      field.current?.focus();
      onPaste(event.clipboardData?.getData('text') ?? '');
    };
    document.addEventListener('keydown', onKeyDown);
    document.addEventListener('paste', onPasted);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      document.removeEventListener('paste', onPasted);
    };
  }, [field, onPaste]);
}
