import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { text } from '../fields.ts';

/** The role of an account (section 1). */
export const Role = v.picklist(['ADMIN', 'CARDHOLDER']);
export type Role = v.InferOutput<typeof Role>;

/** Seconds until the server ends the session; relative, so that a wrong browser clock does no harm. */
const Remaining = v.object({ idleSeconds: v.number(), absoluteSeconds: v.number() });

/**
 * The session check: who is signed in, with which account, and whether the login is suspicious (isSuspect, section 3).
 */
export const session = endpoint({
  method: 'GET',
  path: '/api/session',
  summary: 'The current session',
  access: 'session',
  allowsRestricted: true,
  answers: {
    200: v.object({
      userId: v.string(),
      role: Role,
      epoch: v.string(),
      isSuspect: v.boolean(),
      /** The time until the browser has to log out, counted from the start of the suspicion; null for other logins. */
      suspectSecondsLeft: v.nullable(v.number()),
      remaining: Remaining,
    }),
  },
  errors: [],
});

/** Tells the server that the person was active `idleSeconds` ago; the only call that extends the idle limit. */
export const reportActivity = endpoint({
  method: 'POST',
  path: '/api/session/activity',
  summary: 'Extend the idle limit',
  access: 'session',
  allowsRestricted: true,
  body: v.object({
    idleSeconds: v.pipe(v.number('type'), v.integer('format'), v.minValue(0, 'format'), v.maxValue(86_400, 'format')),
  }),
  answers: { 200: Remaining },
  errors: [],
});

/** Ends the session in every tab. `reason` distinguishes a person's logout from the idle limit. */
export const logout = endpoint({
  method: 'POST',
  path: '/api/logout',
  summary: 'End the session',
  access: 'session',
  allowsRestricted: true,
  body: v.object({ reason: v.picklist(['user', 'idle', 'suspicious'], 'format') }),
  answers: { 204: null },
  errors: [],
});

/**
 * For callers with tokens: a used token returns the same successor for a short time. After that it ends the session.
 */
export const refreshToken = endpoint({
  method: 'POST',
  path: '/api/refresh-token',
  summary: 'Exchange a refresh token for a new pair',
  access: 'public',
  limit: { per: 'address', requests: 600, windowSeconds: 60 },
  body: v.object({ refresh_token: text(128) }),
  answers: { 200: v.object({ access_token: v.string(), refresh_token: v.string(), expiresInSeconds: v.number() }) },
  errors: ['REFRESH_TOKEN_INVALID'],
});
