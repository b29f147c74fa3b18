// kill -9 of the server, of its PostgreSQL, or of both, while people sign in: every answered sign-in must survive the
// next start. Goals: nothing lost, every start under three seconds. Then kill -9 of PostgreSQL alone, the server left as
// it is: sign-ins work again within five seconds, and meanwhile every call is refused with 503 and Retry-After, the
// sign-in page stays, /healthz says alive and /readyz says unready. Then kill -9 of the server, of PostgreSQL and of both
// while people buy, settle and refund: no acknowledged message is lost or applied twice, what was interrupted is finished by
// a repetition with its first answer, the books balance and the audit events' chains verify. `npm run bench:kill -- 3 5 4`
// kills 3, 5 and 4 times.
import { rm } from 'node:fs/promises';
import { demoPassword } from '../server/src/demo/people.ts';
import { addressOfCaller, post } from './lib/calls.ts';
import { killed as killedOnes, killWhileBuying } from './lib/kill-purchases.ts';
import { postmasterOf, startProduct, type Product } from './lib/server.ts';
import { goal, median, printTable } from './lib/table.ts';

const [rounds, databaseKills, purchaseKills] = [12, 20, 20].map((usual, n) => Number(process.argv[2 + n] ?? usual)) as [
  number,
  number,
  number,
];
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
const outages: Outage[] = [];
const survivor = await startProduct(environment, { dataDir });
for (let round = 0; round < databaseKills; round++) outages.push(await killDatabaseOf(survivor, round));
await survivor.stop();
const shopping = await killWhileBuying(purchaseKills, { dataDir, environment });
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
console.log('');
printTable([
  ['PostgreSQL killed', 'sign-ins answered', 'sessions lost', 'refused with 503', 'other answers', 'service again, ms'],
  ...outages.map((each, round) => [
    round + 1,
    each.answered,
    each.lost,
    each.refused,
    each.dishonest.join(', ') || '-',
    each.backMilliseconds.toFixed(0),
  ]),
]);
const longest = Math.max(0, ...outages.map(({ backMilliseconds }) => backMilliseconds));
const lostInOutages = outages.reduce((all, each) => all + each.lost, 0);
const dishonest = outages.reduce((all, each) => all + each.dishonest.length, 0);
const refusedAtAll = outages.reduce((all, each) => all + each.refused, 0);
const lost = figures.reduce((all, { lost: here }) => all + here, 0);
const slowest = Math.max(0, ...figures.map(({ startMilliseconds }) => startMilliseconds));
goal('sessions lost', lost, lost === 0);
goal('slowest next start, seconds, under 3', slowest / 1000, slowest < 3000);

goal('PostgreSQL killed: sessions lost', lostInOutages, lostInOutages === 0);
goal('PostgreSQL killed: longest time without service, seconds, under 5', longest / 1000, longest < 5000);
goal('PostgreSQL killed: answers that were neither right nor 503 with Retry-After', dishonest, dishonest === 0);
if (databaseKills > 0) goal('PostgreSQL killed: calls refused meanwhile, at least one', refusedAtAll, refusedAtAll > 0);

console.log('');
printTable([
  ['killed while people buy', 'rounds', 'acknowledged', 'interrupted', 'lost', 'doubled', 'differing', 'not verified'],
  ...killedOnes.map((kind) => {
    const ours = shopping.filter(({ killed }) => killed === kind);
    const sum = (figure: 'acknowledged' | 'interrupted' | 'lost' | 'doubled' | 'differing' | 'unbalanced') =>
      ours.reduce((all, one) => all + one[figure], 0);
    return [
      kind,
      ours.length,
      sum('acknowledged'),
      sum('interrupted'),
      sum('lost'),
      sum('doubled'),
      sum('differing'),
      sum('unbalanced'),
    ];
  }),
]);
for (const [what, figure] of [
  ['acknowledged messages lost or answered otherwise when repeated', 'lost'],
  ['purchases with a message applied twice', 'doubled'],
  ['purchases for which merchant and server differ', 'differing'],
  ['balances, transactions and audit chains that do not verify', 'unbalanced'],
] as const) {
  const all = shopping.reduce((sum, round) => sum + round[figure], 0);
  goal(`killed while people buy: ${what}`, all, all === 0);
}

