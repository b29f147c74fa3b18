import type { Context } from '../../../context.ts';
import type { Database } from '../../../db/open.ts';
import { enqueueMessage } from '../../../core/messages/messages.ts';
import { contactsOf } from '../../../core/people/contacts.ts';
import { letterOf } from '../../../core/notices/letter.ts';
import { holderMail } from './mail.ts';

interface SentLink {
  cardId: string;
  businessName: string;
  sentBy: string;
  /** The vendor's address. */
  email: string;
}

/**
 * Tells the person who holds a card, at every confirmed e-mail address, that its details are on their way to a vendor. The
 * quotas of the links bound these mails. Nobody is told of a card that nobody holds yet.
 */
export async function notifyHolder(tx: Database, context: Context, { cardId, ...sent }: SentLink): Promise<void> {
  const card = await tx
    .selectFrom('card')
    .innerJoin('membership', 'membership.id', 'card.membership_id')
    .select(['membership.person_id as personId', 'card.last_four as last4'])
    .where('card.id', '=', cardId)
    .executeTakeFirst();
  if (!card) return;
  const letter = await letterOf(tx, context, card.personId);
  const content = holderMail(letter, { ...sent, last4: card.last4 });
  for (const { kind, address, verified } of await contactsOf(tx, context, card.personId))
    if (kind === 'Email' && verified)
      await enqueueMessage(tx, context, { channel: 'email', programId: letter.programId, to: address, content });
}
