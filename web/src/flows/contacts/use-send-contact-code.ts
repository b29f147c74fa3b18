import { sendContactCode, type Contact } from '@florin/contract/access/contacts';
import { useSubmission } from '../../session/failures/use-submission.ts';
import { justSent, sentCodeOf, type Awaiting } from './awaiting.ts';
import { freshContacts, refreshContacts } from './queries.ts';

/**
 * Sends a code to an unconfirmed address. The field is also shown for a queued code, and for a recent code that delays
 * the next one.
 */
export function useSendContactCode(onAwaiting: (awaiting: Awaiting) => void) {
  const { pending, message, say, submit } = useSubmission();
  const send = async (contact: Contact) => {
    const answer = await submit(sendContactCode, { params: { id: contact.id } });
    if (answer === null) return;
    if (answer.ok) {
      void refreshContacts();
      onAwaiting(justSent(contact, answer.body.resendInSeconds));
    } else if (answer.code === 'DELIVERY_DELAYED') onAwaiting({ contact, resendAt: null });
    else if (answer.code === 'RESEND_LIMIT_REACHED') {
      const known = await freshContacts().catch(() => []);
      const sent = known.map((each) => sentCodeOf(each, Date.now())).find((each) => each?.contact.id === contact.id);
      if (!sent) return;
      say(null);
      onAwaiting(sent);
    }
  };
  return { pending, message, send: (contact: Contact) => void send(contact) };
}
