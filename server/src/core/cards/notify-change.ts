import type { CardAct } from '@florin/contract/cards/cards';
import type { Shipping } from '@florin/contract/cards/shipping';
import type { Context } from '../../context.ts';
import type { Database } from '../../db/open.ts';
import { notifyOf, type Notification } from '../notifications/notify.ts';
import { maskStreet } from '../people/masks.ts';
import type { CardChanger, LockedCard } from './states.ts';

type Change = Extract<Notification, { kind: 'CARD_CHANGE' }>['change'];

/** The acts of which people are notified. */
const changes: Partial<Record<CardAct, Change>> = {
  issue: 'ISSUED',
  ship: 'SHIPPED',
  activate: 'ACTIVATED',
  freeze: 'FROZEN',
  unfreeze: 'UNFROZEN',
  replace: 'REPLACED',
  close: 'CLOSED',
  setPin: 'PIN_CHANGED',
};

/** Holders are also notified of these acts of their own, because another person may have acted in their name. */
const ownActs: ReadonlySet<CardAct> = new Set(['replace', 'close', 'setPin']);

/**
 * Notifies the holder of a card of what others did with it, and the administrators of its business of what other people
 * did, as each has chosen.
 */
export async function notifyCardChange(
  tx: Database,
  context: Pick<Context, 'clock'>,
  card: Pick<LockedCard, 'business_id' | 'membership_id' | 'last_four' | 'status'>,
  by: CardChanger,
  act: CardAct,
  sentTo?: Pick<Shipping, 'line1' | 'city'> | null,
): Promise<void> {
  const change = changes[act];
  // Another freeze is in force, so the card cannot be used yet.
  if (change === undefined || (change === 'UNFROZEN' && card.status !== 'OPEN')) return;
  const isOwnAct = by.actor === 'HOLDER' && by.membershipId === card.membership_id;
  const to: Notification['to'][] = [];
  if (card.membership_id !== null && (!isOwnAct || ownActs.has(act))) to.push({ membershipId: card.membership_id });
  if (by.actor !== 'ADMIN') to.push({ administratorsOf: card.business_id });
  if (to.length === 0) return;
  const facts = {
    kind: 'CARD_CHANGE' as const,
    last4: card.last_four,
    change,
    by: await nameOf(tx, by),
    ...(sentTo && { sentTo: maskStreet(sentTo) }),
  };
  await notifyOf(
    tx,
    context,
    to.map((recipient) => ({ ...facts, to: recipient })),
  );
}

async function nameOf(tx: Database, { membershipId }: CardChanger): Promise<string | null> {
  if (membershipId === null) return null;
  const person = await tx
    .selectFrom('membership')
    .innerJoin('person', 'person.id', 'membership.person_id')
    .select(['first_name', 'last_name'])
    .where('membership.id', '=', membershipId)
    .executeTakeFirst();
  return person ? `${person.first_name} ${person.last_name}` : null;
}
