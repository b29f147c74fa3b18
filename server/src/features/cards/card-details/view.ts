import { cardDetails, HOUR } from '@florin/contract/limits';
import type { Database } from '../../../db/open.ts';
import { isRefused, refuse, type Call, type Handler } from '../../../http/call.ts';
import { CardProcessorError } from '../../../ports/card-processor/card-processor.ts';
import { originOf, recordEvent } from '../../../core/audit/events.ts';
import { isViewable, revealCard, type CardDetails } from '../../../core/cards/vault/reveal.ts';
import { refuseWhileHeld } from '../../../identity/step-up/hold.ts';
import { makeChange, requireStepUp } from '../../../identity/step-up/make-change.ts';
import { requireSecondFactor } from '../../../identity/step-up/second-factor.ts';
import { cardOfMembership } from './queries.ts';
import { afterSeconds } from '../../../core/time.ts';

type ViewCall = Call<'viewCardDetails'>;

/**
 * POST /api/card-details/view: a card of the current account, after a second factor within the last five minutes
 * (section 6), and not in the day after a change to the ways of signing in. The view is recorded before its answer is
 * sent.
 */
export const viewCardDetails: Handler<'viewCardDetails'> = async (call) => {
  const { context, caller: session } = call;
  const card = await cardOfMembership(context.db, session.membershipId, call.input.body.cardId);
  // Before the step-up: nobody proves anything for nothing.
  if (!card || !isViewable(card)) return refuse('CARD_NOT_VIEWABLE');
  const stale = requireStepUp(context, session);
  if (stale) return stale;
  let details: CardDetails | null;
  try {
    details = await revealCard(context, card.cardId);
  } catch (error) {
    if (!(error instanceof CardProcessorError)) throw error;
    return refuse('BUSY', {}, { retryAfterSeconds: 5 });
  }
  if (!details) return refuse('CARD_NOT_VIEWABLE');
  const recorded = await makeChange(call, (tx) => record(tx, call, card.cardId));
  return isRefused(recorded) ? recorded : { status: 200, body: details };
};

/** Counts the view before it happens: under the person's lock, so that parallel ones cannot exceed the limit. */
async function record(tx: Database, call: ViewCall, cardId: string) {
  const { context, caller: session } = call;
  const unproven = (await requireSecondFactor(tx, call)) ?? (await refuseWhileHeld(tx, call));
  if (unproven) return unproven;
  const now = context.clock.now();
  const since = afterSeconds(now, -HOUR);
  const views = await tx
    .selectFrom('audit_event')
    .select('at')
    .where('type', '=', 'card_details_viewed')
    .where('person_id', '=', session.personId)
    .where('at', '>', since)
    .orderBy('at')
    .execute();
  if (views.length >= cardDetails.viewsPerHour) {
    const next = afterSeconds(views.at(-cardDetails.viewsPerHour)!.at, HOUR);
    const retryAfterSeconds = Math.max(1, Math.ceil((next.getTime() - now.getTime()) / 1000));
    return refuse('TOO_MANY_REQUESTS', {}, { retryAfterSeconds });
  }
  const subject = { ...session, sessionId: session.id };
  await recordEvent(tx, context, originOf(call), {
    type: 'card_details_viewed',
    details: { card: cardId },
    ...subject,
  });
  return { recorded: true };
}
