// Session checks a second against better-auth's get-session in the same run. Goal: at least ten times.
import { demoPassword } from '../server/src/demo/people.ts';
import { requestRate } from './lib/cannon.ts';
import { startPostgres } from './lib/database.ts';
import { startBetterAuth } from './lib/peers.ts';
import { startProduct } from './lib/server.ts';
import { goal, median, printTable } from './lib/table.ts';

const rounds = 5;
const seconds = 3;
const connections = 16;

const postgres = await startPostgres();
const product = await startProduct({ DATABASE_URL: await postgres.create('florin') });
const signedIn = await fetch(`${product.origin}/api/login`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ username: 'onefactor', password: demoPassword }),
});
const ourCookie = signedIn.headers
  .getSetCookie()
  .map((cookie) => cookie.split(';')[0])
  .join('; ');
const peers = {
  'better-auth': await startBetterAuth(await postgres.create('peer')),
  'better-auth, cookie cache': await startBetterAuth(await postgres.create('peer_cached'), 'cookie-cache'),
};

const measured: Record<string, number[]> = {};
const measure = async (name: string, origin: string, path: string, cookie: string) =>
  (measured[name] ??= []).push(
    await requestRate(origin, [{ method: 'GET', path, headers: { cookie } }], connections, seconds),
  );
const peerCookies = Object.fromEntries(
  await Promise.all(Object.entries(peers).map(async ([name, peer]) => [name, await peer.signIn()] as const)),
);
for (let round = 0; round < rounds; round++) {
  await measure('Florin', product.origin, '/api/session', ourCookie);
  for (const [name, peer] of Object.entries(peers))
    await measure(name, peer.origin, '/api/auth/get-session', peerCookies[name]!);
}

const peerRate = median(measured['better-auth']!);
printTable([
  ['session checks a second', 'median', 'times better-auth'],
  ...Object.entries(measured).map(([name, figures]) => [
    name,
    median(figures).toFixed(0),
    (median(figures) / peerRate).toFixed(1),
  ]),
]);
const times = median(measured['Florin']!.map((figure, round) => figure / measured['better-auth']![round]!));
goal("session check at ten times better-auth's or more", times, times >= 10);

await product.stop();
await Promise.all(Object.values(peers).map((peer) => peer.stop()));
await postgres.stop();
