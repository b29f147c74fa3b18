import type { Contact } from '@florin/contract/access/contacts';

/**
 * A contact whose code is expected, and the time when another can be sent (milliseconds since 1970); null while it is
 * being sent.
 */
export interface Awaiting {
  contact: Contact;
  resendAt: number | null;
}

/**
 * A contact whose code has just been sent.
 * @param resendInSeconds until the server sends another
 */
export const justSent = (contact: Contact, resendInSeconds = contact.code?.resendInSeconds ?? 0): Awaiting => ({
  contact,
  resendAt: Date.now() + resendInSeconds * 1000,
});

/**
 * A contact with a valid code, even one requested by another page; null if there is none.
 * @param knownAt when the server sent it
 */
export function sentCodeOf(contact: Contact, knownAt: number): Awaiting | null {
  const { code } = contact;
  if (code === null || knownAt + code.expiresInSeconds * 1000 <= Date.now()) return null;
  return { contact, resendAt: knownAt + code.resendInSeconds * 1000 };
}
