import { sql } from 'kysely';
import type { Database } from '../../../db/open.ts';
import { currentCardId } from '../../../core/cards/current-card.ts';

/** Every account of a person with its data for user info, in the person's own order. One round trip. */
export function accountsOfPerson(db: Database, personId: string) {
  return db
    .selectFrom('membership')
    .innerJoin('person', 'person.id', 'membership.person_id')
    .innerJoin('business', 'business.id', 'membership.business_id')
    .innerJoin('program', 'program.id', 'person.program_id')
    .leftJoin('card', (join) => join.on('card.id', '=', currentCardId(sql.ref('membership.id'))))
    .select([
      'membership.id',
      'membership.role',
      'membership.status',
      'membership.preset',
      'membership.flags_granted as granted',
      'membership.flags_withheld as withheld',
      'person.first_name',
      'person.last_name',
      'person.username',
      'program.slug as program_slug',
      'card.last_four',
      'business.name as business_name',
      'business.status as business_status',
      'business.bank_id',
      'business.program_type',
      'business.payment_network',
      'business.funding_source',
      'business.suspension_mode',
      'business.operational',
      'business.credit_replenishment_delay_days',
      'business.allow_admin_view_card_usage',
      'business.use_business_balance_for_auths',
      'business.features',
      'business.time_zone',
    ])
    .where('membership.person_id', '=', personId)
    .orderBy('membership.position')
    .orderBy('membership.id')
    .execute();
}

export type AccountOfPerson = Awaited<ReturnType<typeof accountsOfPerson>>[number];
