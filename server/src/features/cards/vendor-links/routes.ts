import { isEligible } from '@florin/contract/eligibility';
import type * as contract from '@florin/contract/cards/vendor-links';
import { type HandlersOf, isRefused, refuse, type Handler } from '../../../http/call.ts';
import { isViewable, nameOf, namedCards } from '../../../core/cards/vault/reveal.ts';
import { resendVendorLink, revokeVendorLink } from './change.ts';
import { vendorAuthenticate } from './open-link.ts';
import { linkOf, linksOfBusiness } from './queries.ts';
import { embossingDataSharing } from './share.ts';
import { refuseWhileHeld } from '../../../identity/step-up/hold.ts';
import { makeChange } from '../../../identity/step-up/make-change.ts';
import { requireSecondFactor } from '../../../identity/step-up/second-factor.ts';
import { easternDay } from './rules.ts';
import { sendLink } from './send.ts';

const orNull = (text: string | null | undefined) => text?.trim() || null;

/** POST /api/vendor-links: sends a vendor the link to one card of the administrator's business. */
const createVendorLink: Handler<'createVendorLink'> = async (call) => {
  const { context, input, caller: session } = call;
  const { cardId, email, invoice, amount, note, processBefore } = input.body;
  if (processBefore && processBefore < easternDay(context.clock.now()))
    return refuse('VALIDATION', { Fields: [{ Field: 'processBefore', Problem: 'tooShort' }] });
  // A card of the link's own is locked to the amount.
  if (!cardId && !amount) return refuse('VALIDATION', { Fields: [{ Field: 'amount', Problem: 'missing' }] });
  if (!isEligible('vendor-link.use', { business: { status: session.businessStatus } }))
    return refuse('BUSINESS_NOT_OPEN');
  const sent = await makeChange(call, async (tx) => {
    const unproven = (await requireSecondFactor(tx, call)) ?? (await refuseWhileHeld(tx, call));
    if (unproven) return unproven;
    return sendLink(tx, call, {
      cardId: cardId ?? null,
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

export const vendorLinksRoutes: HandlersOf<typeof contract> = {
  vendorAuthenticate,
  embossingDataSharing,

  vendorLinks: async ({ context, caller: session }) => {
    const { db } = context;
    // A card that a vendor could not open is not offered.
    const cards = isEligible('vendor-link.use', { business: { status: session.businessStatus } })
      ? await namedCards(db)
          .select('card.name')
          .where('card.business_id', '=', session.businessId)
          .where('card.closes_on_capture', '=', false)
          .orderBy('card.last_four')
          .execute()
      : [];
    const links = await linksOfBusiness(db, session.businessId, context.clock.now());
    return {
      status: 200,
      body: {
        cards: cards.filter(isViewable).map((card) => ({
          cardId: card.cardId,
          name: card.name,
          nameOnCard: nameOf(card),
          last4: card.last4,
        })),
        links: links.map((link) => linkOf(context, link)),
      },
    };
  },

  createVendorLink,
  resendVendorLink,
  revokeVendorLink,
};
