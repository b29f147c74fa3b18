import { HOUR, registration } from '@florin/contract/limits';
import type { MessageContent } from '../../../core/messages/messages.ts';
import { letterMail } from '../../../core/notices/letter-mail.ts';

interface Notice {
  programName: string;
  firstName: string;
  businessName: string;
  /** Null: an administrator's account. */
  lastFour: string | null;
}

const what = ({ businessName, lastFour }: Notice) =>
  lastFour === null ? `an account of ${businessName}` : `the card of ${businessName} ending in ${lastFour}`;

/** Notifies a new person that the account exists, so that they notice one made by another person. */
export const registeredMail = (notice: Notice & { username: string }): MessageContent =>
  letterMail(notice, {
    title: 'Welcome: your login is ready',
    paragraphs: [
      `Your username is ${notice.username}, and it opens ${what(notice)}.`,
      'If you did not register, tell your business administrator at once.',
    ],
  });

/** The same, for a person on file with a phone only. */
export const registeredText = (notice: Notice): MessageContent => ({
  subject: null,
  text: `${notice.programName}: ${what(notice)} was registered. If this was not you, tell your business administrator at once.`,
  html: null,
});

/** Notifies the person on file of a card or an invite that someone has added it to their login. */
export const heldMail = (notice: Notice): MessageContent =>
  letterMail(notice, {
    title: 'Your account was added to a login',
    paragraphs: [
      `Somebody with a login added ${what(notice)} to it and can now use it.`,
      'If this was not you, tell your business administrator at once.',
    ],
  });

/** Notifies a person that an account was added to the login. */
export const linkedMail = (notice: Notice): MessageContent =>
  letterMail(notice, {
    title: 'An account was added to your login',
    paragraphs: [
      `You can now reach ${what(notice)} with your login.`,
      'If you did not add it, change your password and tell your business administrator.',
    ],
  });

interface ProofLink {
  programName: string;
  firstName: string;
  lastFour: string;
  link: string;
}

const { links } = registration;
const hours = { Email: links.Email.lifetimeSeconds / HOUR, PhoneNumber: links.PhoneNumber.lifetimeSeconds / HOUR };

/** The link that takes the place of a verification code. */
export const proofLinkMail = ({ link, lastFour, ...reader }: ProofLink): MessageContent =>
  letterMail(reader, {
    title: 'Register your card with this link',
    paragraphs: [
      `Open this link to register your card ending in ${lastFour}. It replaces the verification code and works for ${hours.Email} hours, in the browser where you entered the card number.`,
    ],
    link,
    close: [
      'If you are not registering a card right now, someone else has its number. Do not share this link, and tell your business administrator.',
    ],
  });

export const proofLinkText = ({ programName, lastFour, link }: ProofLink): MessageContent => ({
  subject: null,
  text: `${programName}: open this link to register your card ending in ${lastFour}, on the device where you entered its number. It works for ${hours.PhoneNumber} hours. Do not share it. ${link}`,
  html: null,
});
