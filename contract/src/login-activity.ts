import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { text, Uuid } from './fields.ts';

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
  /** Whether a session of that device is still live. */
  isSignedIn: v.boolean(),
});
export type LoginRecord = v.InferOutput<typeof LoginRecord>;

const page = (defaultSize: number) => ({
  pageNumber: v.optional(v.pipe(text(6), v.regex(/^[1-9]\d{0,4}$/, 'format'), v.transform(Number)), '1'),
  pageSize: v.optional(
    v.pipe(text(3), v.regex(/^([1-9]\d?|100)$/, 'format'), v.transform(Number)),
    String(defaultSize),
  ),
});
/** Paged result, section 3. */
const Paged = v.object({ items: v.array(LoginRecord), pageInfo: v.object({ totalItems: v.number() }) });

/** Section 7. Device login, section 3: `firstLogin.timestamp`. */
export const currentDeviceLogin = endpoint({
  method: 'GET',
  path: '/security/current-device-login',
  summary: 'The login of the current device',
  access: 'session',
  answers: { 200: v.object({ ...LoginRecord.entries, firstLogin: v.object({ timestamp: v.string() }) }) },
  errors: [],
});

/** Section 7: the last login of each device. */
export const recentDeviceLogins = endpoint({
  method: 'GET',
  path: '/security/recent-device-logins',
  summary: 'Devices, each with its last login',
  access: 'session',
  query: v.object({ ...page(10), includeCurrentDevice: v.optional(v.picklist(['true', 'false'], 'format'), 'true') }),
  answers: { 200: Paged },
  errors: [],
});

/** Section 7: every login, of one device where it is named. */
export const recentLogins = endpoint({
  method: 'GET',
  path: '/security/recent-logins',
  summary: 'Logins, newest first',
  access: 'session',
  query: v.object({ ...page(10), deviceId: v.optional(Uuid) }),
  answers: { 200: Paged },
  errors: [],
});

/** Login activity alert, section 3: logins from other devices since last seen, over the 12 most recent. */
export const loginActivityAlert = endpoint({
  method: 'GET',
  path: '/security/login-activity-alert',
  summary: 'Whether there are new logins to look at',
  access: 'session',
  answers: {
    200: v.object({ newLoginsCount: v.number(), shouldAlert: v.boolean(), lastSeen: v.nullable(v.string()) }),
  },
  errors: [],
});
export const markLoginActivitySeen = endpoint({
  method: 'POST',
  path: '/security/login-activity-seen',
  summary: 'Mark the login activity as seen',
  access: 'session',
  answers: { 200: v.object({ lastSeen: v.string() }) },
  errors: [],
});

/** Ends the sessions of one device and forgets that it was trusted. */
export const signOutDevice = endpoint({
  method: 'POST',
  path: '/security/devices/{deviceId}/sign-out',
  summary: 'Sign a device out',
  access: 'session',
  params: v.object({ deviceId: Uuid }),
  answers: { 204: null },
  errors: [],
});
export const signOutOtherDevices = endpoint({
  method: 'POST',
  path: '/security/devices/sign-out-others',
  summary: 'Sign all other devices out',
  access: 'session',
  answers: { 200: v.object({ endedSessions: v.number() }) },
  errors: [],
});
/** "This wasn't me": ends every session, revokes every trusted device, and mails a link to reset the password. */
export const reportDevice = endpoint({
  method: 'POST',
  path: '/security/devices/{deviceId}/report',
  summary: 'Report a login as not one’s own',
  access: 'session',
  params: v.object({ deviceId: Uuid }),
  answers: { 204: null },
  errors: [],
});
