import type * as contract from '@florin/contract/user-info';
import { refuse, type HandlersOf } from '../../../http/call.ts';
import { accountsOfPerson } from './queries.ts';
import { userInfoOf } from './rules.ts';

export const userInfoRoutes: HandlersOf<typeof contract> = {
  userInfo: async ({ caller: session, context }) => {
    const body = userInfoOf(await accountsOfPerson(context.db, session.personId), session.membershipId);
    return body ? { status: 200, body } : refuse('NOT_FOUND');
  },
};
