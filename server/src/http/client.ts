import { isIP, isIPv6 } from 'node:net';
import Bowser from 'bowser';

/** The origin of a call, as far as the server can tell. Nothing here is proof. */
export interface Client {
  /** The requested host name, one of those this installation answers for. */
  hostname: string;
  /** The same as in the Host header: with its port unless it is the scheme's default. */
  host: string;
  ip: string;
  /** The unit of limits: an IPv4 address, an IPv6 /64, or one shared bucket if the address is unknown. */
  ipPrefix: string;
  agentFamily: string | null;
  osFamily: string | null;
  /** The secret of the device cookie, or of a token caller's X-Device-Credential, if one was sent. */
  deviceSecret: string | null;
  /** The secret of the registration cookie, if the browser sent one. */
  registrationSecret: string | null;
  /** The secret of the recovery cookie, if the browser sent one. */
  recoverySecret: string | null;
  /** The secret of the passkey cookie, if the browser sent one. */
  passkeySecret: string | null;
  /** The session cookie of the call, valid or not. */
  sessionToken: string | null;
  /** The slug of the white-label sign-in page that the browser opened. */
  programSlug: string | null;
  /** `token`: the caller wants tokens in the answer instead of a cookie. */
  delivery: 'cookie' | 'token';
}

/** The evidence for a visitor's program; the slug is the one of `/login/{customSlug}`. */
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

/** Browser and operating system by name, so that people recognize their own devices. */
export function agentOf(userAgent: string | undefined): { agentFamily: string | null; osFamily: string | null } {
  if (!userAgent) return { agentFamily: null, osFamily: null };
  const { browser, os } = Bowser.parse(userAgent.slice(0, 512));
  return { agentFamily: browser.name || null, osFamily: os.name || null };
}
