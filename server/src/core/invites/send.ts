import { invite as limits, DAY, invite } from '@florin/contract/limits';
import type { Role } from '@florin/contract/access/session';
import type { Context } from '../../context.ts';
import type { Database } from '../../db/open.ts';
import { enqueueMessage, type MessageContent } from '../messages/messages.ts';
import { newToken } from '../tokens.ts';
import { afterSeconds } from '../time.ts';
import { escapeHtml, mailPage, paragraph } from '../messages/mail-layout.ts';

interface Sending {
  businessId: string;
  role: Role;
  firstName: string;
  email: string;
  invitedBy: string;
}

export const newInviteCode = (): string => newToken('inv');

export const inviteEnd = (now: Date): Date => afterSeconds(now, limits.lifetimeSeconds);

/** Queues the mail with the link. Its origin is the program's own, never the request's (security design P14). */
export async function sendInvite(
  tx: Database,
  context: Context,
  { businessId, role, firstName, email, invitedBy, code }: Sending & { code: string },
): Promise<void> {
  const program = await tx
    .selectFrom('business')
    .innerJoin('program', 'program.id', 'business.program_id')
    .select(['program.id', 'program.name', 'program.canonical_origin', 'business.name as businessName'])
    .where('business.id', '=', businessId)
    .executeTakeFirstOrThrow();
  const link = new URL('/registration', program.canonical_origin ?? context.config.publicOrigin);
  link.searchParams.set('code', code);
  const content = inviteMail({
    programName: program.name,
    role,
    firstName,
    businessName: program.businessName,
    invitedBy,
    link: link.href,
  });
  await enqueueMessage(tx, context, { channel: 'email', programId: program.id, to: email, content });
}

interface InviteMail {
  programName: string;
  role: Role;
  firstName: string;
  businessName: string;
  invitedBy: string;
  /** The link, including the code. */
  link: string;
}

/** The mail that invites a person. It must contain a link. */
function inviteMail({ programName, role, firstName, businessName, invitedBy, link }: InviteMail): MessageContent {
  const title = `${businessName} has invited you`;
  const hello = `Hello ${firstName},`;
  const why = `${invitedBy} of ${businessName} has invited you to its card program at ${programName}.`;
  const card = role === 'CARDHOLDER' ? ' When you register, a physical card is produced for you.' : '';
  const how = `The link works for ${invite.lifetimeSeconds / DAY} days, and one person can register with it.${card}`;
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
