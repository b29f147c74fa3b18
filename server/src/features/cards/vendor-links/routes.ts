import type { Handlers } from '../../../http/call.ts';
import { isViewable, nameOf, namedCards } from '../../../core/cards/reveal.ts';
import { resend, revoke } from './change.ts';
import { create } from './create.ts';
import { openLink } from './open-link.ts';
import { linkOf, linksOfBusiness } from './queries.ts';
import { shareDetails } from './share.ts';

type VendorCards =
  | 'vendorAuthenticate'
  | 'embossingDataSharing'
  | 'vendorLinks'
  | 'createVendorLink'
  | 'resendVendorLink'
  | 'revokeVendorLink';

export const vendorLinksRoutes: Pick<Handlers, VendorCards> = {
  vendorAuthenticate: openLink,
  embossingDataSharing: shareDetails,

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

  createVendorLink: create,
  resendVendorLink: resend,
  revokeVendorLink: revoke,
};
