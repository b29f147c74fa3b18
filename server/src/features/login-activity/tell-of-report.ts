import type { Context } from '../../context.ts';
import type { Database } from '../../db/open.ts';
import { enqueueMessage } from '../messages/messages.ts';
import { contactsOf } from '../mfa/contacts.ts';
import { reportNotice, type ReportedLogin } from './notice.ts';

/**
 * Mails every confirmed address of a person that a login was reported, with the way to a new password. The link starts with
 * the origin of the person's program, never with the request's (security design P14).
 */
export async function tellOfReport(
  tx: Database,
  context: Context,
  personId: string,
  login: ReportedLogin,
): Promise<void> {
  const { programId, canonicalOrigin, ...reader } = await tx
    .selectFrom('person')
    .innerJoin('program', 'program.id', 'person.program_id')
    .select([
      'program.id as programId',
      'program.name as programName',
      'program.canonical_origin as canonicalOrigin',
      'person.first_name as firstName',
    ])
    .where('person.id', '=', personId)
    .executeTakeFirstOrThrow();
  const link = `${canonicalOrigin ?? context.config.publicOrigin}/forgot-password`;
  const content = reportNotice({ ...reader, link, login, at: context.clock.now() });
  const contacts = await contactsOf(tx, context, personId);
  for (const { address } of contacts.filter(({ kind, verified }) => kind === 'Email' && verified))
    await enqueueMessage(tx, context, { channel: 'email', programId, to: address, content });
}
