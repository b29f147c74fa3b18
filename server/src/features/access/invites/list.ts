import type { Handler } from '../../../http/call.ts';
import { inviteOf, listInvites, waitingInvites } from '../../../core/invites/queries.ts';
import { lockedCardsOf } from './locked-cards.ts';

/** GET /api/invites: a page of the business's invites. */
export const invites: Handler<'invites'> = async ({ context, caller, input: { query } }) => {
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
export const lockedRegistrations: Handler<'lockedRegistrations'> = async ({ context, caller }) => ({
  status: 200,
  body: { lockedCards: await lockedCardsOf(context.db, caller.businessId) },
});
