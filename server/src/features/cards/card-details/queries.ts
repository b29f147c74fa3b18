import { cardDetails } from '@florin/contract/limits';
import { sql } from 'kysely';
import type { Database } from '../../../db/open.ts';
import { currentCardId } from '../../../core/cards/current-card.ts';
import { namedCards } from '../../../core/cards/vault/reveal.ts';

/** A card of a membership, without an id the current one; undefined for memberships without it. */
export const cardOfMembership = (db: Database, membershipId: string, cardId?: string) =>
  namedCards(db)
    .where('card.membership_id', '=', membershipId)
    .where('card.id', '=', cardId ?? currentCardId(membershipId))
    .executeTakeFirst();

/** The newest views of a card's details, by its holder and by vendors. */
export const viewsOfCard = (db: Database, cardId: string) =>
  db
    .selectFrom('audit_event')
    .leftJoin('vendor_link', (join) =>
      join.on('vendor_link.id', '=', sql<string>`(audit_event.details ->> 'link')::uuid`),
    )
    .leftJoin('business', 'business.id', 'vendor_link.business_id')
    .leftJoin('membership', 'membership.id', 'vendor_link.sent_by')
    .leftJoin('person', 'person.id', 'membership.person_id')
    .select([
      'audit_event.id',
      'audit_event.at',
      'vendor_link.id as linkId',
      'vendor_link.email_sealed as emailSealed',
      'business.program_id as programId',
      sql<string | null>`person.first_name || ' ' || person.last_name`.as('sentBy'),
    ])
    .where('audit_event.type', 'in', ['card_details_viewed', 'vendor_link_used'])
    .where(sql`audit_event.details ->> 'card'`, '=', cardId)
    .orderBy('audit_event.sequence', 'desc')
    .limit(cardDetails.viewsListed)
    .execute();
