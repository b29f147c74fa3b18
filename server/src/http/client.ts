import { isIP, isIPv6 } from 'node:net';
import Bowser from 'bowser';

/** Where a call comes from, as far as the server can tell. Nothing here is proof of anything. */
export interface Client {
  /** The host name that was asked, one of those this installation answers for. */
  hostname: string;
  /** The same as the Host header has it: with its port where that is not the scheme's own. */
  host: string;
  ip: string;
  /** The unit that limits count: an IPv4 address, an IPv6 /64, or one shared bucket when the address is unknown. */
  ipPrefix: string;
  agentFamily: string | null;
  osFamily: string | null;
  /** The secret of the device cookie, if the browser sent one. */
  deviceSecret: string | null;
  /** The secret of the registration cookie, if the browser sent one. */
  registrationSecret: string | null;
  /** The secret of the recovery cookie, if the browser sent one. */
  recoverySecret: string | null;
  /** The session cookie that came along, whether or not it is good for anything. */
  sessionToken: string | null;
  /** The slug of the white-label sign-in page this browser came by. */
  programSlug: string | null;
  /** `token`: the caller asked for tokens in the answer instead of a cookie. */
  delivery: 'cookie' | 'token';
}

/** What tells a visitor's program; the slug is the one of `/login/{customSlug}`. */
export type Visitor = Pick<Client, 'hostname' | 'sessionToken' | 'programSlug'> & { customSlug?: string };

/**
 * Normalises an address to the prefix that limits count; mapped IPv4 addresses are unwrapped.
 * @param ip undefined once the caller has hung up
 */
export function ipPrefixOf(ip: string | undefined): string {
  const address = (ip ?? '').replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '').replace(/%.*$/, '');
  if (!isIP(address)) return 'unknown';
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.toLowerCase().split('::');
  const groups = head === '' ? [] : head.split(':');
  if (tail !== undefined) {
    const rest = tail === '' ? [] : tail.split(':');
    while (groups.length + rest.length < 8) groups.push('0');
    groups.push(...rest);
  }
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}

/** Browser and operating system by name, for people to recognise their own devices. */
export function agentOf(userAgent: string | undefined): { agentFamily: string | null; osFamily: string | null } {
  if (!userAgent) return { agentFamily: null, osFamily: null };
  const { browser, os } = Bowser.parse(userAgent.slice(0, 512));
  return { agentFamily: browser.name || null, osFamily: os.name || null };
}
