// Decisions a second and how long they take, beside a bare UPDATE and INSERT in one SQL function, in the same minutes and
// with the same callers: many accounts and one hot one, 0, 5 and 50 rules, one process and two. Each business has an
// administrator and a cardholder, so that live updates and notifications look for the people concerned. With the default
// preferences nobody wants to know of a purchase, and no mail is sent.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import pg from 'pg';
import { newId } from '../server/src/db/ids.ts';
import { closeLanes } from '../server/src/core/authorizations/lanes.ts';
import { authorize } from '../server/src/core/transactions/authorize.ts';
import { startPostgres } from './lib/database.ts';
import { addBusinesses, idOf, openEngine, passingRules } from './lib/spending.ts';
import { goal, median, printTable } from './lib/table.ts';

const businesses = 1000;
const cardsEach = 2;
const seconds = Number(process.env['SECONDS_EACH'] ?? 1.5);
/** The connections of a pool close after ten seconds without a call; a server under load has them open. */
const runInMs = 400;
const rounds = Number(process.env['ROUNDS'] ?? 3);

interface Result {
  rate: number;
  p50: number;
  p99: number;
}

type Engine = Awaited<ReturnType<typeof openEngine>>;

/** Calls one after the other, from so many callers at once, first for a while to open connections, then measured. */
async function measure(callers: number, call: () => Promise<unknown>): Promise<Result> {
  const times: number[] = [];
  const run = async (until: number, note: (ms: number) => void) => {
    while (performance.now() < until) {
      const before = performance.now();
      await call();
      note(performance.now() - before);
    }
  };
  const all = (until: number, note: (ms: number) => void) =>
    Promise.all(Array.from({ length: callers }, () => run(until, note)));
  await all(performance.now() + runInMs, () => {});
  const began = performance.now();
  await all(began + seconds * 1000, (ms) => times.push(ms));
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
  return { rate: (times.length * 1000) / (performance.now() - began), p50: at(0.5), p99: at(0.99) };
}

const decideOne = (engine: Engine, isHot: boolean) => () => {
  const card = Math.floor(Math.random() * businesses * cardsEach);
  return decide(engine, isHot ? (card % cardsEach) * businesses : card);
};

async function decide(engine: Engine, card: number): Promise<void> {
  const { outcome, code } = await authorize(engine, {
    eventId: newId(),
    cardId: idOf('card', card),
    amount: 100 + (card % 900),
    currency: 'USD',
    mcc: 5411,
    merchantId: 'M-1',
    merchant: 'Cedar Lane Grocery',
    city: 'Portland',
    state: 'OR',
    country: 'US',
    presence: 'PRESENT',
    partialOk: false,
    at: new Date(),
  });
  if (outcome !== 'APPROVED') throw new Error(`declined: ${code}`);
}

/** A process that has been up for a while: it has seen each card and each policy version, and its code is compiled. */
async function warm(engine: Engine): Promise<void> {
  for (let card = 0; card < businesses * cardsEach; card += 16)
    await Promise.all(Array.from({ length: 16 }, (_, i) => decide(engine, card + i)));
}

const [role, url = '', callersOfChild = '0', hotOfChild = ''] = process.argv.slice(2);
if (role === 'child') {
  const engine = await openEngine(url);
  await warm(engine);
  await measure(Number(callersOfChild), decideOne(engine, hotOfChild === 'hot'));
  process.send?.('ready');
  await once(process, 'message');
  const result = await measure(Number(callersOfChild), decideOne(engine, hotOfChild === 'hot'));
  process.send?.(result);
  await closeLanes(engine.db);
  await engine.pool.end();
  process.exit(0);
}

const postgres = await startPostgres();
const engines = new Map<number, { engine: Engine; url: string }>();
for (const rules of [0, 5, 50]) {
  const database = await postgres.create(`rules_${rules}`);
  const engine = await openEngine(database);
  await addBusinesses(database, { businesses, cardsEach, rules: passingRules(rules) });
  engines.set(rules, { engine, url: database });
}
const { engine: five, url: fiveUrl } = engines.get(5)!;
const bare = new pg.Pool({ connectionString: fiveUrl, max: 16 });
await bare.query(`
  create table bare_account (id bigint primary key, balance bigint not null check (balance >= 0)) with (fillfactor = 50);
  create table bare_auth (id bigint generated always as identity primary key, key text not null unique,
    account_id bigint not null, amount bigint not null, at timestamptz not null default now());
  insert into bare_account select n, 1000000000000 from generate_series(0, ${businesses - 1}) n;
  create function bare(p_key text, p_account bigint, p_amount bigint) returns bigint language plpgsql as $$
  declare v bigint; begin
    update bare_account set balance = balance - p_amount where id = p_account and balance >= p_amount
      returning balance into v;
    if not found then return null; end if;
    insert into bare_auth (key, account_id, amount) values (p_key, p_account, p_amount);
    return v;
  end $$`);
