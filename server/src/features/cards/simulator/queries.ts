import { SimulatorFault, type SimulatedKind } from '@florin/contract/cards/simulator';
import type { Role } from '@florin/contract/access/session';
import { sql } from 'kysely';
import * as v from 'valibot';
import type { Database } from '../../../db/open.ts';
import type { SimulatedRequest } from '../../../db/processor-schema.ts';
import type { Presence } from '@florin/contract/cards/transaction-states';
import { inMerchantCurrency } from '../../../ports/card-processor/simulator/merchants.ts';

const Faults = v.array(SimulatorFault);

export async function readFaults(db: Database): Promise<SimulatorFault[]> {
  const { faults } = await db.selectFrom('simulator_state').select('faults').executeTakeFirstOrThrow();
  return v.parse(Faults, faults);
}

export async function writeFaults(db: Database, faults: readonly SimulatorFault[]): Promise<void> {
  await db
    .updateTable('simulator_state')
    .set({ faults: [...new Set(faults)] })
    .execute();
}

/** Whose cards and purchases a person may play with. */
export interface Player {
  businessId: string;
  membershipId: string;
  role: Role;
}

/** The cards of the business for an administrator, their own for a cardholder. */
const isPlayable = ({ businessId, membershipId, role }: Player) =>
  role === 'ADMIN'
    ? sql<boolean>`card.business_id = ${businessId}`
    : sql<boolean>`card.membership_id = ${membershipId}`;

const isPlayersPurchase = (player: Player) =>
  player.role === 'ADMIN' ? sql<boolean>`p.business_id = ${player.businessId}` : isPlayable(player);

/** A purchase; amounts in cents, but for `asked`. */
export interface PurchaseRow {
  id: string;
  businessId: string;
  cardId: string;
  last4: string;
  holder: string | null;
  merchantId: string;
  merchantCurrency: string;
  kind: SimulatedKind;
  presence: Presence;
  requested: number;
  /** The same in minor units of the merchant's currency; null for a purchase from before it was kept. */
  asked: number | null;
  held: number;
  captured: number;
  refunded: number;
  status: 'DECLINED' | 'OPEN' | 'SETTLED' | 'VOIDED' | 'EXPIRED' | 'NO_ANSWER';
  declineCode: string | null;
  holdUntil: Date | null;
  renewsAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
  /** Whether the network has acted on it; false after a crash in between. */
  isBegun: boolean;
  /** The request whose answer the network has not acted on. */
  asking: SimulatedRequest | null;
}

const holderName = sql<string | null>`nullif(trim(coalesce(person.first_name, card_holder.first_name, '') || ' ' ||
  coalesce(person.last_name, card_holder.last_name, '')), '')`;

const namedCards = (db: Database) =>
  db
    .selectFrom('card')
    .leftJoin('card_holder', 'card_holder.card_id', 'card.id')
    .leftJoin('membership', 'membership.id', 'card.membership_id')
    .leftJoin('person', 'person.id', 'membership.person_id');

/** The product has released the hold by itself. */
const isExpired = sql<boolean>`(p.status = 'OPEN' and product.status = 'EXPIRED')`;

