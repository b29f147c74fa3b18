import type { Contact } from '@florin/contract/contacts';
import { readablePhone } from './readable-phone.ts';

/** A contact as people read it. */
export const addressOf = ({ kind, address }: Pick<Contact, 'kind' | 'address'>): string =>
  kind === 'PhoneNumber' ? readablePhone(address) : address;