const bareOne = (isHot: boolean) => () =>
  bare.query({
    name: 'bare',
    text: 'select bare($1, $2, $3)',
    values: [newId(), isHot ? 0 : Math.floor(Math.random() * businesses), 100],
  });

/** Two processes, each with half of the callers. */
async function measureTwo(callers: number, isHot: boolean): Promise<Result> {
  const children = [0, 1].map(() =>
    fork(import.meta.filename, ['child', fiveUrl, String(callers / 2), isHot ? 'hot' : 'many']),
  );
  await Promise.all(children.map((child) => once(child, 'message')));
  const results = children.map(async (child) => {
    child.send('go');
    const [result] = (await once(child, 'message')) as [Result];
    return result;
  });
  const ended = children.map((child) => once(child, 'exit'));
  const both = await Promise.all(results);
  // What they leave behind would slow down whatever is measured next.
  await Promise.all(ended);
  return {
    rate: both.reduce((sum, { rate }) => sum + rate, 0),
    p50: median(both.map(({ p50 }) => p50)),
    p99: Math.max(...both.map(({ p99 }) => p99)),
  };
}

const accounts = [
  { name: 'many', isHot: false, leastOfTwo: 0.85 },
  { name: 'hot', isHot: true, leastOfTwo: 0.6 },
];
// What is compared runs one after the other, so that a slower minute of the machine meets both.
const variants: { name: string; callers: number; run: () => Promise<Result> }[] = [];
for (const callers of [1, 16, 32, 64])
  for (const { name, isHot } of accounts) {
    variants.push({ name: `bare, ${name}`, callers, run: () => measure(callers, bareOne(isHot)) });
    if (callers > 1) variants.push({ name: `${name}, two processes`, callers, run: () => measureTwo(callers, isHot) });
    variants.push({ name, callers, run: () => measure(callers, decideOne(five, isHot)) });
    if (callers === 32)
      for (const rules of [0, 50])
        variants.push({
          name: `${name}, ${rules} rules`,
          callers,
          run: () => measure(callers, decideOne(engines.get(rules)!.engine, isHot)),
        });
  }

for (const { engine } of engines.values()) await warm(engine);
const measured = new Map<string, Result[]>();
for (let round = 0; round < rounds; round += 1)
  for (const { name, callers, run } of variants) {
    const key = `${name}|${callers}`;
    measured.set(key, [...(measured.get(key) ?? []), await run()]);
  }
const figure = (name: string, callers: number, which: keyof Result = 'rate') =>
  median(measured.get(`${name}|${callers}`)!.map((result) => result[which]));
/** The median of the ratios of each round. */
const ratioOf = (name: string, to: string, callers: number) => {
  const [these, those] = [measured.get(`${name}|${callers}`)!, measured.get(`${to}|${callers}`)!];
  return median(these.map(({ rate }, round) => rate / those[round]!.rate));
};

printTable([
  ['5 rules where nothing else is said', 'callers', 'decisions/s', 'p50 ms', 'p99 ms'],
  ...variants.map(({ name, callers }) => [
    name,
    callers,
    Math.round(figure(name, callers)),
    figure(name, callers, 'p50').toFixed(1),
    figure(name, callers, 'p99').toFixed(1),
  ]),
]);
// Floors that reveal a loss: what a bare statement costs differs too much between machines for more (decision 084).
for (const [callers, least] of [
  [16, 0.2],
  [32, 0.28],
  [64, 0.35],
] as const) {
  const ratio = ratioOf('many', 'bare, many', callers);
  goal(`many accounts, ${callers} callers: at least ${least} of the bare rate`, ratio, ratio >= least);
}
for (const callers of [16, 32, 64]) {
  const ofMany = ratioOf('hot', 'many', callers);
  goal(`one hot account, ${callers} callers: at least 0.9 of the rate on many`, ofMany, ofMany >= 0.9);
  const ofBare = ratioOf('hot', 'bare, hot', callers);
  goal(`one hot account, ${callers} callers: at least 1.5 times bare`, ofBare, ofBare >= 1.5);
}
for (const { name, leastOfTwo } of accounts) {
  for (const callers of [16, 32]) {
    const slow = figure(name, callers, 'p99');
    goal(`${name}, ${callers} callers: p99 below 25 ms`, slow, slow < 25);
  }
  const fifty = ratioOf(`${name}, 50 rules`, name, 32);
  goal(`${name}: 50 rules at least 0.85 of the rate with 5`, fifty, fifty >= 0.85);
  for (const callers of [16, 32, 64]) {
    const two = ratioOf(`${name}, two processes`, name, callers);
    goal(`${name}, ${callers} callers: two processes at least ${leastOfTwo} of one`, two, two >= leastOfTwo);
  }
}

await bare.end();
for (const { engine } of engines.values()) {
  await closeLanes(engine.db);
  await engine.pool.end();
}
await postgres.stop();
