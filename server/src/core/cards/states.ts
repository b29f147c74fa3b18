import type { CardAct } from '@florin/contract/cards/cards';
import {
  cardTransitions,
  freezeCauses,
  freezes,
  mayLift,
  mayTransition,
  replacements,
  type CardActor,
  type CardChannel,
  type CardStatus,
  type CardSubstatus,
  type FreezeCause,
} from '@florin/contract/cards/card-states';
import type { Shipping } from '@florin/contract/cards/shipping';
import type { Obstacle } from '@florin/contract/eligibility';
import type { Selectable } from 'kysely';
import type { Context } from '../../context.ts';
import { newId } from '../../db/ids.ts';
import type { Database } from '../../db/open.ts';
import type { Schema } from '../../db/schema.ts';
import { refuse, type Refused } from '../../http/call.ts';
import { notifyCardChange } from './notify-change.ts';
import { handOverWallet } from './wallet.ts';
import { instructProcessor } from '../processor/instruct.ts';
import { housekeeping, recordEvent, type EventSubject, type Origin } from '../audit/events.ts';

/** Who changes a card, for its timeline and the audit trail. */
export interface CardChanger {
  actor: CardActor;
  membershipId: string | null;
  channel: CardChannel;
  origin: Origin;
  subject: EventSubject;
}

/** Changes by the program's own jobs. */
export const bySystem: CardChanger = {
  actor: 'SYSTEM',
  membershipId: null,
  channel: 'SYSTEM',
  origin: housekeeping,
  subject: {},
};

export type LockedCard = Selectable<Schema['card']>;
/** What a change of a card needs. The act for its processor is written in the same transaction. */
export type CardContext = Pick<Context, 'clock' | 'keys' | 'cardProcessor'>;
type CardState = Refused<'CARD_STATE'>;

/**
 * A card, locked until the end of the transaction: every change of a card starts here, so that changes of one card happen
 * one after the other.
 * @param owner the business or the membership that the card has to belong to
 */
export const lockCard = (
  tx: Database,
  id: string,
  owner: { businessId: string } | { membershipId: string } | null,
): Promise<LockedCard | undefined> => {
  const card = tx.selectFrom('card').selectAll().where('id', '=', id).forNoKeyUpdate();
  if (owner === null) return card.executeTakeFirst();
  return 'businessId' in owner
    ? card.where('business_id', '=', owner.businessId).executeTakeFirst()
    : card.where('membership_id', '=', owner.membershipId).executeTakeFirst();
};

const obstacleOf: Record<CardStatus, Obstacle | null> = {
  PENDING_FULFILLMENT: 'CARD_NOT_PRODUCED',
  PENDING_ACTIVATION: 'CARD_NOT_ACTIVATED',
  OPEN: null,
  PAUSED: 'CARD_FROZEN',
  CLOSED: 'CARD_CLOSED',
};

/** Refuses an act that the card's state does not allow. */
export const refuseState = (card: Pick<LockedCard, 'status'>): CardState =>
  refuse('CARD_STATE', { Obstacle: obstacleOf[card.status] });

interface Done {
  act: CardAct;
  from: CardStatus | null;
  reason?: string | null;
  /** Where the new card is sent; the notification names it, masked. */
  sentTo?: Pick<Shipping, 'line1' | 'city'> | null;
  /** The change is part of another act, of which people are notified instead. */
  isPart?: boolean;
}

/** Records what happened to a card in its timeline and the audit trail, and notifies people. */
export async function recordCardAct(
  tx: Database,
  context: CardContext,
  card: LockedCard,
  by: CardChanger,
  { act, from, reason = null, sentTo = null, isPart = false }: Done,
): Promise<void> {
  const at = context.clock.now();
  await tx
    .insertInto('card_transition')
    .values({
      id: newId(at.getTime()),
      card_id: card.id,
      transition: act,
      from_status: from,
      to_status: card.status,
      substatus: card.substatus,
      actor_membership_id: by.membershipId,
      channel: by.channel,
      reason,
      at,
    })
    .execute();
  if (!isPart) await notifyCardChange(tx, context, card, by, act, sentTo);
  if (act === 'issue') return;
  const details = { card: card.id, act, status: card.status, substatus: card.substatus };
  const subject = { businessId: card.business_id, ...by.subject };
  await recordEvent(tx, context, by.origin, { type: 'card_changed', details, ...subject });
}

/** Writes the state of a card. Nothing else changes `card.status`. */
async function writeState(
  tx: Database,
  card: LockedCard,
  state: { status: CardStatus; substatus: CardSubstatus | null },
  dates: { activated_at?: Date; closed_at?: Date } = {},
): Promise<LockedCard> {
  await tx
    .updateTable('card')
    .set({ ...state, ...dates })
    .where('id', '=', card.id)
    .execute();
  return { ...card, ...state, ...dates };
}

