import { DAY, invite } from '@florin/contract/limits';
import type { MessageContent } from '../../../core/messages/messages.ts';
import { escapeHtml, mailPage, paragraph } from '../../../core/messages/mail-layout.ts';

interface InviteMail {
  programName: string;
  firstName: string;
  businessName: string;
  invitedBy: string;
  /** With the code in it. */
  link: string;
}

/** The mail that invites a person: the one kind of mail here that has to hold a link. */
export function inviteMail({ programName, firstName, businessName, invitedBy, link }: InviteMail): MessageContent {
  const title = `${businessName} has invited you`;
  const hello = `Hello ${firstName},`;
  const why = `${invitedBy} of ${businessName} has invited you to its card program at ${programName}.`;
  const how = `The link works for ${invite.lifetimeSeconds / DAY} days, and one person can register with it.`;
  const notYou = 'If you do not know why you got this, do nothing.';
  const button = `<p style="margin:0 0 16px"><a href="${escapeHtml(link)}">Accept the invitation</a></p>`;
  return {
    subject: `${programName}: ${title}`,
    text: `${hello}\n\n${why}\n\n${link}\n\n${how}\n\n${notYou}\n`,
    html: mailPage({
      programName,
      title,
      blocks: [paragraph(hello), paragraph(why), button, paragraph(how), paragraph(notYou)],
    }),
  };
}
