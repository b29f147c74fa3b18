import { easternTime } from '@florin/contract/dates/eastern-time';
import type { MessageContent } from '../../../core/messages/messages.ts';
import type { Letter } from '../../../core/notices/letter.ts';
import { letterMail } from '../../../core/notices/letter-mail.ts';

/** A login as named in its notice. */
export interface ReportedLogin {
  agentFamily: string | null;
  osFamily: string | null;
  city: string | null;
  region: string | null;
  country: string | null;
  at: Date;
}

/** The device and place of a login in words: 'Firefox on Windows, near Boise, Idaho, United States'. */
export function loginInWords({ agentFamily, osFamily, city, region, country }: Omit<ReportedLogin, 'at'>): string {
  const device = `${agentFamily ?? 'an unknown device'}${osFamily === null ? '' : ` on ${osFamily}`}`;
  const place = [city, region, country].filter((name) => name !== null).join(', ');
  return place === '' ? device : `${device}, near ${place}`;
}

/** Notifies a person of a reported login: what was done, and what remains to be done. */
export const reportMail = (letter: Letter, login: ReportedLogin): MessageContent =>
  letterMail(letter, {
    title: 'A login to your account was reported',
    paragraphs: [
      `On ${easternTime(letter.at)}, you told us that this login was not you: ${loginInWords(login)}, ${easternTime(login.at)}.`,
      'We have logged out every device except the one you reported it from.',
      'The person who logged in may know your password. We are sending you a link to choose a new one. If it does not arrive, ask for it here:',
    ],
    link: `${letter.origin}/forgot-password`,
    close: [
      'If you did not report a login, someone else is using your account: choose a new password all the same, then contact support.',
    ],
  });

export const reportText = ({ programName, origin }: Letter): MessageContent => ({
  subject: null,
  text: `${programName}: a login to your account was reported and all other devices were logged out. Choose a new password: ${origin}/forgot-password`,
  html: null,
});
