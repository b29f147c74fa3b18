import type { Contact } from '@florin/contract/access/contacts';
import { expect, test } from 'vitest';
import { isLastEmail } from './last-email.ts';

const contact = (id: string, kind: Contact['kind'], verified = true) => ({ id, kind, verified }) as Contact;
const email = contact('a', 'Email');
const phone = contact('p', 'PhoneNumber');

test.each([
  ['a phone remains', email, [email, phone], true],
  ['an unconfirmed address and a phone remain', email, [email, contact('b', 'Email', false), phone], true],
  ['another address remains', email, [email, contact('b', 'Email'), phone], false],
  ['nothing confirmed remains, which is refused', email, [email, contact('p', 'PhoneNumber', false)], false],
  ['it was never confirmed', contact('a', 'Email', false), [contact('a', 'Email', false), phone], false],
  ['it is a phone', phone, [email, phone], false],
])('removing the last email address: %s', (_, removed, all, expected) => {
  expect(isLastEmail(removed, all)).toBe(expected);
});
