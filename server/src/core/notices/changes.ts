import { easternTime } from '@florin/contract/dates/eastern-time';
import type { MessageContent } from '../messages/messages.ts';
import type { Letter } from './letter.ts';
import { letterMail } from './letter-mail.ts';

/** A change to how a person proves their identity or can be contacted. */
export type Change =
  | { type: 'factorAdded' | 'factorRenamed' | 'factorRemoved'; kind: 'Authenticator' | 'Passkey'; name: string }
  | { type: 'backupCodesMade' | 'mfaOn' | 'mfaOff' | 'passwordChanged' }
  | { type: 'contactAdded' | 'contactConfirmed' | 'contactRemoved'; address: string };

const kinds = { Authenticator: 'authenticator app', Passkey: 'passkey' } as const;
const someKind = { Authenticator: 'an authenticator app', Passkey: 'a passkey' } as const;

const addressKind = (address: string) => (address.includes('@') ? 'email address' : 'phone number');

/** The heading of the mail, and the event in one sentence without its full stop. */
function wordsOf(change: Change): { title: string; happened: string } {
  switch (change.type) {
    case 'factorAdded':
      return {
        title: `A new ${kinds[change.kind]} was added to your login`,
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
        happened: 'the password was changed and all other devices were logged out',
      };
    case 'contactAdded':
      return {
        title: `A new ${addressKind(change.address)} waits to be confirmed`,
        happened: `${change.address} was added and waits to be confirmed`,
      };
    case 'contactConfirmed':
      return {
        title: `A new ${addressKind(change.address)} was confirmed`,
        happened: `${change.address} was confirmed`,
      };
    case 'contactRemoved':
      return { title: `Your ${addressKind(change.address)} was removed`, happened: `${change.address} was removed` };
  }
}

export function changeMail(letter: Letter, change: Change): MessageContent {
  const { title, happened } = wordsOf(change);
  return letterMail(letter, {
    title,
    paragraphs: [
      `On ${easternTime(letter.at)}, in the account ${letter.username}, ${happened}.`,
      'If this was you, you need not do anything. If it was not, reset your password now and tell your administrator:',
    ],
    link: `${letter.origin}/forgot-password`,
    close: ['We sent this message to all your addresses.'],
  });
}

export const changeText = ({ programName, origin }: Letter, change: Change): MessageContent => ({
  subject: null,
  text: `${programName}: ${wordsOf(change).happened}. If this was not you, go to ${origin}/forgot-password at once.`,
  html: null,
});
