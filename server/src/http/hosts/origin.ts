import type { FastifyRequest } from 'fastify';
import { readCookie, sessionCookie } from '../cookies.ts';

const harmless = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * True if a call that changes something comes from another site (ASVS 3.5.1 to 3.5.3): Sec-Fetch-Site or Origin say so,
 * or a session cookie comes without the header that only our own pages can send.
 * @param publicOrigin the installation's own (config.ts), for its scheme
 */
export function isForeign(request: FastifyRequest, publicOrigin: string): boolean {
  if (harmless.has(request.method)) return false;
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true;
  const { origin } = request.headers;
  if (origin !== undefined && !isOwnOrigin(origin, request.headers.host ?? '', publicOrigin)) return true;
  return readCookie(request, sessionCookie) !== null && request.headers['x-requested-by'] === undefined;
}

/**
 * Whether an origin, as a browser writes it, is the host a call was sent to. A page without TLS may come from an
 * attacker on the line, unless the installation itself runs without TLS.
 * @param host the Host header: a proxy passes on the one it received, with its port unless it is the scheme's default
 */
export function isOwnOrigin(origin: string, host: string, publicOrigin: string): boolean {
  if (!URL.canParse(origin)) return false;
  const { protocol } = new URL(origin);
  const asked = `${protocol}//${host}`;
  if (!URL.canParse(asked) || new URL(asked).origin !== origin) return false;
  return protocol === 'https:' || protocol === new URL(publicOrigin).protocol;
}
