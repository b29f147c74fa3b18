// kill -9 of the server, of its PostgreSQL, or of both, while people sign in: every answered sign-in must survive the
// next start. Goals: nothing lost, every start under three seconds.
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { demoPassword } from '../server/src/demo/people.ts';
import { addressOfCaller, post } from './lib/calls.ts';
import { startProduct, type Product } from './lib/server.ts';
import { goal, median, printTable } from './lib/table.ts';

const rounds = 12;
const kinds = ['server', 'PostgreSQL', 'both'] as const;
/** A person keeps the ten newest sessions; fewer are checked, because some may be unfinished at the kill. */
const kept = 6;

const environment = { TRUSTED_PROXIES: '127.0.0.1,::1' };
const dataDir = await firstStart();
const figures: { kind: string; answered: number; lost: number; startMilliseconds: number }[] = [];
for (let round = 0; round < rounds; round++) {
  const product = await startProduct(environment, { dataDir });
  const tokens: string[] = [];
  const people = signInUntilItDies(product, tokens, round);
  await new Promise((resolve) => setTimeout(resolve, 300 + round * 90));
  const kind = kinds[round % kinds.length]!;
  if (kind !== 'server') process.kill(await postmasterOf(dataDir), 'SIGKILL');
  await product.kill();
  await people;

  const next = await startProduct(environment, { dataDir });
  const checked = tokens.slice(-kept);
  const alive = await Promise.all(checked.map((token) => isLive(next, token)));
  figures.push({
    kind,
    answered: tokens.length,
    lost: alive.filter((live) => !live).length,
    startMilliseconds: next.startMilliseconds,
  });
  await next.stop();
}
await rm(dataDir, { recursive: true, force: true });

printTable([
  ['killed', 'rounds', 'sign-ins answered', 'sessions lost', 'next start, ms (median)', 'slowest'],
  ...kinds.map((kind) => {
    const ours = figures.filter((figure) => figure.kind === kind);
    const starts = ours.map(({ startMilliseconds }) => startMilliseconds);
    const sum = (pick: (figure: (typeof figures)[number]) => number) => ours.reduce((all, one) => all + pick(one), 0);
    return [
      kind,
      ours.length,
      sum(({ answered }) => answered),
      sum(({ lost }) => lost),
      median(starts).toFixed(0),
      Math.max(...starts).toFixed(0),
    ];
  }),
]);
const lost = figures.reduce((all, { lost: here }) => all + here, 0);
const slowest = Math.max(...figures.map(({ startMilliseconds }) => startMilliseconds));
goal('sessions lost', lost, lost === 0);
goal('slowest next start, seconds, under 3', slowest / 1000, slowest < 3000);

/** Fills the data folder for the rounds. */
async function firstStart(): Promise<string> {
  const product = await startProduct(environment);
  await product.kill();
  return product.dataDir;
}

async function signInUntilItDies({ origin }: Product, tokens: string[], round: number): Promise<void> {
  for (let index = 0; ; index++) {
    const caller = { address: addressOfCaller(round * 500 + index) };
    try {
      const answer = await post(origin, '/api/login', { username: 'onefactor', password: demoPassword }, caller);
      if (answer.status !== 200) return;
      tokens.push(String(answer.body['access_token']));
    } catch {
      return;
    }
  }
}

async function isLive({ origin }: Product, token: string): Promise<boolean> {
  const response = await fetch(`${origin}/api/session`, { headers: { authorization: `Bearer ${token}` } });
  await response.text();
  return response.status === 200;
}

async function postmasterOf(folder: string): Promise<number> {
  const file = await readFile(join(folder, 'postgres', 'cluster', 'postmaster.pid'), 'utf8');
  return Number(file.split('\n')[0]);
}
