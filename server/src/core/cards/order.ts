import { isEligible } from '@florin/contract/eligibility';
import {
  mayReplace,
  mayTransition,
  replacements,
  type CardKind,
  type ReplaceReason,
} from '@florin/contract/cards/card-states';
import { startingLimitName, type StartingLimit } from '@florin/contract/cards/cards/issue';
import type { Shipping } from '@florin/contract/cards/shipping';
import type { FieldProblem } from '@florin/contract/errors';
import type { Database } from '../../db/open.ts';
import { refuse, type Refused } from '../../http/call.ts';
import { limitCard } from '../policies/card-limit.ts';
import { setGroupsOfChain } from './groups.ts';
import { nameOnCard, readHolder, saveHolder } from './holder.ts';
import { cardsLeft, columnsOf, issueCard, type CardControls, type CardDescription } from './issue.ts';
import { produceCard } from './produce.ts';
import { addressOfShipment } from './shipping.ts';
import {
  activateCard,
  closeCard,
  recordCardAct,
  refuseState,
  type CardChanger,
  type CardContext,
  type LockedCard,
} from './states.ts';
import { handOverWallet, openCardWallet } from './wallet.ts';

const wrong = (Field: string, Problem: FieldProblem) => refuse('VALIDATION', { Fields: [{ Field, Problem }] });

