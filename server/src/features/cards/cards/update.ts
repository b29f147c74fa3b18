import { isOwnUnderFourEyes } from '../../../core/card-funding/own-cards.ts';
import { enteredUpdate } from '../../../core/cards/entered.ts';
import { groupsOfChain } from '../../../core/cards/groups.ts';
import { groupsWithRules, loosenedControls, revisionOf } from '../../../core/cards/loosening.ts';
import { updateCard as changeDescription, whyNotUpdated } from '../../../core/cards/order.ts';
import { lockCard } from '../../../core/cards/states.ts';
import type { Database } from '../../../db/open.ts';
import { isRefused, refuse, type Call, type Handler } from '../../../http/call.ts';
import { answerChange, asksForFourEyes, requestChange } from '../../../identity/four-eyes/changes.ts';
import { changerOf } from '../../../identity/sessions/card-changer.ts';
import { underLock } from '../../../identity/step-up/make-change.ts';
import { answerCard } from './change.ts';

type UpdateCall = Call<'updateCard'>;

/** PATCH /api/cards/{id}: at once, or once a second administrator has approved what loosens its rules. */
export const updateCard: Handler<'updateCard'> = async (call) => {
  const updated = await underLock(call, (tx) => update(tx, call));
  if (isRefused(updated)) return updated;
  if (updated.pending !== null) return answerChange(call, updated.pending);
  return { status: 200, body: await answerCard(call, call.input.params.id) };
};

/** @returns the change that waits for a second administrator, if it needs one */
async function update(tx: Database, call: UpdateCall) {
  const { context, caller: session, input } = call;
  const { businessId } = session;
  const { revision: seen, ...entered } = input.body;
  const now = context.clock.now();
  const needsSecond = await asksForFourEyes(tx, businessId);
  const card = await lockCard(tx, input.params.id, { businessId });
  if (!card) return refuse('NOT_FOUND');
  const groupIds = await groupsOfChain(tx, card.chain_id);
  const revision = revisionOf(card, groupIds);
  if (seen !== undefined && seen !== revision) return refuse('VERSION_CONFLICT');
  const wanted = enteredUpdate(entered);
  const by = changerOf(call);
  if (needsSecond) {
    const refused = await whyNotUpdated(tx, context, card, by, wanted);
    if (refused) return refused;
    const left = wanted.groupIds === undefined ? [] : groupIds.filter((id) => !wanted.groupIds!.includes(id));
    const leaves = (await groupsWithRules(tx, left, now)).map(({ name }) => name);
    const loosens = loosenedControls(card, wanted.controls ?? {}, now);
    if (leaves.length > 0 || loosens.length > 0) {
      if (await isOwnUnderFourEyes(tx, session, [card.id])) return refuse('OWN_CARD');
      const details = { kind: 'CARD_UPDATE', cardId: card.id, last4: card.last_four, leaves, loosens } as const;
      const subject = JSON.stringify([card.id, revision, entered]);
      return {
        pending: await requestChange(tx, call, { subject, details: { ...details, revision, update: entered } }),
      };
    }
  }
  const updated = await changeDescription(tx, context, card, by, wanted);
  return isRefused(updated) ? updated : { pending: null };
}
