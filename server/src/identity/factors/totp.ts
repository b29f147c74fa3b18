import { randomBytes } from 'node:crypto';
import { accessCode, authenticator } from '@florin/contract/limits';
import { Secret, TOTP } from 'otpauth';

/** As long as the hash, as RFC 4226 recommends. */
const secretBytes = 20;
/** The values that every authenticator app supports (the key URI format); the hash is safe in HMAC. */
const parameters = { algorithm: 'SHA1', digits: accessCode.digits, period: authenticator.stepSeconds } as const;

/** A new secret in the form that people type into an app: base32 without padding. */
export const newTotpSecret = (): string =>
  new Secret({ buffer: new Uint8Array(randomBytes(secretBytes)).buffer }).base32;

/** The secret in the form of a QR code. */
export const totpUri = (secret: string, issuer: string, label: string): string =>
  new TOTP({ ...parameters, secret: Secret.fromBase32(secret), issuer, label }).toString();

/**
 * The time step of this code (RFC 6238), one step early or late included; null if it belongs to none. The caller checks
 * whether the step was used before.
 * @param code six digits
 */
export function totpStep(secret: string, code: string, now: Date): number | null {
  const delta = TOTP.validate({
    ...parameters,
    token: code,
    secret: Secret.fromBase32(secret),
    timestamp: now.getTime(),
    window: authenticator.stepsEitherWay,
  });
  return delta === null ? null : Math.floor(now.getTime() / 1000 / authenticator.stepSeconds) + delta;
}
