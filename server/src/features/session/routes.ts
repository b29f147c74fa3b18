import type { Handlers } from '../../http/call.ts';
import { reportActivity } from './activity.ts';
import { logout } from './logout.ts';
import { refreshToken } from './refresh.ts';
import { remainingOf } from './rules.ts';
import { switchUser } from './switch-user.ts';

export const sessionRoutes: Pick<Handlers, 'session' | 'reportActivity' | 'logout' | 'refreshToken' | 'switchUser'> = {
  /** The session check (login check result, section 3). It never extends anything. */
  session: async ({ session, context }) => ({
    status: 200,
    body: {
      userId: session.accountId,
      role: session.role,
      epoch: session.epoch,
      isSuspect: session.restricted,
      remaining: remainingOf(session, context.clock.now()),
    },
  }),
  reportActivity,
  logout,
  refreshToken,
  switchUser,
};
