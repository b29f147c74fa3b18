import { confirmContact, sendContactCode, type Contact } from '@florin/contract/contacts';
import { accessCode } from '@florin/contract/limits';
import { useState } from 'react';
import { contactsWords } from '../../messages/en/contacts.ts';
import { en } from '../../messages/en.ts';
import { useSubmission } from '../../session/use-submission.ts';
import { resendPauseMs, type Awaiting } from './awaiting.ts';
import { keepContact } from './queries.ts';

const words = contactsWords.code;

/** Refusals after which what was typed is of no use any more. */
const spends: ReadonlySet<string> = new Set([
  'MFA_CODE_EXPIRED',
  'MFA_MAX_ATTEMPT_LIMIT_REACHED',
  'RESEND_LIMIT_REACHED',
  'DELIVERY_DELAYED',
]);
const fresh: ReadonlySet<string> = new Set(['MFA_CODE_EXPIRED', 'MFA_MAX_ATTEMPT_LIMIT_REACHED']);

/**
 * Confirming a contact with the code sent to it: digits, the refusal that stands at the field, resend and its pause.
 * The sixth digit sends the code, once.
 */
export function useContactCode(awaiting: Awaiting, onConfirmed: (contact: Contact) => void) {
  const { contact } = awaiting;
  const checking = useSubmission();
  const sending = useSubmission();
  const [digits, setDigits] = useState('');
  const [sentDigits, setSentDigits] = useState<string | null>(null);
  const [fieldError, setFieldError] = useState<string | null>(null);
  const [resendAt, setResendAt] = useState(awaiting.resendAt);

  const check = async (code: string) => {
    const wrong = code === '' ? words.required : code.length < accessCode.digits ? words.incomplete : null;
    setDigits(code);
    setFieldError(wrong);
    if (wrong !== null) return;
    setSentDigits(code);
    sending.say(null);
    const answer = await checking.submit(confirmContact, { params: { id: contact.id }, body: { code } });
    if (answer === null) return;
    if (answer.ok) {
      keepContact(answer.body);
      onConfirmed(answer.body);
    } else if (answer.code === 'InvalidCodeFormat' || answer.code === 'MFA_INVALID_CODE') {
      checking.say(null);
      setFieldError(en.errors[answer.code]);
    } else if (spends.has(answer.code)) {
      setDigits('');
      setSentDigits(null);
      setResendAt(fresh.has(answer.code) ? Date.now() + resendPauseMs : null);
    }
  };

  const type = (next: string) => {
    if (next.length === accessCode.digits && next !== sentDigits && !checking.pending) void check(next);
    else {
      setDigits(next);
      if (next !== sentDigits) setFieldError(null);
    }
  };

  const resend = async () => {
    checking.say(null);
    const answer = await sending.submit(sendContactCode, { params: { id: contact.id } });
    if (answer?.ok !== true) return;
    setResendAt(Date.now() + resendPauseMs);
    const text = contact.kind === 'Email' ? words.resentByEmail : words.resentByText;
    sending.say({ severity: 'success', text, correlationId: null });
  };

  return {
    digits,
    fieldError,
    message: checking.message ?? sending.message,
    isChecking: checking.pending,
    isSending: sending.pending,
    isSent: resendAt !== null,
    resendAt: resendAt ?? 0,
    check: () => void check(digits),
    type,
    resend: () => void resend(),
  };
}
