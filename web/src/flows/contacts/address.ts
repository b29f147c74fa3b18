import type { Contact } from '@florin/contract/access/contacts';

/** A contact in readable form. */
export const addressOf = ({ kind, address }: Pick<Contact, 'kind' | 'address'>): string =>
  kind === 'PhoneNumber' ? readablePhone(address) : address;

/**
 * An E.164 number for reading, on one line: '+12125550142' as '+1 (212) 555-0142'; numbers of other countries stay as they
 * are.
 */
export function readablePhone(e164: string): string {
  const [, area, exchange, line] = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(e164) ?? [];
  return area === undefined ? e164 : `+1\u00a0(${area})\u00a0${exchange}-${line}`;
}
