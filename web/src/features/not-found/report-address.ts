import { en } from '../../messages/en.ts';

/**
 * A mail to the program's support that names the broken address. The mailbox is the support site's `support`, until
 * there is a form; query and fragment stay out, because they can hold a secret.
 */
export function reportAddress(supportUrl: string, brokenAddress: string): string {
  const { origin, pathname } = new URL(brokenAddress);
  const subject = encodeURIComponent(en.shell.notFound.reportSubject);
  return `mailto:support@${new URL(supportUrl).hostname}?subject=${subject}&body=${encodeURIComponent(origin + pathname)}`;
}