const purchases = (db: Database) =>
  namedCards(db)
    .innerJoin('simulator_purchase as p', 'p.card_id', 'card.id')
    // Null before anything of the purchase has reached the product.
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('card_event')
          .innerJoin('card_transaction', 'card_transaction.id', 'card_event.transaction_id')
          .select(['card_transaction.status', 'card_transaction.hold_until as holdUntil'])
          .where(sql<boolean>`card_event.reference = p.id::text`)
          .limit(1)
          .as('product'),
      (join) => join.onTrue(),
    )
    .select([
      'p.id',
      'p.business_id as businessId',
      'p.card_id as cardId',
      'card.last_four as last4',
      holderName.as('holder'),
      'p.merchant_id as merchantId',
      'p.merchant_currency as merchantCurrency',
      'p.kind',
      'p.presence',
      sql<number>`p.requested::float8`.as('requested'),
      sql<number | null>`p.asked::float8`.as('asked'),
      sql<number>`case when ${isExpired} then 0 else p.held end::float8`.as('held'),
      sql<number>`p.captured::float8`.as('captured'),
      sql<number>`p.refunded::float8`.as('refunded'),
      sql<PurchaseRow['status']>`case when ${isExpired} then case when p.captured > 0 then 'SETTLED' else 'EXPIRED' end
        else p.status end`.as('status'),
      'p.decline_code as declineCode',
      'product.holdUntil',
      'p.renews_at as renewsAt',
      'p.created_at as createdAt',
      'p.updated_at as updatedAt',
      'p.begun as isBegun',
      'p.asking',
    ]);

/** What the merchant asked for, in minor units of its currency. */
export const askedOf = ({ asked, requested, merchantCurrency }: PurchaseRow): number =>
  asked ?? inMerchantCurrency(requested, merchantCurrency);

export const findPurchase = (db: Database, id: string): Promise<PurchaseRow | undefined> =>
  purchases(db).where('p.id', '=', id).executeTakeFirst();

export const findPlayersPurchase = (db: Database, player: Player, id: string): Promise<PurchaseRow | undefined> =>
  purchases(db).where('p.id', '=', id).where(isPlayable(player)).executeTakeFirst();

const listedAtMost = 50;

export const playersPurchases = (db: Database, player: Player): Promise<PurchaseRow[]> =>
  purchases(db)
    .where(isPlayersPurchase(player))
    .orderBy('p.updated_at', 'desc')
    .orderBy('p.id', 'desc')
    .limit(listedAtMost)
    .execute();

const cardsAtMost = 500;

/** Cards in use first, then the newest. */
export const playersCards = (db: Database, player: Player) =>
  namedCards(db)
    .leftJoin('card_shipment', 'card_shipment.card_id', 'card.id')
    .select([
      'card.id',
      'card.business_id as businessId',
      'card.last_four as last4',
      'card.name',
      holderName.as('holder'),
      'card.status',
      'card_shipment.status as shipment',
    ])
    .where(isPlayable(player))
    .orderBy(sql`card.status = 'CLOSED'`)
    .orderBy('card.id', 'desc')
    .limit(cardsAtMost)
    .execute();

export const findPlayersCard = (db: Database, player: Player, id: string) =>
  db
    .selectFrom('card')
    .select(['card.id', 'card.business_id as businessId'])
    .where('card.id', '=', id)
    .where(isPlayable(player))
    .executeTakeFirst();

export const loggedAtMost = 100;

export const playersLog = (db: Database, player: Player) =>
  db
    .selectFrom('simulator_message as m')
    .innerJoin('simulator_purchase as p', 'p.id', 'm.purchase_id')
    .innerJoin('card', 'card.id', 'p.card_id')
    .select([
      'm.id',
      'm.at',
      'm.type',
      'p.merchant_id as merchantId',
      sql<number>`m.amount::float8`.as('amount'),
      'm.answer',
      'm.milliseconds',
    ])
    .where(isPlayersPurchase(player))
    .orderBy('m.at', 'desc')
    .orderBy('m.id', 'desc')
    .limit(loggedAtMost)
    .execute();

/** When the next hold on a card of the player's is released by itself. */
export async function nextRelease(db: Database, player: Player, now: Date): Promise<Date | null> {
  const row = await db
    .selectFrom('card_transaction')
    .innerJoin('card', 'card.id', 'card_transaction.card_id')
    .select((eb) => eb.fn.min('card_transaction.hold_until').as('at'))
    .where('card_transaction.status', '=', 'PENDING')
    .where('card_transaction.hold_until', '>', now)
    .where(isPlayable(player))
    .executeTakeFirst();
  return row?.at ?? null;
}