const causesOf = async (tx: Database, cardId: string): Promise<FreezeCause[]> => {
  const rows = await tx.selectFrom('card_freeze').select('cause').where('card_id', '=', cardId).execute();
  const inForce = new Set(rows.map(({ cause }) => cause));
  return freezeCauses.filter((cause) => inForce.has(cause));
};

/** The state of a card with these freezes. A card that waits for activation is frozen once it is activated. */
const frozenState = (card: LockedCard, causes: readonly FreezeCause[]) =>
  card.status === 'OPEN' || card.status === 'PAUSED'
    ? stateWith(causes)
    : { status: card.status, substatus: card.substatus };

/** The state of a card in use with these freezes: the most serious one is its substatus. */
const stateWith = ([cause]: readonly FreezeCause[]) =>
  cause === undefined ? { status: 'OPEN' as const, substatus: null } : { status: 'PAUSED' as const, substatus: cause };

export interface NewFreeze {
  /** Only for the program's own freezes. The cause of a person's freeze follows from the person. */
  cause?: FreezeCause;
  reason?: string | null;
  until?: Date | null;
}

const causeOfPerson = { HOLDER: 'HOLDER_FREEZE', ADMIN: 'ADMIN_FREEZE', SYSTEM: 'INTERNAL_REVIEW' } as const;

/**
 * Freezes a card. Causes are independent, and the card can be used while none is in force.
 * @returns CARD_STATE if the card cannot be frozen, or is already frozen for that cause
 */
