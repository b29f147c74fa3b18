import type * as contract from '@florin/contract/access/linked-accounts';
import { refuse, type HandlersOf } from '../../../http/call.ts';
import { listLinkedAccounts, readBalance } from './queries.ts';
import { balanceOf, linkedAccountsOf } from './rules.ts';
import { switchUser } from './switch-user.ts';

export const linkedAccountsRoutes: HandlersOf<typeof contract> = {
  linkedAccounts: async ({ caller: session, context }) => {
    const rows = await listLinkedAccounts(context.db, session.personId);
    return { status: 200, body: { accounts: linkedAccountsOf(rows, session.membershipId) } };
  },
  balance: async ({ caller: session, context }) => {
    const row = await readBalance(context.db, session.membershipId);
    return row ? { status: 200, body: balanceOf(row, context.clock.now()) } : refuse('NOT_FOUND');
  },
  switchUser,
};
