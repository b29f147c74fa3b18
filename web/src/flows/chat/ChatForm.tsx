import { sendChatMessage } from '@florin/contract/site';
import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { call, UnexpectedAnswer } from '../../api.ts';
import { Button } from '../../kit/actions/Button.tsx';
import { FormMessage } from '../../kit/forms/FormMessage.tsx';
import { TextAreaField, TextField } from '../../kit/forms/TextField.tsx';
import { en } from '../../messages/en.ts';
import { useSite } from '../../site.ts';
import styles from './ChatPanel.module.css';
import { chatFieldError, chatProblemText, type ChatField } from './check-chat.ts';

type Errors = Partial<Record<ChatField, string | null>>;
interface Failure {
  text: string;
  correlationId: string | null;
}

/** An address to answer to, and the message. What was typed stays until it has been sent. */
export function ChatForm({ onSent }: { onSent: (reference: string) => void }) {
  const words = en.login.chat;
  const { program } = useSite();
  const [errors, setErrors] = useState<Errors>({});
  const [failure, setFailure] = useState<Failure | null>(null);
  const [pending, setPending] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  const control = (field: ChatField) => form.current?.elements.namedItem(field) as HTMLInputElement | null;
  const firstWrong = errors.email != null ? 'email' : errors.message != null ? 'message' : null;
  const [sends, setSends] = useState(0);
  useEffect(() => {
    if (sends > 0 && firstWrong !== null) control(firstWrong)?.focus();
    // Focus follows a press of the button, not every keystroke that changes an error.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [sends]);

  const watch = (field: ChatField) => {
    const check = (value: string) => setErrors((all) => ({ ...all, [field]: chatFieldError(field, value) }));
    return {
      onBlur: (event: { target: { value: string } }) => {
        if (event.target.value !== '') check(event.target.value);
      },
      onChange: (event: { target: { value: string } }) => {
        if (errors[field] !== undefined) check(event.target.value);
      },
    };
  };

  const send = async (email: string, message: string) => {
    try {
      const answer = await call(sendChatMessage, { body: { email, message, customSlug: program.slug ?? undefined } });
      if (answer.ok) onSent(answer.body.reference);
      else if (answer.code === 'VALIDATION') setErrors(refusedFields(answer.body.Fields));
      else setFailure({ text: en.errors[answer.code], correlationId: answer.correlationId });
    } catch (error) {
      const answered = error instanceof UnexpectedAnswer;
      setFailure({
        text: answered ? en.errors.UNEXPECTED : en.login.network,
        correlationId: answered ? error.correlationId : null,
      });
    }
  };

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (pending) return;
    const email = control('email')?.value ?? '';
    const message = control('message')?.value ?? '';
    const found = { email: chatFieldError('email', email), message: chatFieldError('message', message) };
    setErrors(found);
    setFailure(null);
    setSends(sends + 1);
    if (found.email !== null || found.message !== null) return;
    setPending(true);
    await send(email, message);
    setPending(false);
  };

  return (
    <form ref={form} noValidate className={styles.fields} onSubmit={(event) => void submit(event)}>
      <TextField
        name="email"
        type="email"
        label={words.email}
        error={errors.email}
        autoComplete="email"
        {...watch('email')}
      />
      <TextAreaField name="message" label={words.message} error={errors.message} {...watch('message')} />
      <FormMessage message={failure && { severity: 'error', ...failure }} />
      <Button type="submit" variant="secondary" size="lg" full pending={pending} pendingLabel={words.submitting}>
        {words.submit}
      </Button>
    </form>
  );
}

function refusedFields(fields: readonly { Field: string; Problem: keyof typeof en.fieldProblems }[]): Errors {
  const errors: Errors = {};
  for (const { Field, Problem } of fields)
    if (Field === 'email' || Field === 'message') errors[Field] = chatProblemText(Field, Problem);
  return errors;
}
