import { numberText } from '../../number-text.ts';

/** The outbox page of the embedded mode. */
export const outboxWords = {
  heading: 'Outbox',
  intro: 'Emails and texts of this installation stay here instead of being sent, newest first.',
  to: 'To',
  replyTo: (address: string) => `replies go to ${address}`,
  recipient: 'Recipient',
  everyone: 'Everyone',
  email: 'Email',
  sms: 'Text message',
  noSubject: '(no subject)',
  empty: 'No messages yet. They appear here as soon as something is sent.',
  emptyFiltered: (to: string) => `No messages to ${to} yet.`,
  showAll: 'Show all messages',
  copyCode: (code: string) => `Copy code ${code}`,
  copiedCode: 'Code copied',
  count: (n: number) => (n === 1 ? '1 message' : `${numberText(n)} messages`),
  stale: 'New messages cannot be fetched right now. We keep trying.',
  backToLogin: 'Log in',
  stopped: { heading: 'Phones that have replied STOP' },
  reply: {
    button: (text: string) => `Reply ${text}`,
    sending: 'Sending the reply',
    sent: (text: string, from: string) => `${text} was sent from ${from}.`,
    failed: 'The reply could not be sent. Please try again.',
  },
};
