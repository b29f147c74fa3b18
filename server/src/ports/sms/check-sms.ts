import { DeliveryError } from '../mail/mail.ts';
import type { SmsMessage } from './sms.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const e164 = /^\+[1-9]\d{6,14}$/;
/** Twilio's limit for one message; longer ones are refused with 21617. */
const longestText = 1600;

/**
 * Refuses anything that a carrier refuses or the outbox's table cannot store (U+0000), so that an accepted message is
 * accepted by every carrier.
 * @throws DeliveryError permanent, naming the field
 */
export function checkSms({ id, to, text }: SmsMessage): void {
  const isText = text.trim() !== '' && text.length <= longestText && !text.includes('\0');
  const wrong = (!uuid.test(id) && 'id') || (!e164.test(to) && 'to') || (!isText && 'text');
  if (wrong) throw new DeliveryError(`The text message's ${wrong} cannot be sent.`, { permanent: true });
}
