import type { Card } from '@florin/contract/cards/cards';
import { lockCard, type CardChanger, type LockedCard } from '../../../core/cards/states.ts';
import type { Database } from '../../../db/open.ts';
import { isRefused, refuse, type Refused } from '../../../http/call.ts';
import { changerOf, type SessionCall } from '../../../identity/sessions/card-changer.ts';
import type { CurrentSession } from '../../../identity/sessions/current-session.ts';
import { underLock } from '../../../identity/step-up/make-change.ts';
import { cardById, cardOf, viewerOf, type CardScope } from './queries.ts';

type CardCall = SessionCall & { input: { params: { id: string } } };

/** The cards that a session may see and change: an administrator those of the business, a cardholder their own. */
export const scopeOf = ({ role, businessId, membershipId }: CurrentSession): CardScope =>
  role === 'ADMIN' ? { businessId } : { membershipId };

/** Whether a card is of the session's person, in whichever account they hold it. */
export async function isOwnCard(
  tx: Database,
  { personId }: CurrentSession,
  { membership_id: holder }: Pick<LockedCard, 'membership_id'>,
): Promise<boolean> {
  if (holder === null) return false;
  const own = await tx
    .selectFrom('membership')
    .select('id')
    .where('id', '=', holder)
    .where('person_id', '=', personId)
    .executeTakeFirst();
  return own !== undefined;
}

/** A card as the caller sees it. */
export async function answerCard({ context, caller: session }: SessionCall, id: string): Promise<Card> {
  const row = await cardById(context, scopeOf(session), id);
  if (!row) throw new Error(`The card ${id} was changed and is gone.`);
  return cardOf(row, viewerOf(session));
}

/** Changes one card that the caller may change, locked; another's is not found. */
export async function changeCard<R extends Refused>(
  call: CardCall,
  act: (tx: Database, card: LockedCard, by: CardChanger) => Promise<LockedCard | R>,
): Promise<{ status: 200; body: Card } | R | Refused<'NOT_FOUND' | 'UNAUTHENTICATED'>> {
  const { id } = call.input.params;
  const changed = await underLock<LockedCard | R | Refused<'NOT_FOUND'>>(call, async (tx) => {
    const card = await lockCard(tx, id, scopeOf(call.caller));
    return card ? act(tx, card, changerOf(call)) : refuse('NOT_FOUND');
  });
  if (isRefused(changed)) return changed;
  return { status: 200, body: await answerCard(call, id) };
}
