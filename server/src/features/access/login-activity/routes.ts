import type * as contract from '@florin/contract/access/login-activity';
import { loginActivity } from '@florin/contract/limits';
import { refuse, type HandlersOf } from '../../../http/call.ts';
import { lastSeen, markSeen } from '../../../core/seen-marks.ts';
import { areOthersSignedIn, firstLoginAt, listDevices, listLogins, readCurrentLogin } from './queries.ts';
import { reportDevice } from './report.ts';
import { alertOf, pageOf, recordOf, seenUntil } from './rules.ts';
import { signOutDevice, signOutOtherDevices } from './sign-out.ts';

export const loginActivityRoutes: HandlersOf<typeof contract> = {
  currentDeviceLogin: async ({ context, caller: session }) => {
    const login = await readCurrentLogin(context.db, session, context.clock.now());
    if (!login) return refuse('NOT_FOUND');
    return { status: 200, body: { ...recordOf(login), firstLogin: { timestamp: login.firstAt.toISOString() } } };
  },
  recentDeviceLogins: async ({ context, caller: session, input: { query } }) => {
    const now = context.clock.now();
    const withCurrent = query.includeCurrentDevice === 'true';
    const [{ rows, total }, othersSignedIn] = await Promise.all([
      listDevices(context.db, session, { ...pageOf(query), withCurrent, now }),
      areOthersSignedIn(context.db, session, now),
    ]);
    return { status: 200, body: { ...pageBody(rows.map(recordOf), total, now), othersSignedIn } };
  },
  recentLogins: async ({ context, caller: session, input: { query } }) => {
    const now = context.clock.now();
    const { deviceId } = query;
    const { rows, total } = await listLogins(context.db, session.personId, { ...pageOf(query), deviceId, now });
    return { status: 200, body: pageBody(rows.map(recordOf), total, now) };
  },
  loginActivityAlert: async ({ context, caller: session }) => {
    const page = { limit: loginActivity.alertLogins, offset: 0, withCurrent: false, now: context.clock.now() };
    const { rows } = await listDevices(context.db, session, page);
    const { personId } = session;
    const seen = await lastSeen(context.db, personId, 'login-activity');
    return { status: 200, body: alertOf(rows, seen, seen ?? (await firstLoginAt(context.db, personId))) };
  },
  markLoginActivitySeen: async ({ context, caller: session, input }) => {
    const until = seenUntil(input.body.upTo, context.clock.now());
    const seen = await markSeen(context.db, session.personId, 'login-activity', until);
    return { status: 200, body: { lastSeen: seen.toISOString() } };
  },
  signOutDevice,
  signOutOtherDevices,
  reportDevice,
};

const pageBody = <T>(items: T[], totalItems: number, now: Date) => ({
  items,
  pageInfo: { totalItems },
  asOf: now.toISOString(),
});
