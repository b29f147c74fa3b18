import { hash, randomBytes } from 'node:crypto';

/** Browsers keep a cookie for 400 days at most; each sign-in renews it. */
export const deviceCookieSeconds = 400 * 24 * 60 * 60;

/** The people whose devices a browser keeps; the one who logged in there longest ago makes room for another. */
const keptDevices = 8;

/** The secret that identifies a browser again: 256 random bits. A client's description of itself proves nothing. */
export const newDeviceSecret = (): string => randomBytes(32).toString('base64url');

/** The stored form of a device's secret. */
export const hashDeviceSecret = (secret: string): Buffer => hash('sha256', secret, 'buffer');

/** The secrets that a cookie or credential holds: one for each person who logged in there, the last one first. */
export const secretsIn = (held: string | null): string[] =>
  (held?.split('.', keptDevices) ?? []).filter((secret) => /^[A-Za-z0-9_-]{43}$/.test(secret));

/** What a cookie or credential holds after a login. */
export const heldSecrets = (secret: string, others: readonly string[]): string =>
  [secret, ...others].slice(0, keptDevices).join('.');
