// How soon a logout at one process is noticed by another one that has just served the session. Goal: 99 of 100 within half
// a second.
import { join } from 'node:path';
import { demoPassword } from '../server/src/demo/people.ts';
import { addressOfCaller, post } from './lib/calls.ts';
import { keyring } from './lib/people.ts';
import { startProduct, type Product } from './lib/server.ts';
import { goal, printTable } from './lib/table.ts';

const rounds = 200;
const keys = { KEYS: 'environment', KEYRING: keyring, TRUSTED_PROXIES: '127.0.0.1,::1' };
const first = await startProduct(keys);
const socket = encodeURIComponent(join(first.dataDir, 'postgres'));
const shared = `postgresql://florin_server@localhost:5432/postgres?host=${socket}`;
const second = await startProduct({ ...keys, DATABASE_URL: shared });

const milliseconds: number[] = [];
for (let round = 0; round < rounds; round++) {
  const [from, to] = round % 2 === 0 ? [first, second] : [second, first];
  const address = addressOfCaller(round);
  const { body } = await post(
    from.origin,
    '/api/login',
    { username: 'onefactor', password: demoPassword },
    { address },
  );
  const token = String(body['access_token']);
  // The logout comes at any age of what the other process remembers.
  const heldUntil = performance.now() + ((round * 13) % 400);
  while (performance.now() < heldUntil || !(await isLive(to, token)));
  const { status } = await post(from.origin, '/api/logout', { reason: 'user' }, { address, bearer: token });
  if (status >= 300) throw new Error(`The logout was refused with ${status}.`);
  const endedAt = performance.now();
  while (await isLive(to, token));
  milliseconds.push(performance.now() - endedAt);
}
await second.stop();
await first.stop();

const sorted = milliseconds.toSorted((a, b) => a - b);
const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
printTable([
  ['logouts', 'median, ms', '99th of 100, ms', 'slowest, ms'],
  [rounds, at(0.5).toFixed(0), at(0.99).toFixed(0), at(1).toFixed(0)],
]);
goal('a logout noticed by the other process, 99th of 100, seconds, under 0.5', at(0.99) / 1000, at(0.99) < 500);

async function isLive({ origin }: Product, token: string): Promise<boolean> {
  const response = await fetch(`${origin}/api/session`, { headers: { authorization: `Bearer ${token}` } });
  await response.text();
  return response.status === 200;
}
