import { mayReplace } from '@florin/contract/cards/card-states';
import type { Shipping } from '@florin/contract/cards/shipping';
import { flagsOf, whyNotPermitted } from '@florin/contract/permissions';
import { enteredControls } from '../../../core/cards/entered.ts';
import { isOwnAccountUnderFourEyes } from '../../../core/card-funding/own-cards.ts';
import { orderCard, replaceCard } from '../../../core/cards/order.ts';
import { chargeCardFee } from '../../../core/transactions/card-fees.ts';
import { addressOfShipment } from '../../../core/cards/shipping.ts';
import { lockCard } from '../../../core/cards/states.ts';
import { once } from '../../../core/idempotency/once.ts';
import type { Database } from '../../../db/open.ts';
import { isRefused, refuse, type Call, type Handler, type Refused } from '../../../http/call.ts';
import { refuseWhileHeld } from '../../../identity/step-up/hold.ts';
import { requireStepUp, underLock } from '../../../identity/step-up/make-change.ts';
import { changerOf } from '../../../identity/sessions/card-changer.ts';
import { answerCard, isOwnCard, scopeOf } from './change.ts';

/** POST /api/cards: issues a card to a cardholder. */
export const issueCard: Handler<'issueCard'> = async (call) => {
  const { context, caller: session, input } = call;
  const { businessId } = session;
  const { idempotencyKey: key, ...wanted } = input.body;
  // A limit is a spend policy. It stands below those of the other layers and allows nothing that they refuse.
  const holder = { role: session.role, flags: flagsOf(session) };
  if (wanted.limit && whyNotPermitted('spend-policies.change', holder) !== null) return refuse('FORBIDDEN');
  const stale = wanted.kind === 'PHYSICAL' && wanted.shipping ? requireStepUp(context, session) : null;
  if (stale) return stale;
  const issued = await underLock(call, (tx) =>
    once(tx, context, { businessId, key, content: ['issueCard', wanted] }, async () => {
      if (await isOwnAccountUnderFourEyes(tx, session, wanted.holder)) return refuse('OWN_CARD');
      return orderCard(
        tx,
        context,
        {
          businessId,
          holder: wanted.holder,
          kind: wanted.kind,
          shipping: wanted.shipping ?? null,
          name: wanted.name || null,
          purpose: wanted.purpose || null,
          externalId: wanted.externalId || null,
          groupIds: wanted.groupIds,
          controls: enteredControls(wanted.controls),
          limit: wanted.limit ?? null,
        },
        changerOf(call),
      );
    }),
  );
  return isRefused(issued) ? issued : { status: 201, body: await answerCard(call, issued.cardId) };
};

/** Refuses to send one's own card to a new address in the day after a security change, whatever one's role. */
async function refuseNewAddress(
  tx: Database,
  call: Call<'replaceCard'> | Call<'replaceOwnCard'>,
  card: { id: string; membership_id: string | null },
): Promise<Refused<'HELD_AFTER_CHANGE'> | null> {
  const { context, caller: session, input } = call;
  const { shipping } = input.body;
  if (!shipping || !(await isOwnCard(tx, session, card))) return null;
  const ofCard = { cardId: card.id, programId: await programOf(tx, session.businessId) };
  const onFile = await addressOfShipment(tx, context, ofCard);
  return onFile && addressKey(onFile) === addressKey(shipping) ? null : refuseWhileHeld(tx, call);
}

const programOf = async (tx: Database, businessId: string): Promise<string> => {
  const { program_id: programId } = await tx
    .selectFrom('business')
    .select('program_id')
    .where('id', '=', businessId)
    .executeTakeFirstOrThrow();
  return programId;
};

const addressKey = ({ recipient, line1, line2, city, state, zip }: Shipping) =>
  JSON.stringify([recipient, line1, line2 || '', city, state, zip]).toLowerCase();

/** POST replace: by an administrator, or by the holder of the card. One that is shipped needs a fresh proof. */
export async function replace(call: Call<'replaceCard'> | Call<'replaceOwnCard'>) {
  const { context, caller: session, input } = call;
  const { businessId } = session;
  const { idempotencyKey: key, ...wanted } = input.body;
  const { id } = input.params;
  const replaced = await underLock(call, async (tx) => {
    // Before the key is looked up, which is one of the whole business.
    const card = await lockCard(tx, id, scopeOf(session));
    if (!card) return refuse('NOT_FOUND');
    // Nobody proves anything for a card that cannot be replaced, or for the repeated answer of one that is.
    if (card.kind === 'PHYSICAL' && mayReplace(wanted.reason, card, changerOf(call).actor)) {
      const refused = requireStepUp(context, session) ?? (await refuseNewAddress(tx, call, card));
      if (refused) return refused;
    }
    return once(tx, context, { businessId, key, content: ['replaceCard', id, wanted] }, async () => {
      const { reason, note, shipping } = wanted;
      const made = await replaceCard(tx, context, card, changerOf(call), {
        reason,
        note: note || null,
        shipping: shipping ?? null,
      });
      if (!isRefused(made) && card.kind === 'PHYSICAL' && reason !== 'EXPIRING')
        await chargeCardFee(tx, context, { businessId, cardId: id, kind: 'REPLACEMENT_CARD', once: made.cardId });
      return made;
    });
  });
  return isRefused(replaced) ? replaced : { status: 201 as const, body: await answerCard(call, replaced.cardId) };
}
