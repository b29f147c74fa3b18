import { useCallback, useEffect, useRef, useState, type Dispatch } from 'react';
import { accessCode } from '@florin/contract/limits';
import { Button } from '../../kit/actions/Button.tsx';
import { codeDigits } from '../../kit/forms/code-text.ts';
import { CodeField } from '../../kit/forms/CodeField.tsx';
import { FormMessage } from '../../kit/forms/FormMessage.tsx';
import formStyles from '../../kit/forms/form.module.css';
import { en } from '../../messages/en.ts';
import { paths } from '../../paths.ts';
import { useSite } from '../../site.ts';
import { FormHead } from '../FormHead.tsx';
import { ResendButton } from '../ResendButton.tsx';
import { saidWords } from './said-words.ts';
import { deliveryOf, hasOtherWays, type CodeView, type Request, type SignInEvent } from './sign-in.ts';
import { useFocusOn } from '../../kit/forms/use-focus-on.ts';
import { useTypingAnywhere } from '../use-typing-anywhere.ts';

interface CodeFormProps {
  view: CodeView;
  request: Request | null;
  /** The session is issued; the dashboard is on its way. */
  isOver: boolean;
  dispatch: Dispatch<SignInEvent>;
}

/** What was typed, and whether its last complete form has been sent. */
interface Typed {
  digits: string;
  sent: string | null;
  error: string | null;
  /** `clears` of the view these digits belong to. */
  clears: number;
}

/** Entry of the secure access code. The sixth digit sends it, once; the button sends it again. */
export function CodeForm({ view, request, isOver, dispatch }: CodeFormProps) {
  const words = en.login.code;
  const { embeddedDelivery } = useSite();
  const field = useRef<HTMLInputElement>(null);
  const message = useRef<HTMLDivElement>(null);
  const empty: Typed = { digits: '', sent: null, error: null, clears: view.clears };
  const [kept, setTyped] = useState(empty);
  const typed = kept.clears === view.clears ? kept : empty;

  const refused = isCodeRefusal(view) && typed.digits === typed.sent ? en.errors.MFA_INVALID_CODE : null;
  const error = typed.error ?? refused;
  const isChecking = request?.call === 'authenticate' || isOver;

  const send = (digits: string) => {
    const wrong = digits === '' ? words.required : digits.length < accessCode.digits ? words.incomplete : null;
    setTyped({ digits, error: wrong, sent: wrong === null ? digits : null, clears: view.clears });
    if (wrong !== null) field.current?.focus();
    else dispatch({ type: 'codeEntered', code: digits });
  };
  const type = (digits: string) => {
    const isNew = digits.length === accessCode.digits && digits !== typed.sent && request === null;
    if (isNew) send(digits);
    else setTyped({ ...typed, digits, error: typed.error !== null && digits === '' ? words.required : null });
  };

  useFocusOn(field, view.hasNone);
  const latestType = useRef(type);
  useEffect(() => {
    latestType.current = type;
  });
  // A code can be typed before the answer is here that says it was sent; it goes as soon as that is.
  const isHeld =
    request === null &&
    typed.error === null &&
    typed.digits.length === accessCode.digits &&
    typed.digits !== typed.sent;
  useEffect(() => {
    if (isHeld) latestType.current(typed.digits);
  }, [isHeld, typed.digits]);
  useTypingAnywhere(
    field,
    useCallback((text: string) => latestType.current(codeDigits(text, accessCode.digits)), []),
  );
  useEffect(() => {
    if (view.said === null || view.said.kind === 'resent') return;
    if (view.said.kind === 'network' || view.hasNone) message.current?.focus();
    else {
      field.current?.focus();
      field.current?.select();
    }
  }, [view.said, view.hasNone]);

  const told = isCodeRefusal(view) || view.said === null ? null : saidWords(view.said);
  const resend = () => dispatch({ type: 'resendAsked', now: Date.now() });
  const retry = () => (typed.digits.length === accessCode.digits ? send(typed.digits) : resend());
  return (
    <form
      noValidate
      className={formStyles.form}
      onSubmit={(event) => {
        event.preventDefault();
        // A code that was refused stays wrong; asking about it again would only use up a try.
        if (refused !== null) field.current?.focus();
        else send(typed.digits);
      }}
    >
      <FormHead title={words.heading}>
        <span role="status">{whereItIs(view, request)}</span>
      </FormHead>
      {!view.hasNone && (
        <CodeField
          ref={field}
          label={words.label}
          hint={words.hint}
          error={error}
          describedBy={told === null ? undefined : 'code-message'}
          value={typed.digits}
          onChange={type}
        />
      )}
      <div className={formStyles.send}>
        <FormMessage
          ref={message}
          id="code-message"
          message={told}
          onRetry={view.said?.kind === 'network' ? retry : undefined}
        />
        {!view.hasNone && (
          <Button type="submit" variant="primary" size="lg" full pending={isChecking} pendingLabel={words.checking}>
            {words.submit}
          </Button>
        )}
      </div>
      <div className={formStyles.row}>
        <ResendButton availableAt={view.resendAt} pending={request?.call === 'sendCode'} onPress={resend} />
        {hasOtherWays(view) && (
          <Button variant="quiet" unavailable={request !== null} onClick={() => dispatch({ type: 'anotherWayAsked' })}>
            {words.anotherWay}
          </Button>
        )}
        <Button variant="quiet" onClick={() => dispatch({ type: 'left' })}>
          {words.back}
        </Button>
      </div>
      {embeddedDelivery && (
        <p className={formStyles.hint}>
          {words.outboxHint}{' '}
          <a className={formStyles.link} href={paths.outbox} target="_blank">
            {words.outbox}
          </a>
          .
        </p>
      )}
    </form>
  );
}

/** A refusal of the digits themselves: it stands at the field. */
function isCodeRefusal({ said }: CodeView): boolean {
  return (
    said?.kind === 'refusal' && (said.error.Code === 'InvalidCodeFormat' || said.error.Code === 'MFA_INVALID_CODE')
  );
}

/** The sentence that says where the code is: on its way, sent, or not sent. */
function whereItIs(view: CodeView, request: Request | null): string {
  const { type, masked } = deliveryOf(view);
  const words = en.login.code;
  if (request?.call === 'sendCode' && !request.again) return words.sending(masked);
  if (view.hasNone) return words.none;
  if (!view.isSent) return words.notSent(masked);
  return type === 'Email' ? words.sentByEmail(masked) : words.sentByText(masked);
}
