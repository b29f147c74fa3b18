import { MINUTE } from '@florin/contract/limits';
import type { MessageContent } from '../../core/messages/messages.ts';
import { escapeHtml, mailPage, paragraph } from '../../core/messages/mail-layout.ts';
import type { CodePurpose } from '../../db/schema.ts';
import { codePolicies, type AccessCodePurpose } from './policies.ts';

/** The description of a code in its message. */
export interface CodeMessage {
  purpose: CodePurpose;
  /** Six digits. */
  code: string;
  programName: string;
  /** Of the card being registered. */
  lastFour?: string;
}

interface Words {
  /** The name of the code. */
  name: string;
  /** Its effect and lifetime. */
  use: string;
  /** The advice for a recipient who did not request it. */
  notYou: string;
  /** The same for a text, in one line after the code's name. */
  inShort: string;
}

const keepItSecret = 'Nobody from our team will ever ask you for it.';

/** The effect of a secure access code, and the advice for a recipient who did not request it. */
const accessCodes: Record<AccessCodePurpose, { use: string; notYou: string }> = {
  LoginNewDevice: {
    use: 'to finish logging in',
    notYou:
      'If you are not logging in right now, someone else knows your password. Change it, and do not share this code.',
  },
  LinkLogin: {
    use: 'to move the accounts of this login to another login',
    notYou:
      'If you are not linking your logins right now, someone else knows your password. Change it, and do not share this code.',
  },
  PasswordReset: {
    use: 'to choose a new password',
    notYou:
      'If you are not resetting your password right now, someone else can read your mail. Do not share this code.',
  },
  StepUp: {
    use: 'to confirm that it is you',
    notYou:
      'If you were not just asked for this code, someone else is logged in as you. Change your password, and do not share this code.',
  },
  ContactConfirmation: {
    use: 'to confirm this address',
    notYou: 'If you have not added this address to an account, ignore this message and do not share the code.',
  },
};

function wordsOf({ purpose, lastFour }: CodeMessage): Words {
  const minutes = codePolicies[purpose].lifetimeSeconds / MINUTE;
  if (purpose === 'Registration')
    return {
      name: 'verification code',
      use: `Enter this code to register your card ending in ${lastFour}. It works for ${minutes} minutes, in the browser that asked for it.`,
      notYou:
        'If you are not registering a card right now, someone else has its number. Do not share this code, and tell your business administrator.',
      inShort: ` for the card ending in ${lastFour}. It works for ${minutes} minutes. Do not share it.`,
    };
  const { use, notYou } = accessCodes[purpose];
  return {
    name: 'Secure Access Code',
    use: `Enter this code ${use}. It works for ${minutes} minutes, and only on the page that asked for it.`,
    notYou: `${notYou} ${keepItSecret}`,
    inShort: `. It works for ${minutes} minutes. ${keepItSecret}`,
  };
}

/** The mail with a code. It has no link: links in such mails teach people to click. */
export function codeMail(message: CodeMessage): MessageContent {
  const { code, programName } = message;
  const { name, use, notYou } = wordsOf(message);
  const subject = `${code} is your ${programName} ${name}`;
  // Digits that screen readers read one by one and that can be copied as one word.
  const shown = `<p style="margin:0 0 16px;font-size:32px;line-height:1.2;font-weight:700;letter-spacing:4px;font-variant-numeric:tabular-nums" aria-label="${[...code].join(' ')}">${escapeHtml(code)}</p>`;
  return {
    subject,
    text: `${subject}.\n\n${use}\n\n${notYou}\n`,
    html: mailPage({ programName, title: `Your ${name}`, blocks: [shown, paragraph(use), paragraph(notYou)] }),
  };
}

/**
 * The text with a code. Its last line lets browsers fill the code in on that host only (origin-bound one-time codes,
 * WebOTP).
 */
export function codeText(message: CodeMessage, hostname: string): MessageContent {
  const { code, programName } = message;
  const { name, inShort } = wordsOf(message);
  return {
    subject: null,
    text: `${code} is your ${programName} ${name}${inShort}\n\n@${hostname} #${code}`,
    html: null,
  };
}
