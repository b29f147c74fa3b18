// Parallel purchases from two server processes against one balance and one set of limits: never more is approved than the
// tightest allows, and a request that comes again gets the same answer. Rounds differ in what is tight: the balance, the
// amount or the count of the business's day, the amount of a card's day. In every fourth round both processes ask with the
// same ids. `npm run bench:overspend [rounds]`.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { closeLanes, openLanes } from '../server/src/core/authorizations/lanes.ts';
import type { AuthorizationRequest } from '../server/src/core/authorizations/request.ts';
import { authorize } from '../server/src/core/transactions/authorize.ts';
import { wrongCopies } from '../server/src/core/transactions/verify.ts';
import { addPolicy } from '../server/src/testing/cards/active-policy.ts';
import { addCard, openSpendingBusiness, purchase } from '../server/src/testing/cards/spending.ts';
import { startPostgres } from './lib/database.ts';
import { recompute } from './lib/recompute.ts';
import { openEngine } from './lib/spending.ts';
import { goal, printTable } from './lib/table.ts';

const each = 16;
/** Amounts in minor units; `upTo`: the highest amount of a purchase. */
const kinds = [
  { tight: 'balance', balance: 400_00, ofBusiness: 900_00, count: 30, ofCard: 900_00, cards: 4, upTo: 100_00 },
  {
    tight: 'amount of the business',
    balance: 900_00,
    ofBusiness: 400_00,
    count: 30,
    ofCard: 900_00,
    cards: 4,
    upTo: 100_00,
  },
  {
    tight: 'count of the business',
    balance: 900_00,
    ofBusiness: 900_00,
    count: 7,
    ofCard: 900_00,
    cards: 4,
    upTo: 100_00,
  },
  {
    tight: 'amount of each card',
    balance: 900_00,
    ofBusiness: 900_00,
    count: 30,
    ofCard: 150_00,
    cards: 2,
    upTo: 100_00,
  },
] as const;
type Asked = Omit<AuthorizationRequest, 'at'> & { at: string };
interface Answered {
  outcome: string;
  code: string | null;
  amount: number;
  transactionId: string | null;
}

type Engine = Awaited<ReturnType<typeof openEngine>>;
async function ask(engine: Engine, { at, ...asked }: Asked): Promise<Answered> {
  const { outcome, code, amount, transactionId } = await authorize(engine, { ...asked, at: new Date(at) });
  return { outcome, code, amount, transactionId };
}

/** Whether a repetition got what both processes answered. With `system`, a process says that it does not know. */
const isOneAnswer = (before: readonly Answered[], again: Answered): boolean =>
  before.every((answer) => answer.code === 'system' || JSON.stringify(answer) === JSON.stringify(again));

const [first = '200', url = ''] = process.argv.slice(2);
if (first === 'child') {
  const engine = await openEngine(url);
  process.on('message', (asked: readonly Asked[]) => {
    void Promise.all(asked.map((one) => ask(engine, one))).then((answers) => process.send?.(answers));
  });
  process.send?.('ready');
  await once(process, 'disconnect');
  await closeLanes(engine.db);
  await engine.pool.end();
  process.exit(0);
}

const rounds = Number(first);
const postgres = await startPostgres();
const database = await postgres.create('florin');
const engine = await openEngine(database);
const { db } = engine;
// A third process asks again, and waits as long as it takes.
openLanes(db, { deadline: 60_000 });
const processes = [0, 1].map(() => fork(import.meta.filename, ['child', database]));
await Promise.all(processes.map((child) => once(child, 'message')));

