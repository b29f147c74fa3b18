import { easternTime } from '@florin/contract/dates/eastern-time';
import { HOUR, loginLink, resetLink } from '@florin/contract/limits';
import type { MessageContent } from '../../core/messages/messages.ts';
import type { Letter } from '../../core/notices/letter.ts';
import { letterMail } from '../../core/notices/letter-mail.ts';

export const usernameMail = (letter: Letter): MessageContent =>
  letterMail(letter, {
    title: 'Your username',
    paragraphs: [`Your username is ${letter.username}. Log in with it here:`],
    link: `${letter.origin}/login`,
    close: ['If you did not ask for it, you need not do anything: nobody else has received this.'],
  });

export const resetLinkMail = ({ link, ...letter }: Letter & { link: string }): MessageContent =>
  letterMail(letter, {
    title: 'Reset your password',
    paragraphs: [
      `Someone has asked to reset the password of ${letter.username}. If it was you, open this link within ${resetLink.lifetimeSeconds / HOUR} hours. Once it has set a password, no other link works.`,
    ],
    link,
    close: [
      'The link alone changes nothing: the page asks for a second proof that it is you.',
      'If it was not you, you need not do anything. Your password stays as it is. Do not share this link.',
    ],
  });

export const loginLinkMail = ({ link, ...letter }: Letter & { link: string }): MessageContent =>
  letterMail(letter, {
    title: 'Your login link',
    paragraphs: [
      `Someone asked for a login link for ${letter.username}. If it was you, open it within ${loginLink.lifetimeSeconds / HOUR} hours, in the browser where you want to log in.`,
      'The link lets that browser try your password while other devices are locked out. You still need your password and, if you use one, your second factor.',
    ],
    link,
    close: [
      'If it was not you, you need not do anything. Do not share this link.',
      'We send at most one of these an hour to browsers we do not know. The newest one always works.',
    ],
  });

/** The link after a reported login: the person has to act. */
export const reportedLinkMail = ({ link, ...letter }: Letter & { link: string }): MessageContent =>
  letterMail(letter, {
    title: 'Choose a new password',
    paragraphs: [
      `A login to ${letter.username} was reported. The person who logged in may know your password. Choose a new one: open this link within ${resetLink.lifetimeSeconds / HOUR} hours.`,
    ],
    link,
    close: [
      'The link alone changes nothing: the page asks for a second proof that it is you. Give it to nobody.',
      'Where you are logged in, you can also change the password under Account security, without this link.',
    ],
  });

export const confirmationAskedMail = ({
  asker,
  business,
  ...letter
}: Letter & { asker: string; business: string }): MessageContent =>
  letterMail(letter, {
    title: 'A person is waiting for your confirmation',
    paragraphs: [
      `${asker} of ${business} wants to reset the password. So far, only their email address shows that it is them. Speak with ${asker} in person or on a phone number you know, and ask for the four digits on their page. If your dashboard shows the same, confirm there:`,
    ],
    link: `${letter.origin}/dashboard`,
    close: [
      'If they did not ask, or the digits differ, decline there. A request that no one confirms ends within a day.',
    ],
  });

export const confirmedMail = (letter: Letter): MessageContent =>
  letterMail(letter, {
    title: 'An administrator has confirmed your request',
    paragraphs: [
      'You can now choose a new password, in the browser in which you asked and in no other. If you have closed the page there, open your link in that browser again, or ask for a new one within a day:',
    ],
    link: `${letter.origin}/forgot-password`,
    close: [
      'If you have not asked to reset your password, change it under Account security at once, which takes this back, and tell your administrator.',
    ],
  });

/** The request was declined before anybody had approved it. */
export const declinedMail = (letter: Letter): MessageContent =>
  letterMail(letter, {
    title: 'An administrator has declined your request',
    paragraphs: [
      `Someone has asked to reset the password of ${letter.username}, and an administrator has said that it was not you. Your password stays as it is.`,
      'If it was you, speak with your administrator, and then ask again:',
    ],
    link: `${letter.origin}/forgot-password`,
    close: [
      'If it was not you, the person who asked can read one of your mailboxes: change the passwords of these at once.',
      'We sent this message to all your email addresses.',
    ],
  });

/** The approval of the request was withdrawn. */
export const takenBackMail = (letter: Letter): MessageContent =>
  letterMail(letter, {
    title: 'An administrator has taken back a confirmation',
    paragraphs: [
      `Someone has asked to reset the password of ${letter.username}. An administrator confirmed that it was you, and took that back on ${easternTime(letter.at)}. The request no longer works.`,
      'If you still need a new password, speak with your administrator, and then ask again:',
    ],
    link: `${letter.origin}/forgot-password`,
    close: [
      'If you have not asked, the person who did can read one of your mailboxes: change the passwords of these at once.',
      'We sent this message to all your email addresses.',
    ],
  });

export const passwordResetMail = (letter: Letter): MessageContent =>
  letterMail(letter, {
    title: 'Your password was reset',
    paragraphs: [
      `The password of ${letter.username} was reset on ${easternTime(letter.at)}. All other devices were logged out and will be asked for a code at the next login.`,
      'If this was not you, reset your password now and tell your administrator:',
    ],
    link: `${letter.origin}/forgot-password`,
    close: ['We sent this message to all your addresses.'],
  });

export const passwordResetText = ({ programName, origin }: Letter): MessageContent => ({
  subject: null,
  text: `${programName}: your password was reset and all other devices were logged out. If this was not you, go to ${origin}/forgot-password at once.`,
  html: null,
});
