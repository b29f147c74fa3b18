import type { FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';
import { isDatabaseAway } from '../../db/away.ts';
import type { Database } from '../../db/open.ts';

/** The host names of this installation, and the origins that may call it. */
export interface Hosts {
  /** The host name of a Host header, or null if this installation does not answer for it. */
  accept(hostHeader: string | undefined): Promise<string | null>;
}

const listAgeMilliseconds = 2000;

/**
 * Host names come from PUBLIC_ORIGIN, ALLOWED_HOSTS and the white-label table; X-Forwarded-Host is never read
 * (security design P14). In development the loopback names are answered as well.
 */
export function knownHosts(config: Config, db: Database): Hosts {
  const fixed = new Set([new URL(config.publicOrigin).hostname, ...config.allowedHosts]);
  if (!config.production) for (const name of ['localhost', '127.0.0.1', '[::1]']) fixed.add(name);
  let customers: Promise<ReadonlySet<string>> | null = null;
  let lastRead: ReadonlySet<string> | null = null;
  let readAt = 0;
  const customerHosts = () => {
    if (!customers || Date.now() - readAt > listAgeMilliseconds) {
      readAt = Date.now();
      customers = db
        .selectFrom('program_hostname')
        .select('hostname')
        .execute()
        .then(
          (rows) => (lastRead = new Set(rows.map((row) => row.hostname))),
          (error: unknown) => {
            // While the database is unavailable, the last known names are used.
            if (lastRead && isDatabaseAway(error)) return lastRead;
            throw error;
          },
        );
      customers.catch(() => (customers = null));
    }
    return customers;
  };
  return {
    async accept(hostHeader) {
      const name = hostnameOf(hostHeader);
      if (name === null) return null;
      return fixed.has(name) || (await customerHosts()).has(name) ? name : null;
    },
  };
}

/** A proxy and this server may read different hosts from a request with two Host headers (RFC 9112, 3.2). */
export const hasTwoHosts = ({ raw }: FastifyRequest): boolean =>
  raw.rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'host').length > 1;

/** The lower-case name of a Host header without its port; null if it is not a plain host. */
export function hostnameOf(hostHeader: string | undefined): string | null {
  const match = /^([a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i.exec(hostHeader ?? '');
  return match ? match[1]!.toLowerCase() : null;
}
