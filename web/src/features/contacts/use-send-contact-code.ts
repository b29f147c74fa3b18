import { sendContactCode, type Contact } from '@florin/contract/contacts';
import { useSubmission } from '../../session/use-submission.ts';

/** A contact whose code is expected, and when it was sent (milliseconds since 1970); null where it is still on its way. */
export interface Awaiting {
  contact: Contact;
  sentAt: number | null;
}

/**
 * Sends a code to an unconfirmed address. One that could not be handed over yet stays queued, so there is a field for it, too.
 */
export function useSendContactCode(onAwaiting: (awaiting: Awaiting) => void) {
  const { pending, message, submit } = useSubmission();
  const send = async (contact: Contact) => {
    const answer = await submit(sendContactCode, { params: { id: contact.id } });
    if (answer === null) return;
    if (answer.ok) onAwaiting({ contact, sentAt: Date.now() });
    else if (answer.code === 'DELIVERY_DELAYED') onAwaiting({ contact, sentAt: null });
  };
  return { pending, message, send: (contact: Contact) => void send(contact) };
}
