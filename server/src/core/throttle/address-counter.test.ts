import { afterAll, beforeAll, expect, test } from 'vitest';
import { networksOf } from '../../http/client.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { addressCounter } from './address-counter.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const cap = 2;
const counterOf = (ip: string) => addressCounter(server.context.keys, 'test', networksOf(ip), 3600);

test('the networks of an address have several times its limit, and what is refused counts for none', async () => {
  const { db, clock } = server.context;
  const count = (ip: string) => counterOf(ip).count(db, clock.now(), cap);
  const read = async (ip: string) => (await counterOf(ip).read(db, clock.now())).failures;
  const counted = async (ips: readonly string[]) => {
    const results = [];
    for (const ip of ips) results.push(await count(ip));
    return results.filter(Boolean).length;
  };
  const inOne56 = Array.from({ length: 12 }, (_, index) => `2001:db8:0:${(0x100 + index).toString(16)}::1`);
  expect(await counted(['2001:db8:0:1ff::1', '2001:db8:0:1ff::2', '2001:db8:0:1ff::3'])).toBe(cap);
  expect(await counted(inOne56)).toBe(cap * 4 - cap);
  expect(await read('2001:db8:0:1aa::1')).toBe(cap);
  const inOne48 = Array.from({ length: 40 }, (_, index) => `2001:db8:0:${(0x200 + index * 256).toString(16)}::1`);
  expect(await counted(inOne48)).toBe(cap * 16 - cap * 4);
  expect(await counted(['2001:db8:1::1', '198.51.100.7', '198.51.100.7', '198.51.100.7'])).toBe(1 + cap);

  await counterOf('2001:db8:0:1ff::1').uncount(db);
  expect(await count('2001:db8:0:1ff::9')).toBe(true);
});
