import { sql } from 'kysely';
import type { Database } from '../../../db/open.ts';
import { refuse, type Handler } from '../../../http/call.ts';
import { visitorOf, type Visitor } from '../../../identity/registrations/visitor.ts';
import { contactsToAsk } from './answer.ts';

/** GET finished: the name and the contacts, for as long as the registration would have lasted (decision 026). */
export const finishedRegistration: Handler<'finishedRegistration'> = async ({ context, client }) => {
  const found = await finishedInBrowser(context.db, await visitorOf(context, client), context.clock.now());
  if (!found) return refuse('REGISTRATION_EXPIRED');
  const { firstName, ...of } = found;
  return { status: 200, body: { firstName, ...(await contactsToAsk(context.db, context, of)) } };
};

/** A registration that this browser has finished, unless another person than its own is signed in there. */
async function finishedInBrowser(db: Database, { browserHash, personId }: Visitor, now: Date) {
  if (!browserHash) return undefined;
  const found = await db
    .selectFrom('registration')
    .leftJoin('card', 'card.id', 'registration.card_id')
    .leftJoin('invite', 'invite.id', 'registration.invite_id')
    .innerJoin('membership', (join) =>
      join.on('membership.id', '=', sql`coalesce(card.membership_id, invite.accepted_by)`),
    )
    .innerJoin('business', 'business.id', 'membership.business_id')
    .innerJoin('person', 'person.id', 'membership.person_id')
    .select([
      'person.first_name as firstName',
      'person.id as personId',
      'business.id as businessId',
      'business.program_id as programId',
    ])
    .where('registration.browser_hash', '=', browserHash)
    .where('registration.step', '=', 'OVER')
    .where('registration.expires_at', '>', now)
    .whereRef('registration.person_id', '=', 'person.id')
    .executeTakeFirst();
  return found && (personId === null || personId === found.personId) ? found : undefined;
}
