import { expect, test } from 'vitest';
import { agentOf, ipPrefixOf, networksOf } from './client.ts';

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['203.0.113.9:41234', '203.0.113.9'],
  ['[2001:db8:1:2::9]:443', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::9]', '2001:db8:1:2::/64'],
  [' 203.0.113.9', '203.0.113.9'],
  ['203.0.113.9:port', 'unknown'],
  ['', 'unknown'],
  [undefined, 'unknown'],
  ['203.0.113.9, 10.0.0.1', 'unknown'],
])('%s counts as %s', (ip, prefix) => {
  expect(ipPrefixOf(ip)).toBe(prefix);
});

test('two addresses of one IPv6 network share a prefix, two networks do not', () => {
  expect(ipPrefixOf('2001:db8:0:7::1')).toBe(ipPrefixOf('2001:db8::7:ffff:1:2:3'));
  expect(ipPrefixOf('2001:db8:0:7::1')).not.toBe(ipPrefixOf('2001:db8:0:8::1'));
});

test.each([
  ['203.0.113.9:80', [['203.0.113.9', 1]]],
  [undefined, [['unknown', 1]]],
  [
    '2001:db8:1:23ff::9',
    [
      ['2001:db8:1:23ff::/64', 1],
      ['2001:db8:1:2300::/56', 4],
      ['2001:db8:1::/48', 16],
    ],
  ],
] as const)('%s is limited by %j', (ip, expected) => {
  expect(networksOf(ip).map(({ prefix, share }) => [prefix, share])).toEqual(expected);
});

test('a browser is named, nonsense is not', () => {
  const chrome =
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
  expect(agentOf(chrome)).toEqual({ agentFamily: 'Chrome', osFamily: 'Linux' });
  expect(agentOf(undefined)).toEqual({ agentFamily: null, osFamily: null });
  expect(agentOf('x'.repeat(100_000)).osFamily).toBeNull();
});
