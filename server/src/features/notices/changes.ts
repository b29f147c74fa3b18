import type { MessageContent } from '../messages/messages.ts';
import { escapeHtml, mailPage, paragraph } from '../mfa/mail-layout.ts';
import type { Letter } from './letter.ts';

/** A change to how a person proves who they are or is reached. */
export type Change =
  | { type: 'factorAdded' | 'factorRenamed' | 'factorRemoved'; kind: 'Authenticator' | 'Passkey'; name: string }
  | { type: 'backupCodesMade' | 'mfaOn' | 'mfaOff' | 'passwordChanged' }
  | { type: 'contactConfirmed' | 'contactRemoved'; address: string };

const kinds = { Authenticator: 'authenticator app', Passkey: 'passkey' } as const;
const someKind = { Authenticator: 'an authenticator app', Passkey: 'a passkey' } as const;

const addressKind = (address: string) => (address.includes('@') ? 'email address' : 'phone number');

/** The heading of the mail, and what happened in one sentence without its full stop. */
function wordsOf(change: Change): { title: string; happened: string } {
  switch (change.type) {
    case 'factorAdded':
      return {
        title: `A new ${kinds[change.kind]} can sign you in`,
        happened: `the ${kinds[change.kind]} "${change.name}" was added`,
      };
    case 'factorRenamed':
      return {
        title: `Your ${kinds[change.kind]} has a new name`,
        happened: `${someKind[change.kind]} is now called "${change.name}"`,
      };
    case 'factorRemoved':
      return {
        title: `Your ${kinds[change.kind]} was removed`,
        happened: `the ${kinds[change.kind]} "${change.name}" was removed`,
      };
    case 'backupCodesMade':
      return {
        title: 'New backup codes were made',
        happened: 'new backup codes were made and older ones stopped working',
      };
    case 'mfaOn':
      return { title: 'The second factor was turned on', happened: 'the second factor was turned on' };
    case 'mfaOff':
      return {
        title: 'The second factor was turned off',
        happened: 'the second factor was turned off: the password alone opens the account now',
      };
    case 'passwordChanged':
      return {
        title: 'Your password was changed',
        happened: 'the password was changed and all other devices were signed out',
      };
    case 'contactConfirmed':
      return {
        title: `A new ${addressKind(change.address)} was confirmed`,
        happened: `${change.address} was added and confirmed`,
      };
    case 'contactRemoved':
      return { title: `Your ${addressKind(change.address)} was removed`, happened: `${change.address} was removed` };
  }
}

/** Section 9: times display in Eastern Time. */
export const easternTime = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'America/New_York',
});

export function changeMail({ programName, firstName, username, origin, at }: Letter, change: Change): MessageContent {
  const { title, happened } = wordsOf(change);
  const link = `${origin}/forgot-password`;
  const open = [
    `Hello ${firstName},`,
    `on ${easternTime.format(at)} ET, in the account ${username}, ${happened}.`,
    'If this was you, you need not do anything. If it was not, reset your password now and tell your administrator:',
  ];
  const close = 'This message went to every address we have of you.';
  const shownLink = `<p style="margin:0 0 16px;overflow-wrap:anywhere"><a href="${escapeHtml(link)}">${escapeHtml(link)}</a></p>`;
  return {
    subject: `${programName}: ${title.charAt(0).toLowerCase()}${title.slice(1)}`,
    text: `${[...open, link, close].join('\n\n')}\n`,
    html: mailPage({ programName, title, blocks: [...open.map(paragraph), shownLink, paragraph(close)] }),
  };
}

export const changeText = ({ programName, origin }: Letter, change: Change): MessageContent => ({
  subject: null,
  text: `${programName}: ${wordsOf(change).happened}. If this was not you, go to ${origin}/forgot-password at once.`,
  html: null,
});
