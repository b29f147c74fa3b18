import { isEligible } from '@florin/contract/eligibility';
import { isDeepStrictEqual } from 'node:util';
import { originOf, recordEvent } from '../../core/audit/events.ts';
import { enteredUpdate } from '../../core/cards/entered.ts';
import { changeGroupMembers, groupsOfChain } from '../../core/cards/groups.ts';
import { revisionOf } from '../../core/cards/loosening.ts';
import { updateCard } from '../../core/cards/order.ts';
import { lockCard } from '../../core/cards/states.ts';
import { documentOf, groupsOfBusiness } from '../../core/policies/documents.ts';
import { addOverride, endOverride } from '../../core/policies/overrides.ts';
import type { Database } from '../../db/open.ts';
import { isRefused, refuse, type Refused } from '../../http/call.ts';
import { changerOf, type SessionCall } from '../sessions/card-changer.ts';
import type { ChangeDetails } from './changes.ts';

type Details<K extends ChangeDetails['kind']> = ChangeDetails & { kind: K };

/** Changes a card as a second administrator has approved it, if the card has not changed since the request. */
export async function applyCardUpdate(
  tx: Database,
  call: SessionCall,
  { cardId, revision, update }: Details<'CARD_UPDATE'>,
): Promise<Refused<'REQUEST_NOT_PENDING' | 'VERSION_CONFLICT'> | null> {
  const { context, caller: session } = call;
  const card = await lockCard(tx, cardId, { businessId: session.businessId });
  if (!card) return refuse('REQUEST_NOT_PENDING');
  if (revisionOf(card, await groupsOfChain(tx, card.chain_id)) !== revision) return refuse('VERSION_CONFLICT');
  const updated = await updateCard(tx, context, card, changerOf(call), enteredUpdate(update));
  // The change is no longer possible: the card is closed, an end has passed, or an external id is in use.
  return isRefused(updated) ? refuse('REQUEST_NOT_PENDING') : null;
}

/** Cards leave a group as a second administrator has approved it. */
export async function applyGroupMembers(
  tx: Database,
  call: SessionCall,
  { groupId, members }: Details<'CARD_GROUP'>,
): Promise<Refused<'REQUEST_NOT_PENDING'> | null> {
  const { context, caller: session } = call;
  const { businessId } = session;
  const group = await tx
    .selectFrom('card_group')
    .select('id')
    .where('id', '=', groupId)
    .where('business_id', '=', businessId)
    .forUpdate()
    .executeTakeFirst();
  if (!group) return refuse('REQUEST_NOT_PENDING');
  await changeGroupMembers(tx, { businessId, groupId }, members);
  const details = { group: groupId, act: 'members' } as const;
  const subject = { ...session, sessionId: session.id };
  await recordEvent(tx, context, originOf(call), { type: 'card_group_changed', details, ...subject });
  return null;
}

/** Begins a temporary change that a second administrator has approved. Its author is the person who requested it. */
export async function applyOverride(
  tx: Database,
  call: SessionCall,
  { cardId, document, from, until, note }: Details<'SPEND_OVERRIDE'>,
  createdBy: string,
): Promise<Refused<'REQUEST_NOT_PENDING' | 'VERSION_CONFLICT'> | null> {
  const { context, caller: session } = call;
  const { businessId } = session;
  const at = context.clock.now();
  const card = await lockCard(tx, cardId, { businessId });
  const end = new Date(until);
  if (!card || !isEligible('card.change', { card }) || end <= at) return refuse('REQUEST_NOT_PENDING');
  const { rules } = document;
  const made = documentOf(rules, 'OVERRIDE', await groupsOfBusiness(tx, businessId));
  // A category group that has changed in the meantime would make it a different change than the approved one.
  if ('problems' in made || !isDeepStrictEqual(made.document, document)) return refuse('VERSION_CONFLICT');
  const begin = from === null || new Date(from) < at ? at : new Date(from);
  const { chain_id: chainId } = card;
  const added = await addOverride(tx, { businessId, chainId, rules, from: begin, until: end, note, createdBy, at });
  if ('problems' in added) return refuse('VERSION_CONFLICT');
  const details = { override: added.id, card: cardId, until };
  const subject = { ...session, sessionId: session.id };
  await recordEvent(tx, context, originOf(call), { type: 'spend_override_created', details, ...subject });
  return null;
}

/** Ends a restriction before its time, as a second administrator has approved it. */
export async function applyOverrideEnd(
  tx: Database,
  call: SessionCall,
  { overrideId }: Details<'SPEND_OVERRIDE_END'>,
): Promise<Refused<'REQUEST_NOT_PENDING'> | null> {
  const { context, caller: session } = call;
  const { businessId } = session;
  if (!(await endOverride(tx, { businessId, id: overrideId, at: context.clock.now() })))
    return refuse('REQUEST_NOT_PENDING');
  const subject = { ...session, sessionId: session.id };
  const details = { override: overrideId };
  await recordEvent(tx, context, originOf(call), { type: 'spend_override_ended', details, ...subject });
  return null;
}
