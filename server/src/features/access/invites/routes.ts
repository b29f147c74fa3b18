import type * as contract from '@florin/contract/access/invites';
import type { Handler, HandlersOf } from '../../../http/call.ts';
import { resendInvite, revokeInvite } from './change.ts';
import { createInvite } from './create.ts';
import { inviteOf, listInvites, waitingInvites } from '../../../core/invites/queries.ts';
import { lockedCardsOf, unlockRegistration } from './locked-cards.ts';

/** GET /api/invites: a page of the business's invites. */
const invites: Handler<'invites'> = async ({ context, caller, input: { query } }) => {
  const { businessId } = caller;
  const rows = await listInvites(context.db, { ...query, businessId }, context.clock.now());
  const page = rows.slice(0, query.limit);
  return {
    status: 200,
    body: {
      items: page.map((row) => inviteOf(context, row)),
      nextCursor: rows.length > query.limit ? page.at(-1)!.id : null,
      waiting: query.cursor === undefined ? await waitingInvites(context.db, businessId) : null,
    },
  };
};

/** GET /api/locked-registrations. */
const lockedRegistrations: Handler<'lockedRegistrations'> = async ({ context, caller }) => ({
  status: 200,
  body: { lockedCards: await lockedCardsOf(context.db, caller.businessId) },
});

export const invitesRoutes: HandlersOf<typeof contract> = {
  invites,
  lockedRegistrations,
  createInvite,
  resendInvite,
  revokeInvite,
  unlockRegistration,
};
