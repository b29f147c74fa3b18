import { sql } from 'kysely';
import type { Handler } from '../../../http/call.ts';
import { currentCardId } from '../../../core/cards/current-card.ts';
import { lockedCardsOf } from './locked-cards.ts';
import { inviteOf, invitesOfBusiness } from '../../../core/invites/queries.ts';

/** GET /api/team-members: the members of the administrator's current business, and its invites. */
export const teamMembers: Handler<'teamMembers'> = async ({ context, caller: session }) => {
  const { businessId } = session;
  const [members, invites, lockedCards] = await Promise.all([
    context.db
      .selectFrom('membership')
      .innerJoin('person', 'person.id', 'membership.person_id')
      .innerJoin('business', 'business.id', 'membership.business_id')
      .leftJoin('card', (join) => join.on('card.id', '=', currentCardId(sql.ref('membership.id'))))
      .select([
        'membership.id',
        'person_id',
        'membership.role',
        'membership.status',
        'business.status as businessStatus',
        'first_name',
        'last_name',
        'card.last_four',
      ])
      .where('membership.business_id', '=', businessId)
      .orderBy('last_name')
      .orderBy('first_name')
      .orderBy('membership.id')
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
        personId: member.person_id,
        firstName: member.first_name,
        lastName: member.last_name,
        role: member.role,
        cardLast4: member.last_four,
        // Nobody can enter an account of a closed business.
        isUserAccountOpen: member.status === 'OPEN' && member.businessStatus !== 'CLOSED',
      })),
      invites: invites.map((invite) => inviteOf(context, invite)),
      lockedCards,
    },
  };
};
