import { confirmContact, sendContactCode, type Contact } from '@florin/contract/contacts';
import { accessCode, sendQuota } from '@florin/contract/limits';
import { useState } from 'react';
import { contactsWords } from '../../messages/en/contacts.ts';
import { en } from '../../messages/en.ts';
import { useSubmission } from '../../session/use-submission.ts';
import { keepContact } from './queries.ts';

const words = contactsWords.code;
const resendPauseMs = sendQuota[0].windowSeconds * 1000;

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
export function useContactCode(contact: Contact, sentAtMs: number | null, onConfirmed: (contact: Contact) => void) {
  const checking = useSubmission();
  const sending = useSubmission();
  const [digits, setDigits] = useState('');
  const [sentDigits, setSentDigits] = useState<string | null>(null);
  const [fieldError, setFieldError] = useState<string | null>(null);
  const [sentAt, setSentAt] = useState(sentAtMs);

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
      setSentAt(fresh.has(answer.code) ? Date.now() : null);
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
    setSentAt(Date.now());
    const text = contact.kind === 'Email' ? words.resentByEmail : words.resentByText;
    sending.say({ severity: 'success', text, correlationId: null });
  };

  return {
    digits,
    fieldError,
    message: checking.message ?? sending.message,
    isChecking: checking.pending,
    isSending: sending.pending,
    isSent: sentAt !== null,
    resendAt: sentAt === null ? 0 : sentAt + resendPauseMs,
    check: () => void check(digits),
    type,
    resend: () => void resend(),
  };
}
