import type { FastifyRequest } from 'fastify';
import { readCookie, sessionCookie } from './cookies.ts';

const harmless = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * True where a call that changes something comes from another site (ASVS 3.5.1 to 3.5.3): Sec-Fetch-Site or Origin
 * say so, or a session cookie comes without the header that only our own pages can send.
 */
export function isForeign(request: FastifyRequest): boolean {
  if (harmless.has(request.method)) return false;
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true;
  const { origin } = request.headers;
  if (origin !== undefined && hostOf(origin) !== request.headers.host?.toLowerCase()) return true;
  return readCookie(request, sessionCookie) !== null && request.headers['x-requested-by'] === undefined;
}

const hostOf = (origin: string) => (URL.canParse(origin) ? new URL(origin).host : null);
