import { MINUTE, registration } from '@florin/contract/limits';
import type { MessageContent } from '../../../core/messages/messages.ts';
import { escapeHtml, mailPage, paragraph } from '../../../core/messages/mail-layout.ts';
import { letterMail } from '../../../core/notices/letter-mail.ts';

interface CodeMessage {
  code: string;
  programName: string;
  lastFour: string;
}

const minutes = registration.verificationCodeLifetimeSeconds / MINUTE;

/** The mail with a verification code of the registration. It holds no link, like every mail with a code. */
export function verificationMail({ code, programName, lastFour }: CodeMessage): MessageContent {
  const title = 'Your verification code';
  const use = `Enter this code to register your card ending in ${lastFour}. It works for ${minutes} minutes, in the browser that asked for it.`;
  const notYou =
    'If you are not registering a card right now, somebody else has its number. Do not share this code, and tell your business administrator.';
  const shown = `<p style="margin:0 0 16px;font-size:32px;line-height:1.2;font-weight:700;letter-spacing:4px;font-variant-numeric:tabular-nums" aria-label="${[...code].join(' ')}">${escapeHtml(code)}</p>`;
  return {
    subject: `${code} is your ${programName} verification code`,
    text: `${code} is your ${programName} verification code.\n\n${use}\n\n${notYou}\n`,
    html: mailPage({ programName, title, blocks: [shown, paragraph(use), paragraph(notYou)] }),
  };
}

export function verificationText({
  code,
  programName,
  lastFour,
  hostname,
}: CodeMessage & { hostname: string }): MessageContent {
  const text = `${code} is your ${programName} verification code for the card ending in ${lastFour}. It works for ${minutes} minutes. Do not share it.\n\n@${hostname} #${code}`;
  return { subject: null, text, html: null };
}

interface Notice {
  programName: string;
  firstName: string;
  businessName: string;
  /** Null: an administrator's account. */
  lastFour: string | null;
}

const what = ({ businessName, lastFour }: Notice) =>
  lastFour === null ? `an account of ${businessName}` : `the card of ${businessName} ending in ${lastFour}`;

/** Tells a new person that the account exists, so that one made by somebody else is noticed. */
export const registeredMail = (notice: Notice & { username: string }): MessageContent =>
  letterMail(notice, {
    title: `Welcome to ${notice.programName}`,
    paragraphs: [
      `your login is ready. Your username is ${notice.username}, and it opens ${what(notice)}.`,
      'If you did not register, tell your business administrator at once.',
    ],
  });

/** Tells a person that an account was added to the login. */
export const linkedMail = (notice: Notice): MessageContent =>
  letterMail(notice, {
    title: 'An account was added to your login',
    paragraphs: [
      `you can now reach ${what(notice)} with your login.`,
      'If you did not add it, change your password and tell your business administrator.',
    ],
  });
