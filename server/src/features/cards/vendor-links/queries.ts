import { eligibleStatuses } from '../../../core/cards/eligible-statuses.ts';
import type { VendorLink } from '@florin/contract/cards/vendor-links';
import { money } from '@florin/contract/money';
import { sql } from 'kysely';
import type { Context } from '../../../context.ts';
import type { Database } from '../../../db/open.ts';
import { nameOf } from '../../../core/cards/vault/reveal.ts';
import { linkStatus } from './rules.ts';
import { vendorEmailOf } from '../../../core/cards/vendor-email.ts';

const links = (db: Database) =>
  db
    .selectFrom('vendor_link')
    .innerJoin('business', 'business.id', 'vendor_link.business_id')
    .innerJoin('card', 'card.id', 'vendor_link.card_id')
    .leftJoin('card_holder', 'card_holder.card_id', 'card.id')
    .leftJoin('membership as holding', 'holding.id', 'card.membership_id')
    .leftJoin('person as holder', 'holder.id', 'holding.person_id')
    .innerJoin('membership as sending', 'sending.id', 'vendor_link.sent_by')
    .innerJoin('person as sender', 'sender.id', 'sending.person_id')
    .select([
      'vendor_link.id',
      'vendor_link.business_id as businessId',
      'business.program_id as programId',
      'vendor_link.card_id as cardId',
      'card.last_four as cardLast4',
      'card.closes_on_capture as hasOwnCard',
      'card_holder.name_on_card as embossed',
      'holder.first_name as firstName',
      'holder.last_name as lastName',
      'vendor_link.email_sealed as emailSealed',
      'vendor_link.invoice',
      'vendor_link.amount_cents as amountCents',
      'vendor_link.note',
      'vendor_link.process_before as processBefore',
      'vendor_link.created_at as sentAt',
      'vendor_link.expires_at as expiresAt',
      'vendor_link.opened_at as openedAt',
      'vendor_link.used_at as usedAt',
      'vendor_link.revoked_at as revokedAt',
      sql<string>`sender.first_name || ' ' || sender.last_name`.as('sentBy'),
    ])
    .orderBy('vendor_link.created_at', 'desc')
    .orderBy('vendor_link.id', 'desc');

export type LinkRow = Awaited<ReturnType<ReturnType<typeof links>['executeTakeFirstOrThrow']>>;

/** The number of ended links that an administrator can browse; older ones stay in the audit trail. */
const overListedAtMost = 200;

/**
 * The newest links, newest first, and every older one that still works, so that each can be revoked; quotas limit their
 * number.
 */
export const linksOfBusiness = (db: Database, businessId: string, now: Date): Promise<LinkRow[]> =>
  links(db)
    .where('vendor_link.business_id', '=', businessId)
    .where((eb) =>
      eb.or([
        eb.and([
          eb('vendor_link.used_at', 'is', null),
          eb('vendor_link.revoked_at', 'is', null),
          eb.or([
            eb('vendor_link.token_expires_at', '>', now),
            eb.and([eb('vendor_link.opened_at', 'is', null), eb('vendor_link.expires_at', '>', now)]),
          ]),
        ]),
        eb(
          'vendor_link.id',
          'in',
          eb
            .selectFrom('vendor_link as newest')
            .select('newest.id')
            .where('newest.business_id', '=', businessId)
            .orderBy('newest.created_at', 'desc')
            .orderBy('newest.id', 'desc')
            .limit(overListedAtMost),
        ),
      ]),
    )
    .execute();

export const linkById = (db: Database, id: string): Promise<LinkRow> =>
  links(db).where('vendor_link.id', '=', id).executeTakeFirstOrThrow();

const usable = eligibleStatuses('vendor-link.use');

/** Whether business, card, and the memberships of sender and holder allow a link to be used now. */
export const isUsable = sql<boolean>`exists (
  select from business
  join card on card.id = vendor_link.card_id
  join membership sending on sending.id = vendor_link.sent_by
  left join membership holding on holding.id = card.membership_id
  where business.id = vendor_link.business_id
    and ${usable.business('business.status')} and ${usable.card('card.status')} and ${usable.membership('sending.status')}
    and (holding.id is null or ${usable.membership('holding.status')}))`;

/** A link of the administrator's own business, locked; links of others are not found. */
export const lockLink = (tx: Database, id: string, businessId: string): Promise<LinkRow | undefined> =>
  links(tx)
    .where('vendor_link.id', '=', id)
    .where('vendor_link.business_id', '=', businessId)
    .forNoKeyUpdate('vendor_link')
    .executeTakeFirst();

/** A link as administrators see it. */
export function linkOf(context: Pick<Context, 'keys' | 'clock'>, row: LinkRow): VendorLink {
  return {
    id: row.id,
    email: vendorEmailOf(context, row),
    nameOnCard: nameOf(row),
    cardLast4: row.cardLast4,
    hasOwnCard: row.hasOwnCard,
    invoice: row.invoice,
    amount: row.amountCents === null ? null : money(row.amountCents, 'USD'),
    processBefore: row.processBefore,
    status: linkStatus(row, context.clock.now()),
    sentBy: row.sentBy,
    sentAt: row.sentAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    openedAt: row.openedAt?.toISOString() ?? null,
    usedAt: row.usedAt?.toISOString() ?? null,
    revokedAt: row.revokedAt?.toISOString() ?? null,
  };
}
