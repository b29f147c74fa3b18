import { sendChatMessage } from '@florin/contract/program/chat';
import { FormShell } from '../../kit/forms/FormShell.tsx';
import { TextAreaField, TextField } from '../../kit/forms/fields/TextField.tsx';
import { useFieldChecks } from '../../kit/forms/use-field-checks.ts';
import { chatWords } from '../../messages/en/program/chat.ts';
import { useSubmission } from '../../session/failures/use-submission.ts';
import { useSite } from '../../site.ts';
import { CaptchaRow } from '../captcha/CaptchaRow.tsx';
import { useRequiredCaptcha } from '../captcha/use-required-captcha.ts';
import { chatFieldError, chatProblemText, type ChatField } from './check-chat.ts';

const words = chatWords;

/** An address for the reply, and the message. The text stays until it has been sent. */
export function ChatForm({ onSent }: { onSent: (reference: string) => void }) {
  const { program } = useSite();
  const { pending, message, say, submit } = useSubmission();
  const { field, read, setErrors } = useFieldChecks(['email', 'message'], chatFieldError);
  const { state, captcha, refused } = useRequiredCaptcha();

  const send = async (form: HTMLFormElement) => {
    say(null);
    const entered = read(form);
    if (entered === null || !captcha.isReady()) return;
    const body = { ...entered, customSlug: program.slug ?? undefined, recaptchaToken: captcha.token };
    const answer = await submit(sendChatMessage, { body }, (fields) => {
      const errorOf = (name: ChatField) => {
        const problem = fields.find(({ Field }) => Field === name)?.Problem;
        return problem === undefined ? null : chatProblemText(name, problem);
      };
      setErrors({ email: errorOf('email'), message: errorOf('message') });
    });
    if (answer?.ok) onSent(answer.body.reference);
    else if (refused(answer?.body ?? null)) say({ severity: 'info', text: words.captcha, correlationId: null });
  };
  return (
    <FormShell
      layout="page"
      error={message}
      errorFocus={state.view.message === null ? undefined : 'nothing'}
      pending={pending}
      submit={{ label: words.submit, pending: words.submitting, variant: 'secondary' }}
      onSubmit={send}
    >
      <TextField type="email" label={words.email} autoComplete="email" {...field('email')} />
      <TextAreaField label={words.message} {...field('message')} />
      <CaptchaRow action="support" words={words.captcha} state={state} captcha={captcha} />
    </FormShell>
  );
}
