import { sendChatMessage } from '@florin/contract/program/chat';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { trustedProxies } from './proxies.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ environment: { TRUSTED_PROXIES: '10.0.0.0/8,fd00::/8' } });
});
afterAll(() => server.close());

test.each([
  ['10.1.2.3', true],
  ['10.1.2.3:4711', true],
  ['::ffff:10.1.2.3', true],
  ['[fd00::1]:443', true],
  ['192.0.2.1', true],
  ['192.0.2.2', false],
  ['2001:db8::1', false],
  ['', false],
  ['a name', false],
])('%s is trusted: %s', (address, expected) => {
  expect(trustedProxies(['10.0.0.0/8', 'fd00::/8', '192.0.2.1'])(address)).toBe(expected);
});

test.each(['10.0.0.0/33', 'proxy.example', '10.0.0.0/x', '', 'fd00::/129'])('%j is refused at start', (entry) => {
  expect(() => trustedProxies([entry])).toThrow(/TRUSTED_PROXIES/);
});

const limit = sendChatMessage.limit.requests;

/** Whether one more call of that address passes the flood limit. */
async function passes(forwardedFor: string): Promise<boolean> {
  const { statusCode } = await server.app.inject({
    method: sendChatMessage.method,
    url: sendChatMessage.path,
    remoteAddress: '10.0.0.1',
    headers: { 'x-forwarded-for': forwardedFor, 'x-requested-by': 'florin' },
    payload: {},
  });
  return statusCode !== 429;
}
async function passed(addresses: readonly string[]): Promise<number> {
  const results = [];
  for (const address of addresses) results.push(await passes(address));
  return results.filter(Boolean).length;
}
const many = (count: number, address: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => address(index));

test('a client is counted whatever port the proxies write, and by itself', async () => {
  expect(await passed(many(limit + 5, (index) => `203.0.113.9:${1024 + index}, 10.9.9.9:80`))).toBe(limit);
  expect(await passed(many(limit + 5, (index) => `[2001:db8:7::1]:${1024 + index}`))).toBe(limit);
  expect(await passes('203.0.113.10:1024')).toBe(true);
});

test('a stranger with many networks has not as many limits', async () => {
  const hex = (index: number) => index.toString(16);
  expect(await passed(many(limit * 4 + 5, (index) => `2001:db8:1:${hex(index % 256)}::1`))).toBe(limit * 4);
  expect(await passed(many(limit * 16 + 5, (index) => `2001:db8:2:${hex((index % 256) * 256)}::1`))).toBe(limit * 16);
  expect(await passes('2001:db8:3::1')).toBe(true);
});
