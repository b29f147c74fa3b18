import * as v from 'valibot';
import { stored } from '../../../stored.ts';

const begun = stored('florin-registration', v.object({ until: v.number(), atLogin: v.boolean() }), 'local');

/** A registration that this browser has under way. */
export interface Begun {
  /** It was left on the embedded login page, which the server does not know about. */
  atLogin: boolean;
}

/**
 * The registration under way in this browser, so that the server is asked only if there is one. It holds no secret: an HttpOnly
 * cookie names the registration, and the token stays in memory (security design 3.1).
 */
export function readBegun(now: number): Begun | null {
  const kept = begun.read();
  return kept !== null && kept.until > now ? { atLogin: kept.atLogin } : null;
}

/** Remembers a registration until it expires, in milliseconds since 1970. */
export function rememberBegun(until: number, { atLogin }: Begun): void {
  begun.write({ until, atLogin });
}

export const forgetBegun = (): void => begun.remove();
