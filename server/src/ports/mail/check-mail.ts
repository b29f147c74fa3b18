import { isMailAddress } from '@florin/contract/mail-address';
import { DeliveryError, type MailMessage } from './mail.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const controlCharacter = /\p{Cc}/u;
const longestAddress = 254;

/**
 * Refuses anything that could become another header, recipient or mail (CWE-93), and anything that the outbox's table
 * cannot store (U+0000), so that an accepted message is accepted by every carrier.
 * @throws DeliveryError permanent, naming the field
 */
export function checkMail({ id, to, from, replyTo, subject, text, html }: MailMessage): void {
  const wrong =
    (!uuid.test(id) && 'id') ||
    (!isAddress(to) && 'to') ||
    (!isAddress(from.address) && 'from.address') ||
    (replyTo !== undefined && !isAddress(replyTo) && 'replyTo') ||
    (controlCharacter.test(from.name) && 'from.name') ||
    (controlCharacter.test(subject) && 'subject') ||
    (text.includes('\0') && 'text') ||
    (html.includes('\0') && 'html');
  if (wrong) throw new DeliveryError(`The mail's ${wrong} cannot be sent.`, { permanent: true });
}

const isAddress = (value: string) => value.length <= longestAddress && isMailAddress(value);
