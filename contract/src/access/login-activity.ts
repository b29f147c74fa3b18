import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { Timestamp } from '../dates/timestamp.ts';
import { text, Uuid } from '../fields.ts';
import { MINUTE } from '../limits.ts';

/** Login record, section 3. Times are ISO 8601 in UTC; the screen shows them in Eastern Time. */
export const LoginRecord = v.object({
  id: v.string(),
  deviceId: v.nullable(v.string()),
  agent: v.object({ agentFamily: v.nullable(v.string()), osFamily: v.nullable(v.string()) }),
  locationCity: v.nullable(v.string()),
  locationRegion: v.nullable(v.string()),
  locationCountry: v.nullable(v.string()),
  ipAddress: v.nullable(v.string()),
  timestamp: v.string(),
  /** Whether that device still has a live session. */
  isSignedIn: v.boolean(),
  /** Whether the person has reported this login as not theirs. */
  isReported: v.boolean(),
});
export type LoginRecord = v.InferOutput<typeof LoginRecord>;

const page = (defaultSize: number) => ({
  pageNumber: v.optional(v.pipe(text(6), v.regex(/^[1-9]\d{0,4}$/, 'format'), v.transform(Number)), '1'),
  pageSize: v.optional(
    v.pipe(text(3), v.regex(/^([1-9]\d?|100)$/, 'format'), v.transform(Number)),
    String(defaultSize),
  ),
});
/** Paged result, section 3. `asOf` is the server's time of the query: the page contains everything up to then. */
const Paged = v.object({
  items: v.array(LoginRecord),
  pageInfo: v.object({ totalItems: v.number() }),
  asOf: v.string(),
});

/** Section 7. Device login, section 3: `firstLogin.timestamp` is the person's first login on that device. */
export const currentDeviceLogin = endpoint({
  method: 'GET',
  path: '/security/current-device-login',
  summary: 'The login of the current device',
  access: 'session',
  answers: { 200: v.object({ ...LoginRecord.entries, firstLogin: v.object({ timestamp: v.string() }) }) },
  errors: [],
});

/** Section 7: the last login of each device. A token login has no browser and is listed separately. */
export const recentDeviceLogins = endpoint({
  method: 'GET',
  path: '/security/recent-device-logins',
  summary: 'Devices, each with its last login',
  access: 'session',
  query: v.object({ ...page(10), includeCurrentDevice: v.optional(v.picklist(['true', 'false'], 'format'), 'true') }),
  /** `othersSignedIn`: whether another device is signed in, on this page or any other. */
  answers: { 200: v.object({ ...Paged.entries, othersSignedIn: v.boolean() }) },
  errors: [],
});

/** Section 7: every login, or those of one device. */
export const recentLogins = endpoint({
  method: 'GET',
  path: '/security/recent-logins',
  summary: 'Logins, newest first',
  access: 'session',
  query: v.object({ ...page(10), deviceId: v.optional(Uuid) }),
  answers: { 200: Paged },
  errors: [],
});

/**
 * Login activity alert, section 3: other devices with a login newer than the last seen one, over the 12 devices with
 * the latest logins. `lastSeen` is null for a person who has never opened the page.
 */
export const loginActivityAlert = endpoint({
  method: 'GET',
  path: '/security/login-activity-alert',
  summary: 'Whether there are new logins to look at',
  access: 'session',
  answers: {
    200: v.object({
      newLoginsCount: v.number(),
      shouldAlert: v.boolean(),
      lastSeen: v.nullable(v.string()),
      /** The time from which logins are counted: when the person last opened the page, or their first login. */
      since: v.nullable(v.string()),
    }),
  },
  errors: [],
});
/** `upTo` is the `asOf` of the page shown: later logins stay new. Without it, everything until now counts as seen. */
export const markLoginActivitySeen = endpoint({
  method: 'POST',
  path: '/security/login-activity-seen',
  summary: 'Mark the login activity as seen',
  access: 'session',
  body: v.object({ upTo: v.optional(Timestamp) }),
  answers: { 200: v.object({ lastSeen: v.string() }) },
  errors: [],
});

const OneLogin = v.object({ loginId: Uuid });
/** Ends the sessions of the device of a login and its trust. */
export const signOutDevice = endpoint({
  method: 'POST',
  path: '/security/recent-logins/{loginId}/sign-out',
  summary: 'Sign out the device of a login',
  access: 'session',
  params: OneLogin,
  answers: { 204: null },
  errors: [],
});
export const signOutOtherDevices = endpoint({
  method: 'POST',
  path: '/security/sign-out-others',
  summary: 'Sign all other devices out',
  access: 'session',
  answers: { 200: v.object({ endedSessions: v.number() }) },
  errors: [],
});
/** "This wasn't me": ends every other session and the trust in every other device, and starts a password reset. */
export const reportDevice = endpoint({
  method: 'POST',
  path: '/security/recent-logins/{loginId}/report',
  summary: 'Report a login as not one’s own',
  access: 'session',
  // The person is notified of each at every address.
  limit: { per: 'session', requests: 5, windowSeconds: 10 * MINUTE },
  params: OneLogin,
  answers: { 204: null },
  errors: [],
});
