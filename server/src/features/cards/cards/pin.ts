import { mayTransition } from '@florin/contract/cards/card-states';
import { isObviousPin } from '@florin/contract/cards/pin';
import { recordCardAct, refuseState } from '../../../core/cards/states.ts';
import { birthdateOf } from '../../../core/people/birthdate.ts';
import { processorOf } from '../../../core/processor/instruct.ts';
import { newId } from '../../../db/ids.ts';
import { refuse, type Call } from '../../../http/call.ts';
import { refuseWhileHeld } from '../../../identity/step-up/hold.ts';
import { requireStepUp, underLock } from '../../../identity/step-up/make-change.ts';
import { CardProcessorError } from '../../../ports/card-processor/card-processor.ts';
import { changerOf } from '../../../identity/sessions/card-changer.ts';
import { changeCard, isOwnCard, scopeOf } from './change.ts';
import { cardById } from './queries.ts';

/**
 * POST pin: passes a PIN on to the processor of the card, with a fresh proof; it is stored and logged nowhere here. One's
 * own card gets none in the day after a security change, whatever one's role. The processor is asked before the
 * transaction: repeating the call sets the PIN again.
 */
export async function setPin(call: Call<'setCardPin'> | Call<'setOwnCardPin'>) {
  const { context, caller: session, input } = call;
  const { id } = input.params;
  const { pin } = input.body;
  const card = await cardById(context, scopeOf(session), id);
  if (!card) return refuse('NOT_FOUND');
  if (!mayTransition('setPin', card.status, changerOf(call).actor)) return refuseState(card);
  const stale = requireStepUp(context, session);
  if (stale) return stale;
  const held = await underLock(call, async (tx) =>
    (await isOwnCard(tx, session, card)) ? refuseWhileHeld(tx, call) : null,
  );
  if (held) return held;
  const birthdate = card.membership_id === null ? null : await birthdateOf(context.db, context, card.membership_id);
  if (isObviousPin(pin, { lastFour: card.last_four, birthdate })) return refuse('PIN_REJECTED');
  try {
    const { processor, reference } = await processorOf(context.db, context, id);
    await processor.setPin({ cardId: id, reference, idempotencyKey: newId() }, { reveal: () => pin });
  } catch (error) {
    if (!(error instanceof CardProcessorError)) throw error;
    return refuse('PROCESSOR_UNAVAILABLE', {}, { retryAfterSeconds: 5 });
  }
  return changeCard<never>(call, async (tx, locked, by) => {
    await tx.updateTable('card').set({ pin_status: 'SET' }).where('id', '=', id).execute();
    await recordCardAct(tx, context, locked, by, { act: 'setPin', from: locked.status });
    return locked;
  });
}
