import { BlockList, isIPv6 } from 'node:net';
import { addressOf } from '../client.ts';

/**
 * Whether an address is one of the trusted proxies, however a proxy has written it (`ip:port`, `[v6]:port`).
 * @param proxies addresses and networks
 * @throws Error naming an entry that is neither
 */
export function trustedProxies(proxies: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const entry of proxies) {
    const [text = '', bits] = entry.split('/');
    const address = addressOf(text);
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    const width = family === 'ipv6' ? 128 : 32;
    const prefix = bits === undefined ? width : Number(bits);
    if (address === '' || !/^\d*$/.test(bits ?? '') || prefix > width)
      throw new Error(`TRUSTED_PROXIES: ${entry} is no address and no network.`);
    list.addSubnet(address, prefix, family);
  }
  return (text) => {
    const address = addressOf(text);
    return address !== '' && list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
  };
}
