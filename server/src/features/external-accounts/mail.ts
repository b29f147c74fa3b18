import { DAY, smallDeposits } from '@florin/contract/limits';
import type { MessageContent } from '../messages/messages.ts';
import { escapeHtml, mailPage, paragraph } from '../mfa/mail-layout.ts';
import type { Letter } from '../notices/letter.ts';

interface About extends Letter {
  bankName: string;
  lastFour: string;
  businessName: string;
  code: string;
}

/** The way to /funds-verification. The code stands behind a #, which browsers send to nobody. */
export const fundsLink = ({ origin, code }: Pick<About, 'origin' | 'code'>) => `${origin}/funds-verification#${code}`;

/** What happens next with a bank account that was added, and the link to the form for its two amounts. */
export function depositsMail(about: About): MessageContent {
  const { programName, firstName, businessName, bankName, lastFour } = about;
  const title = 'Two small deposits are on their way';
  const link = fundsLink(about);
  const open = [
    `Hello ${firstName},`,
    `you have added the account ending in ${lastFour} at ${bankName} to ${businessName}. We are sending two deposits below one dollar to it.`,
    'Once they show on the statement, enter both amounts under Bank accounts in your dashboard. If somebody else reads the statements, forward this link to them; it needs no login:',
  ];
  const close = [
    `There are three tries. The link works for ${smallDeposits.linkLifetimeSeconds / DAY} days, until the account is validated.`,
    'If you did not add this account, tell support at once.',
  ];
  const shown = `<p style="margin:0 0 16px;overflow-wrap:anywhere"><a href="${escapeHtml(link)}">${escapeHtml(link)}</a></p>`;
  return {
    subject: `${programName}: ${title.charAt(0).toLowerCase()}${title.slice(1)}`,
    text: `${[...open, link, ...close].join('\n\n')}\n`,
    html: mailPage({ programName, title, blocks: [...open.map(paragraph), shown, ...close.map(paragraph)] }),
  };
}
