import { flagsOf, whyNotPermitted } from '@florin/contract/permissions';
import { enteredControls } from '../../../core/cards/entered.ts';
import { isOwnAccountUnderFourEyes } from '../../../core/card-funding/own-cards.ts';
import { orderCard, replaceCard } from '../../../core/cards/order.ts';
import { chargeCardFee } from '../../../core/transactions/card-fees.ts';
import { lockCard } from '../../../core/cards/states.ts';
import { once } from '../../../core/idempotency/once.ts';
import { isRefused, refuse, type Call, type Handler } from '../../../http/call.ts';
import { underLock } from '../../../identity/step-up/make-change.ts';
import { changerOf } from '../../../identity/sessions/card-changer.ts';
import { answerCard, scopeOf } from './change.ts';

/** POST /api/cards: issues a card to a cardholder. */
export const issueCard: Handler<'issueCard'> = async (call) => {
  const { context, caller: session, input } = call;
  const { businessId } = session;
  const { idempotencyKey: key, ...wanted } = input.body;
  // A limit is a spend policy. It stands below those of the other layers and allows nothing that they refuse.
  const holder = { role: session.role, flags: flagsOf(session) };
  if (wanted.limit && whyNotPermitted('spend-policies.change', holder) !== null) return refuse('FORBIDDEN');
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

/** POST replace: by an administrator, or by the holder of the card. */
export async function replace(call: Call<'replaceCard'> | Call<'replaceOwnCard'>) {
  const { context, caller: session, input } = call;
  const { businessId } = session;
  const { idempotencyKey: key, ...wanted } = input.body;
  const { id } = input.params;
  const replaced = await underLock(call, async (tx) => {
    // Before the key is looked up, which is one of the whole business.
    const card = await lockCard(tx, id, scopeOf(session));
    if (!card) return refuse('NOT_FOUND');
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