const figures = kinds.map(({ tight }) => ({ tight, rounds: 0, asked: 0, approved: 0, partial: 0, over: 0, used: 0 }));
const refusals = new Map<string, number>();
let [differing, repeated, unknown] = [0, 0, 0];
const answered: { businessId: string; requests: number; approved: number }[] = [];
const at = new Date();
for (let round = 0; round < rounds; round += 1) {
  const kind = kinds[Math.floor(round / 4) % kinds.length]!;
  const figure = figures[kinds.indexOf(kind)]!;
  const isRepeated = round % 4 === 3;
  const { businessId, cardId } = await openSpendingBusiness(db, { balance: kind.balance });
  const cards = [cardId];
  while (cards.length < kind.cards) cards.push(await addCard(db, businessId));
  await addPolicy(db, { businessId, layer: 'BUSINESS' }, [
    { kind: 'amount', period: 'day', limit: kind.ofBusiness, of: 'business' },
    { kind: 'count', period: 'day', limit: kind.count, of: 'business' },
    { kind: 'amount', period: 'day', limit: kind.ofCard },
  ]);
  const wanted = Array.from({ length: isRepeated ? each : 2 * each }, (_, n) =>
    purchase(cards[n % cards.length]!, 10_00 + (((round + 1) * 7919 + n * 104_729) % (kind.upTo - 10_00)), {
      partialOk: n % 3 === 0,
      at,
    }),
  );
  const asked = isRepeated ? [wanted, wanted] : [wanted.slice(0, each), wanted.slice(each)];
  const [one, two] = await Promise.all(
    processes.map(async (child, index) => {
      child.send(asked[index]!);
      return (await once(child, 'message'))[0] as Answered[];
    }),
  );
  let answers = [...one!, ...two!];
  unknown += answers.filter(({ code }) => code === 'system').length;
  if (isRepeated) {
    const again = await Promise.all(wanted.map((request) => ask(engine, { ...request, at: at.toISOString() })));
    repeated += wanted.length;
    differing += wanted.filter((_, n) => !isOneAnswer([one![n]!, two![n]!], again[n]!)).length;
    answers = again;
  }

  const approved = wanted.map(({ cardId: card }, n) => ({ card, ...answers[n]! })).filter(({ amount }) => amount > 0);
  const sumOf = (list: typeof approved) => list.reduce((sum, { amount }) => sum + amount, 0);
  const shares = [
    sumOf(approved) / kind.balance,
    sumOf(approved) / kind.ofBusiness,
    approved.length / kind.count,
    ...cards.map((card) => sumOf(approved.filter((answer) => answer.card === card)) / kind.ofCard),
  ];
  const tight = kind.tight === 'amount of each card' ? Math.min(...shares.slice(3)) : Math.max(...shares);
  figure.rounds += 1;
  figure.asked += 2 * each;
  figure.approved += approved.length;
  figure.partial += approved.filter(({ outcome }) => outcome === 'PARTIAL').length;
  figure.over += Math.max(...shares) > 1 ? 1 : 0;
  figure.used += tight;
  for (const { code } of answers) if (code !== null) refusals.set(code, (refusals.get(code) ?? 0) + 1);
  answered.push({ businessId, requests: wanted.length, approved: sumOf(approved) });
}

const ended = processes.map((child) => once(child, 'exit'));
for (const child of processes) child.disconnect();
await Promise.all(ended);
let miscounted = 0;
for (const { businessId, requests, approved } of answered) {
  const stored = await db
    .selectFrom('card_event')
    .select((of) => [of.fn.countAll<string>().as('events'), of.fn.sum<string | null>('approved').as('approved')])
    .where('business_id', '=', businessId)
    .executeTakeFirstOrThrow();
  const { onHold } = await db
    .selectFrom('financial_account')
    .select('debits_pending as onHold')
    .where('business_id', '=', businessId)
    .where('kind', '=', 'business_available')
    .executeTakeFirstOrThrow();
  const isExact =
    Number(stored.events) === requests && Number(stored.approved) === approved && Number(onHold) === approved;
  miscounted += isExact ? 0 : 1;
}

printTable([
  [
    'what is tight',
    'rounds',
    'requests',
    'approved',
    'of these in part',
    'rounds above a limit',
    'used of what is tight',
  ],
  ...figures.map(({ tight, used, ...figure }) => [
    tight,
    figure.rounds,
    figure.asked,
    figure.approved,
    figure.partial,
    figure.over,
    `${((100 * used) / figure.rounds).toFixed(1)} %`,
  ]),
]);
console.log(`declined: ${[...refusals].map(([code, count]) => `${code} ${count}`).join(', ')}`);
const over = figures.reduce((sum, figure) => sum + figure.over, 0);
goal('rounds in which more was approved than the balance or a limit', over, over === 0);
goal(`requests of ${repeated} asked three times that got differing answers`, differing, differing === 0);
goal('answers before it was known what is stored', unknown, unknown === 0);
goal('rounds that stored or reserved other than was answered', miscounted, miscounted === 0);
const used = figures.reduce((sum, figure) => sum + figure.used, 0) / rounds;
goal('share of what is tight that was approved, at least 0.95', used, used >= 0.95);
const wrong = await wrongCopies(db);
goal('transactions that differ from their events', wrong.length, wrong.length === 0);
const recomputed = await recompute(engine.pool);
goal('rows of docs/security/recompute-balances.sql', recomputed.length, recomputed.length === 0);

await closeLanes(db);
await engine.pool.end();
await postgres.stop();
