import type { teamMembers } from '@florin/contract/invites';
import type { Handler } from '../../../http/call.ts';
import { lockedCardsOf } from './locked-cards.ts';
import { inviteOf, invitesOfBusiness } from '../../../core/invites/queries.ts';

/** GET /api/team-members: who is in the administrator's current business, and who is invited to it. */
export const team: Handler<typeof teamMembers> = async ({ context, session }) => {
  const { businessId } = session;
  const [members, invites, lockedCards] = await Promise.all([
    context.db
      .selectFrom('account')
      .innerJoin('person', 'person.id', 'account.person_id')
      .leftJoin('card', 'card.account_id', 'account.id')
      .select([
        'account.id',
        'person_id',
        'account.role',
        'account.status',
        'first_name',
        'last_name',
        'card.last_four',
      ])
      .where('account.business_id', '=', businessId)
      .orderBy('last_name')
      .orderBy('first_name')
      .orderBy('account.id')
      .execute(),
    invitesOfBusiness(context.db, businessId),
    lockedCardsOf(context.db, businessId),
  ]);
  return {
    status: 200,
    body: {
      people: new Set(members.map(({ person_id }) => person_id)).size,
      members: members.map((member) => ({
        userId: member.id,
        firstName: member.first_name,
        lastName: member.last_name,
        role: member.role,
        cardLast4: member.last_four,
        isUserAccountOpen: member.status === 'OPEN',
      })),
      invites: invites.map((invite) => inviteOf(context, invite)),
      lockedCards,
    },
  };
};
