import * as v from 'valibot';
import { stored } from '../../../stored.ts';

const registration = stored('florin-registration', v.object({ until: v.number(), atLogin: v.boolean() }), 'local');

/** This browser's open registration. */
export interface OpenRegistration {
  /** It was left at the embedded login page, which the server does not know about. */
  atLogin: boolean;
}

/**
 * The open registration of this browser, so that the server is called only if there is one. It contains no secret: an
 * HttpOnly cookie names the registration, and the token stays in memory (security design 3.1).
 */
export function readOpenRegistration(now: number): OpenRegistration | null {
  const kept = registration.read();
  return kept !== null && kept.until > now ? { atLogin: kept.atLogin } : null;
}

/** Remembers a registration until it expires, in milliseconds since 1970. */
export function rememberRegistration(until: number, { atLogin }: OpenRegistration): void {
  registration.write({ until, atLogin });
}

export const forgetRegistration = (): void => registration.remove();
