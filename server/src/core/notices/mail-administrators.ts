import { flagsOf, whyNotPermitted, type Permission } from '@florin/contract/permissions';
import type { Context } from '../../context.ts';
import type { Database } from '../../db/open.ts';
import { enqueueMessage, type MessageContent } from '../messages/messages.ts';
import { contactsOf } from '../people/contacts.ts';
import { letterOf, type Letter } from './letter.ts';

interface Addressees {
  businessId: string;
  /** Who caused what the mail is about. */
  author: { personId: string };
  /** What a reader must be permitted to. */
  permission: Permission;
}

/**
 * Mails the author of a long-running act, if they are still an administrator and may still do it. Otherwise mails the
 * administrators who may. Closed accounts get no mail.
 */
export async function mailAdministrators(
  tx: Database,
  context: Context,
  { businessId, author, permission }: Addressees,
  contentOf: (letter: Letter) => MessageContent,
): Promise<void> {
  const administrators = await tx
    .selectFrom('membership')
    .select(['person_id as personId', 'role', 'preset', 'flags_granted as granted', 'flags_withheld as withheld'])
    .where('business_id', '=', businessId)
    .where('role', '=', 'ADMIN')
    .where('status', '=', 'OPEN')
    .orderBy('id')
    .execute();
  const able = new Set(
    administrators
      .filter((each) => whyNotPermitted(permission, { role: each.role, flags: flagsOf(each) }) === null)
      .map(({ personId }) => personId),
  );
  for (const personId of able.has(author.personId) ? [author.personId] : able) {
    const contacts = await contactsOf(tx, context, personId);
    const to = contacts.find(({ kind, verified }) => kind === 'Email' && verified);
    if (!to) continue;
    const letter = await letterOf(tx, context, personId);
    const { programId } = letter;
    await enqueueMessage(tx, context, { channel: 'email', programId, to: to.address, content: contentOf(letter) });
  }
}
