// Sign-ins a second (password, session, audit and login record on PostgreSQL; client, server and database on the same
// cores) against the bare argon2 rate with the same parameters. Goal: at least 0.70 of it.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { demoPassword } from '../server/src/demo/people.ts';
import { requestRate } from './lib/cannon.ts';
import { startPostgres } from './lib/database.ts';
import { peerPerson, startBetterAuth } from './lib/peers.ts';
import { addPeople, keyring } from './lib/people.ts';
import { startProduct } from './lib/server.ts';
import { goal, median, printTable } from './lib/table.ts';

const rounds = 9;
const seconds = 3;
const connections = 16;
const argon2Script = fileURLToPath(new URL('lib/argon2-rate.ts', import.meta.url));

const postgres = await startPostgres();
const database = await postgres.create('florin');
// One person behind one address could not sign in that often: the flood limit counts addresses, so each has their own.
const product = await startProduct({
  DATABASE_URL: database,
  KEYS: 'environment',
  KEYRING: keyring,
  TRUSTED_PROXIES: '127.0.0.1',
});
const usernames = await addPeople(database, 300, { secondFactor: false });
const ours = usernames.map((username, index) => ({
  method: 'POST' as const,
  path: '/api/login',
  headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.0.${index >> 8}.${index & 255}` },
  body: JSON.stringify({ username, password: demoPassword }),
}));
const peers = {
  'better-auth, argon2': await startBetterAuth(await postgres.create('peer_argon2'), 'argon2'),
  'better-auth, its own hash': await startBetterAuth(await postgres.create('peer')),
};
const theirs = (origin: string) => [
  {
    method: 'POST' as const,
    path: '/api/auth/sign-in/email',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ email: peerPerson.email, password: peerPerson.password }),
  },
];

const measured: Record<string, number[]> = {};
const note = (name: string, figure: number) => (measured[name] ??= []).push(figure);
await requestRate(product.origin, ours, connections, 2);
for (let round = 0; round < rounds; round++) {
  note('argon2 alone', Number(execFileSync(process.execPath, [argon2Script, String(seconds)], { encoding: 'utf8' })));
  note('Florin', await requestRate(product.origin, ours, connections, seconds));
  for (const [name, peer] of Object.entries(peers))
    note(name, await requestRate(peer.origin, theirs(peer.origin), connections, seconds));
}

const raw = median(measured['argon2 alone']!);
printTable([
  ['sign-ins a second', 'median', 'of argon2 alone'],
  ...Object.entries(measured).map(([name, figures]) => [
    name,
    median(figures).toFixed(1),
    (median(figures) / raw).toFixed(2),
  ]),
]);
const share = median(measured['Florin']!.map((figure, round) => figure / measured['argon2 alone']![round]!));
goal('sign-in at 0.70 or more of the bare argon2 rate', share, share >= 0.7);

await product.stop();
await Promise.all(Object.values(peers).map((peer) => peer.stop()));
await postgres.stop();
