import type { FastifyRequest } from 'fastify';
import { readCookie, sessionCookie } from './cookies.ts';

const harmless = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * True where a call that changes something comes from another site (ASVS 3.5.1 to 3.5.3): Sec-Fetch-Site or Origin
 * say so, or a session cookie comes without the header that only our own pages can send.
 * @param publicOrigin the installation's own (config.ts), for its scheme
 */
export function isForeign(request: FastifyRequest, publicOrigin: string): boolean {
  if (harmless.has(request.method)) return false;
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true;
  const { origin } = request.headers;
  if (origin !== undefined && !isOwn(origin, request.headers.host, publicOrigin)) return true;
  return readCookie(request, sessionCookie) !== null && request.headers['x-requested-by'] === undefined;
}

/** A page without TLS is a page of whoever sits on the line, except where the installation itself runs without. */
function isOwn(origin: string, asked: string | undefined, publicOrigin: string): boolean {
  if (!URL.canParse(origin)) return false;
  const { protocol, host } = new URL(origin);
  return host === asked?.toLowerCase() && (protocol === 'https:' || protocol === new URL(publicOrigin).protocol);
}