/** Locks a business, so that cards issued at the same time exceed neither its plan nor a person's daily limit. */
export const lockBusinessOfCards = (tx: Database, businessId: string) =>
  tx
    .selectFrom('business')
    .select(['status', 'name', 'program_id as programId', 'default_card_group_id as defaultGroupId'])
    .where('id', '=', businessId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();

/** The person of an open cardholder's membership; undefined for any other. */
export const readCardholder = (db: Database, businessId: string, membershipId: string) =>
  db
    .selectFrom('membership')
    .innerJoin('person', 'person.id', 'membership.person_id')
    .select(['first_name as firstName', 'middle_name as middleName', 'last_name as lastName'])
    .where('membership.id', '=', membershipId)
    .where('membership.business_id', '=', businessId)
    .where('membership.role', '=', 'CARDHOLDER')
    .where('membership.status', '=', 'OPEN')
    .executeTakeFirst();

export interface Order extends CardDescription {
  businessId: string;
  /** The holder's membership. */
  holder: string;
  kind: CardKind;
  shipping?: Shipping | null;
  /** Where it is missing, the group that the business has chosen for new cards. */
  groupIds?: readonly string[] | undefined;
  controls?: CardControls;
  /** A spend policy of the card, in force at once. */
  limit?: StartingLimit | null;
  /** As in `NewCard`. */
  number?: string;
}

/**
 * Issues a card to a cardholder of the business.
 * @returns VALIDATION names an invalid field: an unknown holder or group, an external id in use, a missing address;
 *   CARD_LIMIT_REACHED if the person or the business has the maximum number of new cards
 */
export async function orderCard(
  tx: Database,
  context: CardContext,
  order: Order,
  by: CardChanger,
): Promise<{ cardId: string; lastFour: string } | Refused<'BUSINESS_NOT_OPEN' | 'VALIDATION' | 'CARD_LIMIT_REACHED'>> {
  const { businessId, holder: membershipId, kind, shipping, controls = {}, limit = null } = order;
  const now = context.clock.now();
  const business = await lockBusinessOfCards(tx, businessId);
  if (!isEligible('card.issue', { business })) return refuse('BUSINESS_NOT_OPEN');
  const groupIds = order.groupIds ?? (business.defaultGroupId === null ? [] : [business.defaultGroupId]);
  const holder = await readCardholder(tx, businessId, membershipId);
  if (!holder) return wrong('holder', 'unknown');
  if (kind === 'PHYSICAL' && !shipping) return wrong('shipping', 'missing');
  if (kind === 'VIRTUAL' && shipping) return wrong('shipping', 'unknown');
  const problem =
    controlsProblem(controls, now) ??
    (await externalIdProblem(tx, businessId, order.externalId)) ??
    (await groupsProblem(tx, businessId, groupIds));
  if (problem) return problem;
  const left = await cardsLeft(tx, context, { businessId, membershipId });
  if (left.inPlan === 0 || left.today === 0) return refuse('CARD_LIMIT_REACHED');

  const { cardId, lastFour } = await issueCard(tx, context, { ...order, membershipId }, by);
  await setGroupsOfChain(tx, cardId, groupIds);
  await saveHolder(tx, context, {
    cardId,
    programId: business.programId,
    holder: {
      ...holder,
      nameOnCard: nameOnCard(holder.firstName, holder.lastName),
      details: { email: null, mobilePhone: null, homePhone: null, dateOfBirth: null },
    },
  });
  await openCardWallet(tx, businessId, cardId, now);
  if (limit !== null) {
    const rule = { kind: 'amount', period: limit.period, limit: limit.amount } as const;
    await limitCard(tx, { businessId, chainId: cardId, rule, name: startingLimitName, isStarting: true, by, at: now });
  }
  await produceCard(tx, context, cardId);
  return { cardId, lastFour };
}

/** An end in the past or before the beginning, or a merchant lock without a name. */
function controlsProblem({ merchantLock, validFrom, validUntil }: CardControls, now: Date) {
  if (validUntil && (validUntil <= now || (validFrom && validUntil <= validFrom)))
    return wrong('controls.validUntil', 'tooShort');
  if (merchantLock?.kind === 'NAMED' && !merchantLock.merchantId && !merchantLock.merchant)
    return wrong('controls.merchantLock', 'missing');
  return null;
}

async function externalIdProblem(
  tx: Database,
  businessId: string,
  externalId: string | null | undefined,
  ownCardId: string | null = null,
) {
  if (!externalId) return null;
  const other = await tx
    .selectFrom('card')
    .select('id')
    .where('business_id', '=', businessId)
    .where('external_id', '=', externalId)
    .where('status', '<>', 'CLOSED')
    .executeTakeFirst();
  return other && other.id !== ownCardId ? wrong('externalId', 'taken') : null;
}

/** A group that the business does not have. */
export async function groupsProblem(tx: Database, businessId: string, groupIds: readonly string[]) {
  if (groupIds.length === 0) return null;
  const known = await tx
    .selectFrom('card_group')
    .select('id')
    .where('business_id', '=', businessId)
    .where('id', 'in', groupIds)
    .execute();
  return known.length === new Set(groupIds).size ? null : wrong('groupIds', 'unknown');
}

export interface Replacing {
  reason: ReplaceReason;
  note?: string | null;
  /** Without it, a physical card is sent where the old one was. */
  shipping?: Shipping | null;
  /** As in `NewCard`. */
  number?: string;
}

/**
 * Replaces a card: the new one takes over its place in the chain, with limits, policies, groups, controls and spend. A
 * lost or stolen card is closed at once, a damaged or expiring one when the new card is activated. A damaged card that
 * is lost before that is closed, and its new card stays the one that was ordered.
 * @returns CARD_STATE if the card cannot be replaced for that reason, or is already replaced; VALIDATION without an
 *   address; CARD_LIMIT_REACHED if the person has the maximum number of new cards for today
 */
export async function replaceCard(
  tx: Database,
  context: CardContext,
  card: LockedCard,
  by: CardChanger,
  { reason, note = null, shipping = null, number }: Replacing,
): Promise<{ cardId: string } | Refused<'CARD_STATE' | 'VALIDATION' | 'CARD_LIMIT_REACHED'>> {
  if (!mayReplace(reason, card, by.actor)) return refuseState(card);
  const { business_id: businessId, membership_id: membershipId, kind } = card;
  const { programId } = await lockBusinessOfCards(tx, businessId);
  const { closesAtOnce, substatus } = replacements[reason];
  const ordered = await replacementOf(tx, card.id);
  if (ordered !== null) {
    if (!closesAtOnce || card.status === 'CLOSED') return refuse('CARD_STATE', { Obstacle: 'CARD_REPLACED' });
    await handOverWallet(tx, card.id, ordered);
    const closed = await closeCard(tx, context, card, by, { because: substatus, reason: note });
    return 'refused' in closed ? closed : { cardId: ordered };
  }
  const ofOld = { cardId: card.id, programId };
  const address = kind === 'PHYSICAL' ? (shipping ?? (await addressOfShipment(tx, context, ofOld))) : null;
  if (kind === 'PHYSICAL' && !address && by.actor !== 'SYSTEM') return wrong('shipping', 'missing');
  const left = await cardsLeft(tx, context, { businessId, membershipId });
  if (left.today === 0 && by.actor !== 'SYSTEM') return refuse('CARD_LIMIT_REACHED');

  // The business's external id of the card moves to the new card.
  if (card.external_id !== null)
    await tx.updateTable('card').set({ external_id: null }).where('id', '=', card.id).execute();
  const act = reason === 'EXPIRING' ? 'renew' : 'replace';
  await recordCardAct(tx, context, { ...card, substatus }, by, {
    act,
    from: card.status,
    reason: note,
    sentTo: address,
  });
  const { cardId, card: issued } = await issueCard(
    tx,
    context,
    {
      businessId,
      membershipId,
      kind,
      shipping: address,
      replaces: { card, reason },
      ...(number !== undefined && { number }),
    },
    by,
  );
  if (closesAtOnce) await handOverWallet(tx, card.id, cardId);
  const holder = await readHolder(tx, context, ofOld);
  if (holder) await saveHolder(tx, context, { cardId, programId, holder });
  await produceCard(tx, context, cardId);
  const rest =
    closesAtOnce && card.status !== 'CLOSED'
      ? await closeCard(tx, context, card, by, { because: substatus, isPart: true })
      : card;
  if ('refused' in rest) throw new Error(`The card ${card.id} can be replaced, but not closed.`);
  // A virtual card works at once. A renewal works when the old card ends or the holder activates it.
  if (kind === 'VIRTUAL' && reason !== 'EXPIRING') await activateCard(tx, context, issued, by, { isPart: true });
  return { cardId };
}

const replacementOf = async (tx: Database, cardId: string): Promise<string | null> => {
  const next = await tx
    .selectFrom('card')
    .select('id')
    .where('replaces_id', '=', cardId)
    .where('status', '<>', 'CLOSED')
    .executeTakeFirst();
  return next?.id ?? null;
};

export interface CardUpdate extends CardDescription {
  groupIds?: readonly string[];
  controls?: CardControls;
}

/**
 * Why this change of a card is not possible.
 * @returns CARD_STATE for a closed card; VALIDATION for an external id in use, unknown groups or impossible controls
 */
export async function whyNotUpdated(
  tx: Database,
  { clock }: Pick<CardContext, 'clock'>,
  card: LockedCard,
  by: Pick<CardChanger, 'actor'>,
  { externalId, groupIds = [], controls = {} }: CardUpdate,
): Promise<Refused<'CARD_STATE' | 'VALIDATION'> | null> {
  if (!mayTransition('update', card.status, by.actor)) return refuseState(card);
  return (
    controlsProblem(controls, clock.now()) ??
    (await externalIdProblem(tx, card.business_id, externalId, card.id)) ??
    (await groupsProblem(tx, card.business_id, groupIds))
  );
}

/** Changes the parts of a card that an administrator chooses. Fields that are left out are not changed. */
export async function updateCard(
  tx: Database,
  context: CardContext,
  card: LockedCard,
  by: CardChanger,
  update: CardUpdate,
): Promise<LockedCard | Refused<'CARD_STATE' | 'VALIDATION'>> {
  const problem = await whyNotUpdated(tx, context, card, by, update);
  if (problem) return problem;
  const { name, purpose, externalId, groupIds, controls = {} } = update;
  const changed = {
    ...(name !== undefined && { name }),
    ...(purpose !== undefined && { purpose }),
    ...(externalId !== undefined && { external_id: externalId }),
    ...columnsOf(controls),
  };
  if (Object.keys(changed).length > 0) await tx.updateTable('card').set(changed).where('id', '=', card.id).execute();
  if (groupIds) await setGroupsOfChain(tx, card.chain_id, groupIds);
  const updated = { ...card, ...changed };
  await recordCardAct(tx, context, updated, by, { act: 'update', from: card.status });
  return updated;
}
