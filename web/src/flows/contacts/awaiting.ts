import type { Contact } from '@florin/contract/contacts';
import { resendPauseMs } from '../code-step.ts';

/** A contact whose code is expected, and when another can be sent (milliseconds since 1970); null where it is still on its way. */
export interface Awaiting {
  contact: Contact;
  resendAt: number | null;
}

/** A contact whose code has just been sent. */
export const justSent = (contact: Contact): Awaiting => ({ contact, resendAt: Date.now() + resendPauseMs });

/**
 * A contact whose code is out, also one that another page has asked for; null where there is none that could be entered.
 * @param knownAt when the server said so
 */
export function sentCodeOf(contact: Contact, knownAt: number): Awaiting | null {
  const { code } = contact;
  if (code === null || knownAt + code.expiresInSeconds * 1000 <= Date.now()) return null;
  return { contact, resendAt: knownAt + code.resendInSeconds * 1000 };
}
