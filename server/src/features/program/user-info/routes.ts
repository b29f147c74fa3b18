import { refuse, type Handlers } from '../../../http/call.ts';
import { accountsOfPerson } from './queries.ts';
import { userInfoOf } from './rules.ts';

export const userInfoRoutes: Pick<Handlers, 'userInfo'> = {
  userInfo: async ({ caller: session, context }) => {
    const body = userInfoOf(await accountsOfPerson(context.db, session.personId), session.membershipId);
    return body ? { status: 200, body } : refuse('NOT_FOUND');
  },
};
