import type * as contract from '@florin/contract/cards/card-details';
import type { HandlersOf } from '../../../http/call.ts';
import { isViewable, nameOf } from '../../../core/cards/vault/reveal.ts';
import { cardOfMembership, viewsOfCard } from './queries.ts';
import { findHold } from '../../../identity/step-up/hold.ts';
import { viewCardDetails } from './view.ts';
import { vendorEmailOf } from '../../../core/cards/vendor-email.ts';

export const cardDetailsRoutes: HandlersOf<typeof contract> = {
  viewCardDetails,

  cardDetailsViews: async ({ context, caller: session, client, input }) => {
    const card = await cardOfMembership(context.db, session.membershipId, input.query.cardId);
    if (!card) return { status: 200, body: { card: null, views: [] } };
    const hold = await findHold(context.db, { context, caller: session, client });
    const views = await viewsOfCard(context.db, card.cardId);
    return {
      status: 200,
      body: {
        card: {
          last4: card.last4,
          nameOnCard: nameOf(card),
          isViewable: isViewable(card),
          heldUntil: hold?.olderFactors.length === 0 ? hold.until.toISOString() : null,
        },
        views: views.map(({ id, at, linkId, emailSealed, programId, sentBy }) => ({
          id,
          at: at.toISOString(),
          by: linkId === null ? ('HOLDER' as const) : ('VENDOR' as const),
          vendor:
            linkId !== null && emailSealed !== null && programId !== null
              ? { email: vendorEmailOf(context, { id: linkId, programId, emailSealed }), sentBy: sentBy ?? '' }
              : null,
        })),
      },
    };
  },
};
