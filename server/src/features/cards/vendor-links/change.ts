import { isEligible } from '@florin/contract/eligibility';
import type { Database } from '../../../db/open.ts';
import { isRefused, refuse, type Call, type Handler } from '../../../http/call.ts';
import { closeCard, lockCard } from '../../../core/cards/states.ts';
import { changerOf } from '../../../identity/sessions/card-changer.ts';
import { originOf, recordEvent } from '../../../core/audit/events.ts';
import { refuseWhileHeld } from '../../../identity/step-up/hold.ts';
import { makeChange, underLock } from '../../../identity/step-up/make-change.ts';
import { requireSecondFactor } from '../../../identity/step-up/second-factor.ts';
import { linkOf, lockLink, type LinkRow } from './queries.ts';
import { isRevocable } from '@florin/contract/cards/vendor-links';
import { easternDay, linkStatus } from './rules.ts';
import { sendLink } from './send.ts';
import { vendorEmailOf } from '../../../core/cards/vendor-email.ts';

/** POST revoke: from now on neither the link nor its token leads to the details. */
export const revokeVendorLink: Handler<'revokeVendorLink'> = async (call) => {
  const { context, caller: session, input } = call;
  const result = await underLock(call, async (tx) => {
    const link = await lockLink(tx, input.params.id, session.businessId);
    if (!link) return refuse('NOT_FOUND');
    if (!isRevocable(linkStatus(link, context.clock.now()))) return refuse('VENDOR_LINK_OVER');
    const card = link.hasOwnCard && (await lockCard(tx, link.cardId, null));
    if (card && card.status !== 'CLOSED')
      await closeCard(tx, context, card, changerOf(call), { because: 'ISSUER_REQUEST' });
    return end(tx, call, link);
  });
  return isRefused(result) ? result : { status: 200, body: linkOf(context, result) };
};

/** POST resend: another link to the same details. The old one and its token stop working. */
export const resendVendorLink: Handler<'resendVendorLink'> = async (call) => {
  const { context, caller: session, input } = call;
  const now = context.clock.now();
  if (!isEligible('vendor-link.use', { business: { status: session.businessStatus } }))
    return refuse('BUSINESS_NOT_OPEN');
  const result = await makeChange(call, async (tx) => {
    const unproven = (await requireSecondFactor(tx, call)) ?? (await refuseWhileHeld(tx, call));
    if (unproven) return unproven;
    const link = await lockLink(tx, input.params.id, session.businessId);
    if (!link) return refuse('NOT_FOUND');
    if (link.processBefore !== null && link.processBefore < easternDay(now)) return refuse('VENDOR_LINK_DATE_PASSED');
    const { cardId, invoice, amountCents, note, processBefore } = link;
    const email = vendorEmailOf(context, link);
    const sent = await sendLink(tx, call, { cardId, email, invoice, amountCents, note, processBefore, again: true });
    if (isRefused(sent)) return sent;
    if (isRevocable(linkStatus(link, now))) await end(tx, call, link);
    // A used one repeats its answer to its page no longer.
    else
      await tx
        .updateTable('vendor_link')
        .set({ token_expires_at: now })
        .where('id', '=', link.id)
        .where('token_expires_at', '>', now)
        .execute();
    return sent;
  });
  return isRefused(result) ? result : { status: 201, body: linkOf(context, result) };
};

async function end(
  tx: Database,
  call: Call<'revokeVendorLink'> | Call<'resendVendorLink'>,
  link: LinkRow,
): Promise<LinkRow> {
  const { context, caller: session } = call;
  const revokedAt = context.clock.now();
  await tx.updateTable('vendor_link').set({ revoked_at: revokedAt }).where('id', '=', link.id).execute();
  const details = { link: link.id, card: link.cardId };
  const subject = { ...session, sessionId: session.id };
  await recordEvent(tx, context, originOf(call), { type: 'vendor_link_revoked', details, ...subject });
  return { ...link, revokedAt };
}