interface Outage {
  answered: number;
  lost: number;
  refused: number;
  /** What was answered instead. */
  dishonest: string[];
  /** From the kill until the first sign-in on the new server was answered: sessions of the killed one may finish statements. */
  backMilliseconds: number;
}

/** Kills the server's PostgreSQL while people sign in and pages are loaded, and goes on until people get in again. */
async function killDatabaseOf(product: Product, round: number): Promise<Outage> {
  const { origin } = product;
  const outage: Outage = { answered: 0, lost: 0, refused: 0, dishonest: [], backMilliseconds: Number.NaN };
  const tokens: string[] = [];
  let killedAt = Number.POSITIVE_INFINITY;
  let killed = 0;
  const isBack = () => !Number.isNaN(outage.backMilliseconds);
  // One at a time: attempts that an outage interrupts stay counted for two minutes, and three would ask for a captcha.
  const signIns = async () => {
    for (let index = 0; !isBack(); index++) {
      const began = performance.now();
      const address = addressOfCaller(10_000 + round * 1000 + index);
      const response = await fetch(`${origin}/api/login`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-forwarded-for': address,
          'x-session-delivery': 'token',
        },
        body: JSON.stringify({ username: 'onefactor', password: demoPassword }),
      });
      const body = (await response.json()) as Record<string, unknown>;
      if (response.status === 200) {
        tokens.push(String(body['access_token']));
        const isNew = began > killedAt && ![killed, null].includes(await postmasterOf(dataDir).catch(() => null));
        if (isNew && !isBack()) outage.backMilliseconds = performance.now() - killedAt;
      } else if (isHonest(response, body)) {
        outage.refused += 1;
        await new Promise((resolve) => setTimeout(resolve, 20));
      } else outage.dishonest.push(`sign-in ${response.status} ${String(body['Code'])}`);
    }
  };
  const reads = async () => {
    while (!isBack()) {
      const token = tokens.at(-1);
      if (token !== undefined) {
        const response = await fetch(`${origin}/api/session`, { headers: { authorization: `Bearer ${token}` } });
        const body = (await response.json()) as Record<string, unknown>;
        if (isHonest(response, body)) outage.refused += 1;
        else if (response.status !== 200) outage.dishonest.push(`session ${response.status} ${String(body['Code'])}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  };
  const others = async () => {
    for (let visit = 0; !isBack(); visit++) {
      // Each page is opened from another network: one of them may open sixty in ten seconds.
      const headers = { accept: 'text/html', 'x-forwarded-for': addressOfCaller(40_000 + round * 1000 + visit) };
      const [page, alive, ready] = await Promise.all(
        ['/login', '/healthz', '/readyz'].map(async (path) => {
          const response = await fetch(origin + path, { headers });
          await response.text();
          return response.status;
        }),
      );
      if (page !== 200) outage.dishonest.push(`page ${page}`);
      if (alive !== 200) outage.dishonest.push(`healthz ${alive}`);
      if (ready !== 200 && ready !== 503) outage.dishonest.push(`readyz ${ready}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const load = [signIns(), reads(), reads(), reads(), others()];
  await new Promise((resolve) => setTimeout(resolve, 300 + round * 37));
  killed = await postmasterOf(dataDir);
  killedAt = performance.now();
  process.kill(killed, 'SIGKILL');
  await Promise.all(load);
  outage.answered = tokens.length;
  const alive = await Promise.all(tokens.slice(-kept).map((token) => isLive(product, token)));
  outage.lost = alive.filter((live) => !live).length;
  return outage;
}

function isHonest({ status, headers }: Response, body: Record<string, unknown>): boolean {
  const { Code } = body;
  return status === 503 && headers.get('retry-after') !== null && (Code === 'UNAVAILABLE' || Code === 'BUSY');
}

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

/** Whether the server knows the session; asked again while the database is away. */
async function isLive({ origin }: Product, token: string): Promise<boolean> {
  for (;;) {
    const response = await fetch(`${origin}/api/session`, { headers: { authorization: `Bearer ${token}` } });
    const body = (await response.json()) as Record<string, unknown>;
    if (!isHonest(response, body)) return response.status === 200;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
