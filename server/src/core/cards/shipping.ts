import { shipmentMoves, type ShipmentStatus, type ShippingMethod } from '@florin/contract/cards/card-states';
import { Shipping } from '@florin/contract/cards/shipping';
import * as v from 'valibot';
import type { Context } from '../../context.ts';
import type { Database } from '../../db/open.ts';
import { recordContext } from '../../ports/keys/keys.ts';
import { refuse, type Refused } from '../../http/call.ts';
import {
  closeCard,
  fulfillCard,
  recordCardAct,
  type CardChanger,
  type CardContext,
  type LockedCard,
} from './states.ts';

const Address = v.omit(Shipping, ['method']);

interface CardOfProgram {
  cardId: string;
  programId: string;
}

/** Name and address are sealed in their record, like the holder's details. */
const sealContext = ({ cardId, programId }: CardOfProgram) =>
  recordContext({ table: 'card_shipment', row: cardId, column: 'address_sealed', program: programId });

const deliveryDays: Record<ShippingMethod, number> = { STANDARD: 7, EXPEDITED: 4, EXPRESS: 2 };

/** The day by which a card sent now arrives, yyyy-mm-dd. */
const expectedOn = (now: Date, method: ShippingMethod): string =>
  new Date(now.getTime() + deliveryDays[method] * 86_400_000).toISOString().slice(0, 10);

/** Orders the shipment of a physical card. */
export async function orderShipment(
  tx: Database,
  { keys, clock }: Pick<Context, 'keys' | 'clock'>,
  card: CardOfProgram,
  { method, ...address }: Shipping,
): Promise<void> {
  const now = clock.now();
  await tx
    .insertInto('card_shipment')
    .values({
      card_id: card.cardId,
      status: 'PENDING',
      method,
      carrier: null,
      tracking_number: null,
      address_sealed: keys.seal(JSON.stringify(address), sealContext(card)),
      expected_on: expectedOn(now, method),
      updated_at: now,
    })
    .execute();
}

/** Where a card was sent; null for one without a shipment. */
export async function addressOfShipment(
  db: Database,
  { keys }: Pick<Context, 'keys'>,
  card: CardOfProgram,
): Promise<Shipping | null> {
  const row = await db
    .selectFrom('card_shipment')
    .select(['method', 'address_sealed'])
    .where('card_id', '=', card.cardId)
    .executeTakeFirst();
  if (!row) return null;
  const address = v.parse(Address, JSON.parse(keys.open(row.address_sealed, sealContext(card)).toString()));
  return { ...address, method: row.method };
}

const actOf = { SHIPPED: 'ship', DELIVERED: 'deliver', RETURNED: 'returnMail', FAILURE: 'returnMail' } as const;

interface Move {
  to: keyof typeof actOf;
  carrier?: string;
  trackingNumber?: string;
}

/**
 * Moves a card's shipment, as its producer or carrier reports. A shipped card waits for activation. A card that is
 * returned before its activation is closed as undeliverable.
 * @returns STEP_NOT_POSSIBLE for a virtual card, and for a shipment that cannot take this step
 */
export async function moveShipment(
  tx: Database,
  context: CardContext,
  card: LockedCard,
  by: CardChanger,
  { to, carrier, trackingNumber }: Move,
): Promise<LockedCard | Refused<'STEP_NOT_POSSIBLE' | 'CARD_STATE'>> {
  const shipment = await tx
    .selectFrom('card_shipment')
    .select('status')
    .where('card_id', '=', card.id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  const from = shipment?.status ?? unaddressed(card);
  if (from === null || !isPossible(from, to)) return refuse('STEP_NOT_POSSIBLE');
  await tx
    .updateTable('card_shipment')
    .set({
      status: to,
      updated_at: context.clock.now(),
      ...(carrier !== undefined && { carrier }),
      ...(trackingNumber !== undefined && { tracking_number: trackingNumber }),
    })
    .where('card_id', '=', card.id)
    .execute();
  const moved =
    to === 'SHIPPED' && card.status === 'PENDING_FULFILLMENT' ? await fulfillCard(tx, context, card, by) : card;
  if ('refused' in moved) return moved;
  await recordCardAct(tx, context, moved, by, { act: actOf[to], from: moved.status });
  const isBack = to === 'RETURNED' || to === 'FAILURE';
  if (!isBack || !['PENDING_FULFILLMENT', 'PENDING_ACTIVATION'].includes(moved.status)) return moved;
  return closeCard(tx, context, moved, by, { because: 'UNDELIVERABLE' });
}

/** The shipment of a physical card that was ordered without an address. Its producer knows the address. */
function unaddressed({ kind, status }: LockedCard): ShipmentStatus | null {
  if (kind === 'VIRTUAL') return null;
  if (status === 'PENDING_FULFILLMENT') return 'PENDING';
  return status === 'PENDING_ACTIVATION' ? 'SHIPPED' : null;
}

const isPossible = (from: ShipmentStatus, to: ShipmentStatus): boolean =>
  (shipmentMoves[from] as readonly ShipmentStatus[]).includes(to);
