import type { Database } from '../../../db/open.ts';

/** Every account of a person with what user info says of it, in the person's own order. One round trip. */
export function accountsOfPerson(db: Database, personId: string) {
  return db
    .selectFrom('account')
    .innerJoin('person', 'person.id', 'account.person_id')
    .innerJoin('business', 'business.id', 'account.business_id')
    .innerJoin('program', 'program.id', 'person.program_id')
    .leftJoin('card', 'card.account_id', 'account.id')
    .select([
      'account.id',
      'account.role',
      'account.status',
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
    ])
    .where('account.person_id', '=', personId)
    .orderBy('account.position')
    .orderBy('account.id')
    .execute();
}

export type AccountOfPerson = Awaited<ReturnType<typeof accountsOfPerson>>[number];
