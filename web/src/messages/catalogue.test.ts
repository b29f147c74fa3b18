import { expect, test } from 'vitest';
import { sentences, type SentenceId } from '../../../docs/specification/sentences.ts';
import { catalogue } from '../testing/catalogue.ts';
import { en } from './en.ts';
import { refusals } from './en/refusals.ts';
import { cardDetailsWords } from './en/cards/card-details.ts';
import { loginActivityWords } from './en/access/login-activity.ts';
import { codeWords } from './en/access/one-time-code.ts';
import { recoveryWords } from './en/access/recovery.ts';
import { registrationWords } from './en/access/registration.ts';
import { shellWords } from './en/shell/shell.ts';

const { login } = en;
const errors = { ...refusals, ...en.errors };

/** The messages of each row. */
const messages: Record<keyof typeof catalogue, string[]> = {
  '@8.1': [errors.LOCKED],
  '@8.4': [errors.INVALID_CREDENTIALS],
  '@8.5': [errors.MFA_EMAIL_NOT_EXISTS],
  '@8.6': [errors.RESEND_LIMIT_REACHED],
  '@8.7': [errors.STOP_LIST_REQUESTED],
  '@8.8': [codeWords.resentByEmail],
  '@8.9': [errors.InvalidCodeFormat, errors.MFA_INVALID_CODE],
  '@8.10': [errors.MFA_CODE_EXPIRED],
  '@8.11': [errors.MFA_MAX_ATTEMPT_LIMIT_REACHED],
  '@8.12': [errors.MFA_SESSION_EXPIRED],
  '@8.13': [errors.ALREADY_REGISTERED],
  '@8.14': [errors.CARD_CLOSED_OR_CANCELLED],
  '@8.16': [errors[8]],
  '@8.17': [login.notices.usernameSent.text],
  '@8.18': [errors[1]],
  '@8.19': [registrationWords.invitationProblem],
  '@8.20': [errors.INVITE_INVALID, login.notices.inviteInvalid.text],
  '@8.21': [errors.RESET_LINK_INVALID, login.notices.resetLinkInvalid.text],
  '@8.22': [recoveryWords.reset.resend.failed('•••')],
  '@8.23': [errors.VENDOR_LINK_EXPIRED],
  '@8.24': [cardDetailsWords.copied],
  '@8.26': [loginActivityWords.loadFailed],
  '@8.30': [errors.RESTRICTED, shellWords.suspicious],
  '@8.31': [shellWords.banners.outstandingFees],
  '@8.32': [shellWords.banners.accountClosed],
};

/** Rows that tell what a message is about: it takes these words from them. The message of any other row is its words. */
const described: ReadonlySet<string> = new Set(['@8.7', '@8.13', '@8.14', '@8.16', '@8.22']);

test.each(Object.entries(messages) as [keyof typeof catalogue, string[]][])(
  '%s: %j',
  (id: SentenceId & keyof typeof catalogue, texts) => {
    const words = catalogue[id];
    expect(sentences.find((sentence) => sentence.id === id)?.text).toContain(words);
    for (const text of texts)
      if (described.has(id)) expect(text).toContain(words);
      else expect(text).toBe(words);
  },
);
