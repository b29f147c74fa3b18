import { isRefused, refuse, type Handler } from '../../../http/call.ts';
import { refuseWhileHeld } from '../../../identity/step-up/hold.ts';
import { makeChange } from '../../../identity/step-up/make-change.ts';
import { requireSecondFactor } from '../../../identity/step-up/second-factor.ts';
import { linkOf } from './queries.ts';
import { easternDay } from './rules.ts';
import { sendLink } from './send.ts';

const orNull = (text: string | null | undefined) => text?.trim() || null;

/** POST /api/vendor-links: sends a vendor the link to one card of the administrator's business. */
export const createVendorLink: Handler<'createVendorLink'> = async (call) => {
  const { context, input } = call;
  const { cardId, email, invoice, amount, note, processBefore } = input.body;
  if (processBefore && processBefore < easternDay(context.clock.now()))
    return refuse('VALIDATION', { Fields: [{ Field: 'processBefore', Problem: 'tooShort' }] });
  const sent = await makeChange(call, async (tx) => {
    const unproven = (await requireSecondFactor(tx, call)) ?? (await refuseWhileHeld(tx, call));
    if (unproven) return unproven;
    return sendLink(tx, call, {
      cardId,
      email: email.trim().toLowerCase(),
      invoice: orNull(invoice),
      amountCents: amount ? BigInt(amount) : null,
      note: orNull(note),
      processBefore: processBefore ?? null,
      again: false,
    });
  });
  return isRefused(sent) ? sent : { status: 201, body: linkOf(context, sent) };
};
