import {
  useEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  type SubmitEvent,
} from 'react';
import { Button } from '../actions/Button.tsx';
import { FormActions } from './FormActions.tsx';
import { FormMessage, type Message } from './FormMessage.tsx';
import styles from './form.module.css';
import { useHydrated } from './use-hydrated.ts';

interface FormShellProps {
  /** The server's answer, above the button; null if there is none to show. Fields show their own errors. */
  error: Message | null;
  /** The form is being sent, so another press of its button does nothing. */
  pending: boolean;
  /**
   * The text of the button, and its replacement for screen readers while it is sending. Null if nothing can be sent.
   */
  submit: { label: string; pending: string; variant?: 'primary' | 'secondary' } | null;
  /** Checks the fields, and sends them. */
  onSubmit: (form: HTMLFormElement) => unknown;
  /** Offers to send the same again. */
  onRetry?: (() => void) | undefined;
  /**
   * `page`: one column with a wide button. `panel`: in a panel or a dialog, with its buttons in a line. `own`: `className`
   * places the fields, the error and the button; with a `submit` of null the button is among the fields.
   */
  layout?: 'page' | 'panel' | 'own';
  className?: string | undefined;
  head?: ReactNode;
  /** The fields. */
  children?: ReactNode;
  /** Between the fields and the button, such as a captcha. */
  beforeButton?: ReactNode;
  /** Further buttons: below the main one, or beside it in a panel. */
  actions?: ReactNode;
  after?: ReactNode;
  /** What gets the focus with a new error; by default the error message. */
  errorFocus?: RefObject<HTMLElement | null> | 'nothing';
  /** For a button in another place, such as the foot of a sheet. */
  id?: string;
  /** The id of the error, for `aria-describedby` of a field. */
  errorId?: string;
  ref?: RefObject<HTMLFormElement | null>;
}

/**
 * The frame of every form: it is sent once at a time, its button is never disabled, an error is shown above the button,
 * and the focus goes to the first invalid field or else to the error.
 */
export function FormShell({
  error,
  pending,
  submit,
  onSubmit,
  onRetry,
  layout = 'panel',
  className,
  head,
  children,
  beforeButton,
  actions,
  after,
  errorFocus,
  id,
  errorId,
  ref,
}: FormShellProps) {
  const isReady = useHydrated();
  const own = useRef<HTMLFormElement>(null);
  const form = ref ?? own;
  const message = useRef<HTMLDivElement>(null);
  /**
   * Counts the checks after presses of the button. Each check moves the focus to the first problem, and so does the
   * answer.
   */
  const [checks, setChecks] = useState(0);
  useEffect(() => {
    if (checks > 0 && !pending) firstRefused(form.current)?.focus();
  }, [checks, pending, form]);

  const text = error === null || error.severity === 'success' ? null : error.text;
  useEffect(() => {
    if (text === null || pending || errorFocus === 'nothing' || firstRefused(form.current)) return;
    (errorFocus ?? message).current?.focus();
    // The focus moves when there is something new to say, not when the page renders again.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [text, pending]);

  const send = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (pending) return;
    await onSubmit(event.currentTarget);
    setChecks((count) => count + 1);
  };
  const frame = {
    id,
    ref: form,
    method: 'post',
    noValidate: true,
    onSubmit: (event: SubmitEvent<HTMLFormElement>) => void send(event),
    onKeyDown: sendByKeys,
  } as const;
  const button = submit && (
    <Button
      type="submit"
      variant={submit.variant ?? 'primary'}
      {...(layout === 'page' && { size: 'lg', full: true })}
      pending={pending}
      pendingLabel={submit.pending}
      notYet={!isReady}
    >
      {submit.label}
    </Button>
  );
  const formMessage = <FormMessage ref={message} id={errorId} message={error} onRetry={onRetry} />;
  if (layout === 'own')
    return (
      <form {...frame} className={className}>
        {head}
        {children}
        {beforeButton}
        {formMessage}
        {button}
        {actions}
        {after}
      </form>
    );
  if (layout === 'panel')
    return (
      <form {...frame} className={styles.panel}>
        {head}
        {children}
        {beforeButton}
        {formMessage}
        <FormActions>
          {actions}
          {button}
        </FormActions>
        {after}
      </form>
    );
  return (
    <form {...frame} className={styles.form}>
      {head}
      <div className={styles.fields}>{children}</div>
      <div className={styles.send}>
        {beforeButton}
        {formMessage}
        {button}
        {actions}
      </div>
      {after}
    </form>
  );
}

/**
 * Ctrl+Enter or Command+Enter sends a form from its fields, also from one of several lines. A held key sends nothing: the
 * press may be that which opened the form.
 */
function sendByKeys(event: KeyboardEvent<HTMLFormElement>): void {
  const { currentTarget: form, target, key, ctrlKey, metaKey } = event;
  if (key === 'Enter' && event.repeat && target instanceof HTMLInputElement) event.preventDefault();
  if (key !== 'Enter' || !(ctrlKey || metaKey) || event.repeat || event.defaultPrevented) return;
  const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
  if (!isField || target.form !== form || !form.querySelector('[type="submit"]')) return;
  event.preventDefault();
  form.requestSubmit();
}

const firstRefused = (form: HTMLFormElement | null) =>
  form?.querySelector<HTMLElement>('[aria-invalid="true"]') ?? null;
