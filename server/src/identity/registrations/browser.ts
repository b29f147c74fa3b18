import { createHmac, hash, randomBytes } from 'node:crypto';
import { registration } from '@florin/contract/limits';
import type { CookieChange } from '../../http/call.ts';
import { registrationCookie } from '../../http/cookies.ts';

/** The secret that brings a browser back to the registration it has begun: 256 random bits. */
export const newBrowserSecret = (): string => randomBytes(32).toString('base64url');

/** What the database keeps of it; null where the text cannot be one. */
export const hashBrowserSecret = (secret: string | null): Buffer | null =>
  secret !== null && /^[A-Za-z0-9_-]{43}$/.test(secret) ? hash('sha256', secret, 'buffer') : null;

/**
 * The flow token of a registration. It follows from the browser's secret, so that the browser can be given it again after
 * a reload although the database holds nothing but its hash.
 */
export const flowTokenOf = (browserSecret: string, registrationId: string): string =>
  `reg_${createHmac('sha256', browserSecret).update(`registration token|${registrationId}`).digest('base64url')}`;

export const registrationCookieChange = (browserSecret: string | null): CookieChange => ({
  name: registrationCookie,
  value: browserSecret,
  maxAgeSeconds: registration.lifetimeSeconds,
});

/**
 * The cookie once a registration is finished: it stays where it is that one's, so that the last page can be loaded again;
 * what else the browser has begun meanwhile is forgotten.
 */
export function cookieOfFinished(secret: string | null, { id, token }: { id: string; token: string }): CookieChange[] {
  return secret !== null && flowTokenOf(secret, id) === token ? [] : [registrationCookieChange(null)];
}
