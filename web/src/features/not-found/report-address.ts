import { en } from '../../messages/en.ts';

/** A mail to support that names the broken address; query and fragment stay out, because they can hold a secret. */
export function reportAddress(supportEmail: string, brokenAddress: string): string {
  const { origin, pathname } = new URL(brokenAddress);
  const subject = encodeURIComponent(en.shell.notFound.reportSubject);
  return `mailto:${supportEmail}?subject=${subject}&body=${encodeURIComponent(origin + pathname)}`;
}
