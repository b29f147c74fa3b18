import { DAY, renewalDays } from '@florin/contract/limits';
import { sql, type RawBuilder } from 'kysely';
import type { Context } from '../../context.ts';
import type { Database } from '../../db/open.ts';
import { inTransaction } from '../../db/transaction.ts';
import { eligibleStatuses } from './eligible-statuses.ts';
import { afterSeconds } from '../time.ts';
import { replaceCard } from './order.ts';
import { moveShipment } from './shipping.ts';
import {
  activateCard,
  bySystem,
  closeCard,
  liftDueFreezes,
  lockCard,
  type CardContext,
  type LockedCard,
} from './states.ts';

/** The maximum for one run of a job, so that no run takes long. The next run continues. */
const cardsPerRun = 500;

/**
 * Runs an act on each card that a condition on `card` finds, each in its own transaction. The condition is checked
 * again once the card is locked, so that two processes do not repeat an act.
 */
async function forEachCard(
  { db }: Pick<Context, 'db'>,
  condition: RawBuilder<boolean>,
  act: (tx: Database, card: LockedCard) => Promise<unknown>,
): Promise<void> {
  const due = await db.selectFrom('card').select('id').where(condition).limit(cardsPerRun).execute();
  for (const { id } of due)
    await inTransaction(db, async (tx) => {
      const card = await lockCard(tx, id, null);
      const isDue = await tx.selectFrom('card').select('id').where('id', '=', id).where(condition).executeTakeFirst();
      if (card && isDue) await act(tx, card);
    });
}

type Timed = CardContext & Pick<Context, 'db'>;

/** Lifts the freezes that end by now. */
export const liftFreezes = (context: Timed): Promise<void> =>
  forEachCard(
    context,
    sql`exists (select from card_freeze where card_freeze.card_id = card.id
      and card_freeze.until <= ${context.clock.now()}) and card.status = 'PAUSED'`,
    (tx, card) => liftDueFreezes(tx, context, card),
  );

/** The calendar day of the card's business, for conditions on `card`. */
const today = ({ clock }: Timed) => sql`(
  select (${clock.now()}::timestamptz at time zone business.time_zone)::date from business
  where business.id = card.business_id)`;

const isReplaced = sql`exists (select from card next where next.replaces_id = card.id and next.status <> 'CLOSED')`;
const renews = eligibleStatuses('card.issue');

/** Renews the cards that end within 30 days, if their holder can still use a new card. */
export const renewCards = (context: Timed): Promise<void> =>
  forEachCard(
    context,
    sql`card.status in ('OPEN', 'PAUSED')
      and card.expires_on between ${today(context)} and ${today(context)} + ${renewalDays}::int
      and not ${isReplaced} and not card.closes_on_capture
      and (card.valid_until is null or card.valid_until > card.expires_on)
      and (card.uses_at_most is null or card.uses < card.uses_at_most)
      and exists (select from membership join business on business.id = membership.business_id
        where membership.id = card.membership_id and ${renews.membership('membership.status')}
          and ${renews.business('business.status')})`,
    (tx, card) => replaceCard(tx, context, card, bySystem, { reason: 'EXPIRING' }),
  );

/**
 * Closes the cards whose last day or last moment has passed. The renewal of a virtual card then takes over, if its
 * holder has not activated it before.
 */
export const closeExpiredCards = (context: Timed): Promise<void> =>
  forEachCard(
    context,
    sql`card.status <> 'CLOSED' and (card.expires_on < ${today(context)} or card.valid_until <= ${context.clock.now()})`,
    async (tx, card) => {
      const renewal = await tx
        .selectFrom('card')
        .selectAll()
        .where('replaces_id', '=', card.id)
        .where('kind', '=', 'VIRTUAL')
        .where('status', '=', 'PENDING_ACTIVATION')
        .forNoKeyUpdate()
        .executeTakeFirst();
      if (renewal) return activateCard(tx, context, renewal, bySystem);
      return closeCard(tx, context, card, bySystem, { because: 'EXPIRED' });
    },
  );

/** How long the simulated producer and carrier take for each step. */
const demoStepSeconds = DAY;

/** Produces and ships the physical cards of a demo, one step a day, unless a person does it with the simulator. */
export async function shipDemoCards(context: Timed): Promise<void> {
  const before = afterSeconds(context.clock.now(), -demoStepSeconds);
  const move = (to: 'SHIPPED' | 'DELIVERED') => (tx: Database, card: LockedCard) =>
    moveShipment(tx, context, card, { ...bySystem, channel: 'PROCESSOR' }, { to });
  await forEachCard(
    context,
    sql`card.kind = 'PHYSICAL' and card.status = 'PENDING_FULFILLMENT' and card.issued_at <= ${before}`,
    move('SHIPPED'),
  );
  await forEachCard(
    context,
    sql`card.status = 'PENDING_ACTIVATION' and exists (select from card_shipment where card_shipment.card_id = card.id
      and card_shipment.status = 'SHIPPED' and card_shipment.updated_at <= ${before})`,
    move('DELIVERED'),
  );
}

/**
 * Closes a card that ends with its capture or its last use: a vendor link's own card, and a card whose uses are used
 * up. Called in the transaction of the clearing; open holds still settle.
 */
export async function closeAfterCapture(tx: Database, context: CardContext, cardId: string): Promise<void> {
  const ending = await tx
    .selectFrom('card')
    .select('id')
    .where('id', '=', cardId)
    .where('status', '<>', 'CLOSED')
    .where(sql<boolean>`(card.closes_on_capture or card.uses >= card.uses_at_most)`)
    .executeTakeFirst();
  const card = ending && (await lockCard(tx, cardId, null));
  if (card) await closeCard(tx, context, card, bySystem, { because: 'USED_UP' });
}
