import type { MessageContent } from '../../../core/messages/messages.ts';
import type { Role } from '@florin/contract/access/session';

interface SupportLetter {
  reference: string;
  subject: string;
  message: string;
  email: string;
  sender: { name: string; username: string; businessName: string; role: Role };
}

/** A message of Contact Us for support: the message first, then its sender. */
export function supportMail({ reference, subject, message, email, sender }: SupportLetter): MessageContent {
  const role = sender.role === 'ADMIN' ? 'business administrator' : 'cardholder';
  return {
    subject: `${oneLine(subject)} (${reference})`,
    text: [
      message,
      '',
      `From: ${sender.name} (${sender.username}), ${role} of ${sender.businessName}`,
      `Reply to: ${email}`,
      `Reference: ${reference}`,
    ].join('\n'),
    html: null,
  };
}

/** The report of a broken address; `person` is null for visitors. */
export function brokenLinkMail(link: { reference: string; address: string; person: string | null }) {
  return {
    subject: `Broken link (${link.reference})`,
    text: [
      'A visitor opened an address that does not exist:',
      '',
      link.address,
      '',
      `Reported by: ${link.person ?? 'a visitor who is not logged in'}`,
      `Reference: ${link.reference}`,
    ].join('\n'),
    html: null,
  };
}

/** A subject is one line (RFC 5322, 2.2). */
const oneLine = (text: string) => text.replaceAll(/\p{Cc}+/gu, ' ').trim();
