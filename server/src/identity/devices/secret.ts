import { hash, randomBytes } from 'node:crypto';

/** Browsers keep a cookie for 400 days at most; each sign-in starts them anew. */
export const deviceCookieSeconds = 400 * 24 * 60 * 60;

/** The secret by which a browser is recognised again: 256 random bits. What a client calls itself proves nothing. */
export const newDeviceSecret = (): string => randomBytes(32).toString('base64url');

/** What the database keeps of a device's secret; null where the text cannot be one. */
export const hashDeviceSecret = (secret: string | null): Buffer | null =>
  secret !== null && /^[A-Za-z0-9_-]{43}$/.test(secret) ? hash('sha256', secret, 'buffer') : null;
