import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CookieChange } from './call.ts';

/** The session's opaque token, and the secrets that identify a browser, one for each person who logs in there. */
export const sessionCookie = '__Host-sid';
export const deviceCookie = '__Host-did';
/** The slug of the white-label sign-in page that a browser opened, so that public pages keep its branding. */
export const programCookie = '__Host-program';
/** The secret with which a browser resumes its registration. */
export const registrationCookie = '__Host-reg';
/** The secret that distinguishes the browsers that have opened a reset link. */
export const recoveryCookie = '__Host-rec';
/** The secret of the visitor's browser for which a passkey challenge is valid. */
export const passkeyCookie = '__Host-pk';

/** Theme and color scheme of the last signed-in person, for the server's first paint. */
export const appearanceCookie = '__Host-appearance';

/** The value of one of our cookies; a repeated name counts as absent. */
export function readCookie(request: FastifyRequest, name: string): string | null {
  const header = request.headers.cookie;
  if (!header?.includes(`${name}=`)) return null;
  if (header.split(';').filter((pair) => pair.trim().startsWith(`${name}=`)).length > 1) return null;
  return parseCookie(header)[name] ?? null;
}

export function writeCookie(reply: FastifyReply, { name, value, maxAgeSeconds }: CookieChange): void {
  const cookie = stringifySetCookie({
    name,
    value: value ?? '',
    path: '/',
    httpOnly: true,
    secure: true,
    sameSite: 'strict',
    maxAge: value === null ? 0 : maxAgeSeconds,
  });
  reply.header('set-cookie', cookie);
}
