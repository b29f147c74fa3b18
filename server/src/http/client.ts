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
  /** The same, and the larger networks around it that one customer may have; the narrowest first. */
  networks: readonly Network[];
  agentFamily: string | null;
  osFamily: string | null;
  /** What the device cookie holds, or a token caller's X-Device-Credential, if one was sent. */
  deviceSecrets: string | null;
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
  /** The last server-sent event that the caller has received, after a disconnection. */
  lastEventId: string | null;
  /** `token`: the caller wants tokens in the answer instead of a cookie. */
  delivery: 'cookie' | 'token';
}

/** The evidence for a visitor's program; the slug is the one of `/login/{customSlug}`. */
export type Visitor = Pick<Client, 'hostname' | 'sessionToken' | 'programSlug'> & { customSlug?: string };

/** A network that limits count, and how many times the limit of a single address it has. */
export interface Network {
  prefix: string;
  share: number;
}

/**
 * Providers give a customer an IPv6 /64, /56 or /48. Without limits for the larger networks, a stranger with a /48
 * could use 65,536 of the smallest. If they had the limit of a single address, an office or a mobile network would lock
 * itself out.
 */
const wider = [
  { groups: 3.5, share: 4 },
  { groups: 3, share: 16 },
];

/** The prefix under which limits count an address, and the larger ones around it. */
export function networksOf(ip: string | undefined): Network[] {
  const groups = groupsOf(addressOf(ip));
  const own = { prefix: ipPrefixOf(ip), share: 1 };
  if (groups === null) return [own];
  return [own, ...wider.map(({ groups: count, share }) => ({ prefix: prefixOf(groups, count), share }))];
}

/**
 * The address in a text as proxies write it: `1.2.3.4`, `1.2.3.4:5678`, `[2001:db8::1]:5678`. Mapped IPv4 addresses are
 * unwrapped. Empty if there is none.
 * @param ip undefined once the caller has hung up
 */
export function addressOf(ip: string | undefined): string {
  const text = (ip ?? '').trim();
  const [, bracketed] = /^\[([^\]]+)\](?::\d{1,5})?$/.exec(text) ?? [];
  const [, withPort] = /^(\d+\.\d+\.\d+\.\d+):\d{1,5}$/.exec(text) ?? [];
  const address = (bracketed ?? withPort ?? text).replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');
  return isIP(address) ? address : '';
}

/** Normalises an address to the prefix that limits count. */
export function ipPrefixOf(ip: string | undefined): string {
  const address = addressOf(ip);
  if (address === '') return 'unknown';
  const groups = groupsOf(address);
  return groups === null ? address : prefixOf(groups, 4);
}

/** The first groups of 16 bits, as many as given. Half a group is its upper half. */
function prefixOf(groups: readonly number[], count: number): string {
  const kept = groups.slice(0, Math.ceil(count));
  if (!Number.isInteger(count)) kept.push(kept.pop()! & 0xff_00);
  return `${kept.map((group) => group.toString(16)).join(':')}::/${count * 16}`;
}

/** The eight groups of an IPv6 address; null for any other. */
function groupsOf(address: string): number[] | null {
  if (!isIPv6(address)) return null;
  const [head = '', tail] = address.toLowerCase().split('::');
  const groups = head === '' ? [] : head.split(':');
  if (tail !== undefined) {
    const rest = tail === '' ? [] : tail.split(':');
    while (groups.length + rest.length < 8) groups.push('0');
    groups.push(...rest);
  }
  return groups.map((group) => Number.parseInt(group, 16));
}

/** Browser and operating system by name, so that people recognize their own devices. */
export function agentOf(userAgent: string | undefined): { agentFamily: string | null; osFamily: string | null } {
  if (!userAgent) return { agentFamily: null, osFamily: null };
  const { browser, os } = Bowser.parse(userAgent.slice(0, 512));
  return { agentFamily: browser.name || null, osFamily: os.name || null };
}
