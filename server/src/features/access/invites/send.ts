import { invite as limits } from '@florin/contract/limits';
import type { Context } from '../../../context.ts';
import type { Database } from '../../../db/open.ts';
import { enqueueMessage } from '../../../core/messages/messages.ts';
import { newToken } from '../../../core/tokens.ts';
import { inviteMail } from './messages.ts';
import { afterSeconds } from '../../../core/time.ts';

interface Sending {
  businessId: string;
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
  { businessId, firstName, email, invitedBy, code }: Sending & { code: string },
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
    firstName,
    businessName: program.businessName,
    invitedBy,
    link: link.href,
  });
  await enqueueMessage(tx, context, { channel: 'email', programId: program.id, to: email, content });
}
