import type * as contract from '@florin/contract/demo';
import { refuse, type HandlersOf } from '../http/call.ts';
import { demoPassword, demoPeople } from './people.ts';
import { demoVendorLinks } from './vendor-links.ts';
import { cardDigits, demoInvites, shownCards } from './waiting-cards.ts';

/** GET /api/demo-data: for the drawer of the sign-in page. The secrets of the demo data are public. */
export const demoRoutes: HandlersOf<typeof contract> = {
  demoData: async ({ context }) => {
    if (!context.config.demoData) return refuse('NOT_FOUND');
    return {
      status: 200,
      body: {
        password: demoPassword,
        people: demoPeople.map(({ username, name, what }) => ({ username, name, what })),
        cards: shownCards.map((card) => ({ number: cardDigits(card), holder: card.holder, what: card.what })),
        invites: demoInvites.map(({ code, name, what }) => ({ code, name, what })),
        vendorLinks: demoVendorLinks.map(({ code, email, what }) => ({ code, email, what })),
      },
    };
  },
};
