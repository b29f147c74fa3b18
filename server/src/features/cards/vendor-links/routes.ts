import type * as contract from '@florin/contract/vendor-links';
import type { HandlersOf } from '../../../http/call.ts';
import { isViewable, nameOf, namedCards } from '../../../core/cards/reveal.ts';
import { resendVendorLink, revokeVendorLink } from './change.ts';
import { createVendorLink } from './create.ts';
import { vendorAuthenticate } from './open-link.ts';
import { linkOf, linksOfBusiness } from './queries.ts';
import { embossingDataSharing } from './share.ts';

export const vendorLinksRoutes: HandlersOf<typeof contract> = {
  vendorAuthenticate,
  embossingDataSharing,

  vendorLinks: async ({ context, caller: session }) => {
    const { db } = context;
    const cards = await namedCards(db)
      .where('card.business_id', '=', session.businessId)
      .orderBy('card.last_four')
      .execute();
    const links = await linksOfBusiness(db, session.businessId, context.clock.now());
    return {
      status: 200,
      body: {
        cards: cards.filter(isViewable).map((card) => ({
          cardId: card.cardId,
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
