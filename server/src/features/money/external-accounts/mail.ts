import { DAY, smallDeposits } from '@florin/contract/limits';
import type { MessageContent } from '../../../core/messages/messages.ts';
import type { Letter } from '../../../core/notices/letter.ts';
import { letterMail } from '../../../core/notices/letter-mail.ts';

interface About extends Letter {
  bankName: string;
  lastFour: string;
  businessName: string;
  code: string;
  /** The business has had the account already, and its connection was lost. */
  isReconnected: boolean;
}

/** The way to /funds-verification. The code stands behind a #, which browsers send to nobody. */
export const fundsLink = ({ origin, code }: Pick<About, 'origin' | 'code'>) => `${origin}/funds-verification#${code}`;

/** What happens next with a bank account that was added, and the link to the form for its two amounts. */
export const depositsMail = (about: About): MessageContent =>
  letterMail(about, {
    title: 'Two small deposits are on their way',
    paragraphs: [
      `you have ${about.isReconnected ? 'reconnected' : 'added'} the account ending in ${about.lastFour} at ${about.bankName}${about.isReconnected ? ' for' : ' to'} ${about.businessName}. We are sending two deposits below one dollar to it.`,
      'Once they show on the statement, enter both amounts under Bank accounts in your dashboard. If somebody else reads the statements, forward this link to them; it needs no login:',
    ],
    link: fundsLink(about),
    close: [
      `There are three tries. The link works for ${smallDeposits.linkLifetimeSeconds / DAY} days, until the account is validated.`,
      `If you did not ${about.isReconnected ? 'reconnect' : 'add'} this account, tell support at once.`,
    ],
  });