export async function freezeCard(
  tx: Database,
  context: CardContext,
  card: LockedCard,
  by: CardChanger,
  { cause = causeOfPerson[by.actor], reason = null, until = null }: NewFreeze,
): Promise<LockedCard | CardState> {
  if (!mayTransition('freeze', card.status, by.actor) || freezes[cause].by !== by.actor) return refuseState(card);
  const added = await tx
    .insertInto('card_freeze')
    .values({
      card_id: card.id,
      frozen_by: by.actor,
      cause,
      reason,
      actor_membership_id: by.membershipId,
      since: context.clock.now(),
      until,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('cause')
    .execute();
  if (added.length === 0) return refuseState(card);
  const frozen = await writeState(tx, card, frozenState(card, await causesOf(tx, card.id)));
  await recordCardAct(tx, context, frozen, by, { act: 'freeze', from: card.status, reason });
  if (card.status === 'OPEN') await instructProcessor(tx, context, card.id, { act: 'FREEZE' });
  return frozen;
}

/**
 * Lifts the freezes that the actor may lift. While another freeze is in force, the card stays frozen.
 * @param causes only these
 * @returns CARD_STATE if there is none to lift, with the freeze in force
 */
export async function unfreezeCard(
  tx: Database,
  context: CardContext,
  card: LockedCard,
  by: CardChanger,
  { reason = null, causes = freezeCauses }: { reason?: string | null; causes?: readonly FreezeCause[] } = {},
): Promise<LockedCard | CardState> {
  if (!mayTransition('unfreeze', card.status, by.actor)) return refuseState(card);
  const inForce = await causesOf(tx, card.id);
  const lifted = inForce.filter((cause) => causes.includes(cause) && mayLift(cause, by.actor));
  if (lifted.length === 0) return refuse('CARD_STATE', { Obstacle: inForce[0] ?? obstacleOf[card.status] });
  await tx.deleteFrom('card_freeze').where('card_id', '=', card.id).where('cause', 'in', lifted).execute();
  const state = frozenState(
    card,
    inForce.filter((cause) => !lifted.includes(cause)),
  );
  const unfrozen = await writeState(tx, card, state);
  await recordCardAct(tx, context, unfrozen, by, { act: 'unfreeze', from: card.status, reason });
  if (unfrozen.status === 'OPEN') await instructProcessor(tx, context, card.id, { act: 'UNFREEZE' });
  return unfrozen;
}

/** Lifts the freezes whose end has passed, whatever their cause. Does nothing if there is none. */
export async function liftDueFreezes(tx: Database, context: CardContext, card: LockedCard): Promise<void> {
  if (!mayTransition('unfreeze', card.status, 'SYSTEM')) return;
  const lifted = await tx
    .deleteFrom('card_freeze')
    .where('card_id', '=', card.id)
    .where('until', '<=', context.clock.now())
    .returning('cause')
    .execute();
  if (lifted.length === 0) return;
  const unfrozen = await writeState(tx, card, frozenState(card, await causesOf(tx, card.id)));
  await recordCardAct(tx, context, unfrozen, bySystem, { act: 'unfreeze', from: card.status });
  if (unfrozen.status === 'OPEN') await instructProcessor(tx, context, card.id, { act: 'UNFREEZE' });
}

/**
 * Closes a card for ever. Its number stops working, its holds still settle.
 * @returns CARD_STATE if it is closed already
 */
export async function closeCard(
  tx: Database,
  context: CardContext,
  card: LockedCard,
  by: CardChanger,
  { because, reason = null, isPart = false }: { because: CardSubstatus; reason?: string | null; isPart?: boolean },
): Promise<LockedCard | CardState> {
  if (!mayTransition('close', card.status, by.actor)) return refuseState(card);
  const at = context.clock.now();
  const closed = await writeState(tx, card, { status: 'CLOSED', substatus: because }, { closed_at: at });
  // A freeze made after the replacement was ordered applies to the replacement, too, so that closing the old card does
  // not get around it.
  const next = await tx
    .selectFrom('card')
    .select('id')
    .where('replaces_id', '=', card.id)
    .where('status', '<>', 'CLOSED')
    .executeTakeFirst();
  if (next) await copyFreezes(tx, card.id, next.id);
  await tx.deleteFrom('card_freeze').where('card_id', '=', card.id).execute();
  await tx
    .updateTable('card_shipment')
    .set({ status: 'CANCELED', updated_at: at })
    .where('card_id', '=', card.id)
    .where('status', '=', 'PENDING')
    .execute();
  await recordCardAct(tx, context, closed, by, { act: 'close', from: card.status, reason, isPart });
  const isGone = because === 'LOST' || because === 'STOLEN';
  await instructProcessor(tx, context, card.id, { act: 'CLOSE', reason: isGone ? because : 'CANCELED' });
  return closed;
}

/**
 * Activates a card, takes over the wallet of the card that it replaces, and closes that card. Its freezes are kept,
 * except the holder's, so that no replacement gets around them.
 * @returns CARD_STATE if it does not wait for activation
 */
export async function activateCard(
  tx: Database,
  context: CardContext,
  card: LockedCard,
  by: CardChanger,
  { isPart = false }: { isPart?: boolean } = {},
): Promise<LockedCard | CardState> {
  if (!mayTransition('activate', card.status, by.actor)) return refuseState(card);
  const before = card.replaces_id === null ? undefined : await lockCard(tx, card.replaces_id, null);
  if (before) {
    await copyFreezes(tx, before.id, card.id);
    await handOverWallet(tx, before.id, card.id);
  }
  const at = context.clock.now();
  const active = await writeState(tx, card, stateWith(await causesOf(tx, card.id)), { activated_at: at });
  await tx
    .updateTable('card_shipment')
    .set({ status: 'DELIVERED', updated_at: at })
    .where('card_id', '=', card.id)
    .where('status', 'in', ['PENDING', 'SHIPPED'])
    .execute();
  await recordCardAct(tx, context, active, by, { act: 'activate', from: card.status, isPart });
  await instructProcessor(tx, context, card.id, { act: 'ACTIVATE' });
  if (active.status === 'PAUSED') await instructProcessor(tx, context, card.id, { act: 'FREEZE' });
  if (before && before.status !== 'CLOSED' && card.replaces_for !== null)
    await closeCard(tx, context, before, bySystem, {
      because: replacements[card.replaces_for].substatus,
      isPart: true,
    });
  return active;
}

/** Freezes that a holder cannot lift stay with the chain. */
export async function copyFreezes(tx: Database, fromCardId: string, toCardId: string): Promise<void> {
  await tx
    .insertInto('card_freeze')
    .columns(['card_id', 'frozen_by', 'cause', 'reason', 'actor_membership_id', 'since', 'until'])
    .expression((eb) =>
      eb
        .selectFrom('card_freeze')
        .select((of) => [
          of.val(toCardId).$castTo<string>().as('card_id'),
          'frozen_by',
          'cause',
          'reason',
          'actor_membership_id',
          'since',
          'until',
        ])
        .where('card_id', '=', fromCardId)
        .where('frozen_by', '<>', 'HOLDER'),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * The card was produced and handed to the carrier, and waits for activation.
 * @returns CARD_STATE if it was produced before
 */
export async function fulfillCard(
  tx: Database,
  context: CardContext,
  card: LockedCard,
  by: CardChanger,
): Promise<LockedCard | CardState> {
  if (!mayTransition('fulfill', card.status, by.actor)) return refuseState(card);
  const fulfilled = await writeState(tx, card, { status: cardTransitions.fulfill.to, substatus: 'NOT_ACTIVE' });
  await recordCardAct(tx, context, fulfilled, by, { act: 'fulfill', from: card.status });
  return fulfilled;
}
