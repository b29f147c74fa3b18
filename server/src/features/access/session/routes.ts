import type * as contract from '@florin/contract/session';
import type { HandlersOf } from '../../../http/call.ts';
import { reportActivity } from './activity.ts';
import { logout } from './logout.ts';
import { refreshToken } from './refresh.ts';
import { noticeEnd, remainingOf } from '../../../identity/sessions/rules.ts';

export const sessionRoutes: HandlersOf<typeof contract> = {
  /** The session check (login check result, section 3). It never extends anything. */
  session: async ({ caller: session, context }) => {
    const now = context.clock.now();
    const { restrictedSince } = session;
    return {
      status: 200,
      body: {
        userId: session.membershipId,
        role: session.role,
        epoch: session.epoch,
        isSuspect: restrictedSince !== null,
        suspectSecondsLeft: restrictedSince && Math.max(0, +noticeEnd(restrictedSince) - +now) / 1000,
        remaining: remainingOf(session, now),
      },
    };
  },
  reportActivity,
  logout,
  refreshToken,
};
