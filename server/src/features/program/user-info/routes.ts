import type * as contract from '@florin/contract/program/user-info';
import { refuse, type HandlersOf } from '../../../http/call.ts';
import { accountsOfPerson } from './queries.ts';
import { userInfoOf } from './rules.ts';

export const userInfoRoutes: HandlersOf<typeof contract> = {
  userInfo: async ({ caller: session, context }) => {
    const body = userInfoOf(await accountsOfPerson(context.db, session.personId), session.membershipId);
    if (!body) return refuse('NOT_FOUND');
    const isOperator = context.config.operators.includes(session.personId);
    return { status: 200, body: isOperator ? { ...body, isOperator } : body };
  },
};
