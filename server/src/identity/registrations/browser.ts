import { createHmac, hash, randomBytes } from 'node:crypto';
import { registration } from '@florin/contract/limits';
import type { CookieChange } from '../../http/call.ts';
import { registrationCookie } from '../../http/cookies.ts';

/** The secret with which a browser resumes its registration: 256 random bits. */
export const newBrowserSecret = (): string => randomBytes(32).toString('base64url');

/** Its stored form; null if the text cannot be one. */
export const hashBrowserSecret = (secret: string | null): Buffer | null =>
  secret !== null && /^[A-Za-z0-9_-]{43}$/.test(secret) ? hash('sha256', secret, 'buffer') : null;

/**
 * The flow token of a registration. It is derived from the browser's secret, so that the browser can get it again after
 * a reload although the database has only its hash.
 */
export const flowTokenOf = (browserSecret: string, registrationId: string): string =>
  `reg_${createHmac('sha256', browserSecret).update(`registration token|${registrationId}`).digest('base64url')}`;

export const registrationCookieChange = (browserSecret: string | null): CookieChange => ({
  name: registrationCookie,
  value: browserSecret,
  maxAgeSeconds: registration.lifetimeSeconds,
});

/**
 * The cookie after a finished registration. It stays if it belongs to that registration, so that the last page can be
 * reloaded. A different registration that was begun in the meantime is forgotten.
 */
export function cookieOfFinished(secret: string | null, { id, token }: { id: string; token: string }): CookieChange[] {
  return secret !== null && flowTokenOf(secret, id) === token ? [] : [registrationCookieChange(null)];
}
