import { MINUTE } from '@florin/contract/limits';
import type { SimulatedKind } from '@florin/contract/cards/simulator';
import type { Context } from '../../../context.ts';
import { engineIntake } from '../../../core/processor-intake/intake.ts';
import { afterSeconds } from '../../../core/time.ts';
import { newId } from '../../../db/ids.ts';
import { merchantById } from '../../../ports/card-processor/simulator/merchants.ts';
import { act, buy } from './network.ts';
import { findPurchase } from './queries.ts';

/** A person counts as active for this long after their last call. */
const watchedSeconds = 15 * MINUTE;
/** Purchases are settled after about a day. */
const settledAfterSeconds = 20 * 60 * MINUTE;
/** The job runs every minute; a purchase comes every one to three. */
const share = 0.5;
/** What cards have bought lately is what they buy. */
const lately = 40;

/**
 * Lets a purchase arrive now and then in a business with an active person, with one of its cards at a merchant that
 * the card knows, and settles one of yesterday, both by what the simulator's calls do.
 * @param random from 0 to 1
 * @returns the purchase, if there was one
 */
export async function buySomething(context: Context, random: () => number = Math.random): Promise<string | null> {
  if (random() >= share) return null;
  const { db, clock } = context;
  const now = clock.now();
  const watched = await db
    .selectFrom('session')
    .innerJoin('membership', 'membership.id', 'session.membership_id')
    .select('membership.business_id as businessId')
    .distinct()
    .where('last_activity_at', '>', afterSeconds(now, -watchedSeconds))
    .where('ended_at', 'is', null)
    .orderBy('membership.business_id')
    .execute();
  const businessId = watched[Math.floor(random() * watched.length)]?.businessId;
  if (businessId === undefined) return null;
  const known = await db
    .selectFrom('card_transaction as t')
    .innerJoin('card', 'card.id', 't.card_id')
    .select(['t.card_id as cardId', 't.merchant_id as merchantId'])
    .where('t.business_id', '=', businessId)
    .where('t.status', '<>', 'DECLINED')
    .where('card.status', '=', 'OPEN')
    .orderBy('t.at', 'desc')
    .limit(lately)
    .execute();
  const habit = known[Math.floor(random() * known.length)];
  const merchant = habit && merchantById(habit.merchantId);
  if (!merchant) return null;
  const network = { context, intake: engineIntake };
  const id = newId(now.getTime());
  await buy(network, {
    id,
    businessId,
    cardId: habit.cardId,
    merchantId: merchant.id,
    kind: onceOf(merchant.kinds),
    amount: Math.max(100, Math.round(merchant.usualAmount * (0.6 + 0.7 * random()))),
    partialOk: false,
  });
  await settleOne(context, businessId, now);
  return id;
}

/** A purchase, not the beginning of a subscription. */
const onceOf = (kinds: readonly SimulatedKind[]): SimulatedKind =>
  kinds.find((kind) => kind !== 'SUBSCRIPTION') ?? 'PLAIN';

async function settleOne(context: Context, businessId: string, now: Date): Promise<void> {
  const row = await context.db
    .selectFrom('simulator_purchase')
    .select('id')
    .where('business_id', '=', businessId)
    .where('status', '=', 'OPEN')
    .where('created_at', '<', afterSeconds(now, -settledAfterSeconds))
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  const purchase = row && (await findPurchase(context.db, row.id));
  if (purchase) await act({ context, intake: engineIntake }, purchase, 'CAPTURE', undefined);
}
