import type { LoginRecord } from '@florin/contract/access/login-activity';
import type { LoginRow } from './queries.ts';

/** A login as shown to people (section 3). */
export function recordOf(row: LoginRow): LoginRecord {
  return {
    id: row.id,
    deviceId: row.deviceId,
    agent: { agentFamily: row.agentFamily, osFamily: row.osFamily },
    locationCity: row.city,
    locationRegion: row.region,
    locationCountry: row.country,
    ipAddress: row.ipAddress,
    timestamp: row.at.toISOString(),
    isSignedIn: row.isSignedIn,
    isReported: row.isReported,
  };
}

/** The rows of a page; pages are counted from 1. */
export const pageOf = ({ pageNumber, pageSize }: { pageNumber: number; pageSize: number }) => ({
  limit: pageSize,
  offset: (pageNumber - 1) * pageSize,
});

/**
 * The login activity alert (section 4): at least one other device has logged in since the person's last visit.
 * @param others the last logins of other devices, newest first
 * @param firstAt the person's first login, for people who have never visited the page
 */
export function alertOf(others: readonly { at: Date }[], lastSeen: Date | null, firstAt: Date | null) {
  const newLoginsCount = others.filter(({ at }) => lastSeen === null || at > lastSeen).length;
  return {
    newLoginsCount,
    shouldAlert: newLoginsCount > 0,
    lastSeen: lastSeen?.toISOString() ?? null,
    since: (lastSeen ?? firstAt)?.toISOString() ?? null,
  };
}

/** The new seen mark: never later than the newest existing login. */
export function seenUntil(upTo: string | undefined, now: Date): Date {
  const claimed = upTo === undefined ? now : new Date(upTo);
  return claimed < now ? claimed : now;
}

/** Whether a login came from the device of a session. */
export const isOwnLogin = (
  login: { deviceId: string | null; at: Date },
  session: { deviceId: string | null; authenticatedAt: Date },
): boolean =>
  session.deviceId === null
    ? login.deviceId === null && login.at.getTime() === session.authenticatedAt.getTime()
    : login.deviceId === session.deviceId;
