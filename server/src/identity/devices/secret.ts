import { hash, randomBytes } from 'node:crypto';

/** Browsers keep a cookie for 400 days at most; each sign-in renews it. */
export const deviceCookieSeconds = 400 * 24 * 60 * 60;

/** The secret that identifies a browser again: 256 random bits. A client's description of itself proves nothing. */
export const newDeviceSecret = (): string => randomBytes(32).toString('base64url');

/** The stored form of a device's secret; null if the text cannot be one. */
export const hashDeviceSecret = (secret: string | null): Buffer | null =>
  secret !== null && /^[A-Za-z0-9_-]{43}$/.test(secret) ? hash('sha256', secret, 'buffer') : null;
