import { accessCode, MINUTE } from '@florin/contract/limits';
import type { MessageContent } from '../../core/messages/messages.ts';
import type { CodePurpose } from './code-flow.ts';
import { escapeHtml, mailPage, paragraph } from '../../core/messages/mail-layout.ts';

interface CodeMessage {
  /** Six digits. */
  code: string;
  programName: string;
}

/** What the code does, and what to do where it came unasked. */
const words: Record<CodePurpose, { use: string; notYou: string }> = {
  LoginNewDevice: {
    use: 'to finish signing in',
    notYou:
      'If you are not signing in right now, somebody else knows your password. Change it, and do not share this code.',
  },
  PasswordReset: {
    use: 'to choose a new password',
    notYou:
      'If you are not resetting your password right now, somebody else can read your mail. Do not share this code.',
  },
  StepUp: {
    use: 'to confirm that it is you',
    notYou:
      'If you are not changing your security settings right now, somebody else is signed in as you. Change your password, and do not share this code.',
  },
  ContactConfirmation: {
    use: 'to confirm this address',
    notYou: 'If you have not added this address to an account, ignore this message and do not share the code.',
  },
};

const minutes = accessCode.lifetimeSeconds / MINUTE;
const keepItSecret = 'Nobody from our team will ever ask you for it.';

/** The mail with a secure access code. It holds no link: a mail that asks for a click teaches people to click. */
export function accessCodeMail({ code, programName, purpose }: CodeMessage & { purpose: CodePurpose }): MessageContent {
  const title = 'Your Secure Access Code';
  const use = `Enter this code ${words[purpose].use}. It works for ${minutes} minutes, and only on the page that asked for it.`;
  const notYou = `${words[purpose].notYou} ${keepItSecret}`;
  // Digits one by one for screen readers, and still one word to copy.
  const shown = `<p style="margin:0 0 16px;font-size:32px;line-height:1.2;font-weight:700;letter-spacing:4px;font-variant-numeric:tabular-nums" aria-label="${[...code].join(' ')}">${escapeHtml(code)}</p>`;
  return {
    subject: `${code} is your ${programName} Secure Access Code`,
    text: `${code} is your ${programName} Secure Access Code.\n\n${use}\n\n${notYou}\n`,
    html: mailPage({ programName, title, blocks: [shown, paragraph(use), paragraph(notYou)] }),
  };
}

/**
 * The text with a secure access code. Its last line lets browsers fill the code in on that host and nowhere else
 * (origin-bound one-time codes, WebOTP).
 */
export function accessCodeText({ code, programName, hostname }: CodeMessage & { hostname: string }): MessageContent {
  const text = `${code} is your ${programName} Secure Access Code. It works for ${minutes} minutes. ${keepItSecret}\n\n@${hostname} #${code}`;
  return { subject: null, text, html: null };
}
