// A month of purchases at a processor that reports each day: what it says it settled, what its messages said and what their
// entries moved agree, and every balance is what its entries say. There are tips, parts, two shipments, refunds, corrections,
// reversals, fees abroad, settlements without a request, and holds that end before their merchants settle; now and then a
// message comes twice. On the last day three faults are planted, and exactly these are found.
// `npm run bench:settlement-month [purchases]`.
import { closeLanes, openLanes } from '../server/src/core/authorizations/lanes.ts';
import { ensureDefaultProgram } from '../server/src/core/program/default-program.ts';
import { lockMoney } from '../server/src/core/ledger/lock.ts';
import { ledgerFaults } from '../server/src/core/ledger/queries.ts';
import { applyEvent } from '../server/src/core/transactions/apply-event.ts';
import { applyMany } from '../server/src/core/transactions/apply-many.ts';
import { authorize } from '../server/src/core/transactions/authorize.ts';
import type { CardEvent } from '../server/src/core/transactions/event.ts';
import { expireHolds } from '../server/src/core/transactions/expire-holds.ts';
import { openDifferences, takeSettlement } from '../server/src/core/transactions/settlement.ts';
import { wrongCopies } from '../server/src/core/transactions/verify.ts';
import { inTransaction } from '../server/src/db/transaction.ts';
import { addCard, eventFor, openSpendingBusiness, purchase } from '../server/src/testing/cards/spending.ts';
import { startPostgres } from './lib/database.ts';
import { recompute } from './lib/recompute.ts';
import { openEngine } from './lib/spending.ts';
import { goal, printTable } from './lib/table.ts';

const wanted = Number(process.argv[2] ?? 100_000);
const days = 30;
const [businesses, cardsEach] = [40, 10];
const [buyersAtOnce, businessesAtOnce] = [48, 4];
/** The messages of every so manieth business are applied one by one. */
const oneByOne = 8;
const [hour, day] = [3_600_000, 86_400_000];
const first = Date.UTC(2026, 8, 1);

const postgres = await startPostgres({ durable: false });
let now = first;
const opened = await openEngine(await postgres.create('florin'));
const engine = { ...opened, clock: { now: () => new Date(now) } };
const { db } = engine;
// A busy machine declines nothing here.
openLanes(db, { deadline: 600_000 });
const programId = await ensureDefaultProgram(db);
const cards: string[] = [];
const businessOf = new Map<string, string>();
for (let n = 0; n < businesses; n += 1) {
  const { businessId, cardId } = await openSpendingBusiness(db, { balance: 1_000_000_000_00 });
  cards.push(cardId);
  for (let i = 1; i < cardsEach; i += 1) cards.push(await addCard(db, businessId));
  for (const card of cards.slice(-cardsEach)) businessOf.set(card, businessId);
}

/** The processor's own record of the day: the third way, beside our events and our entries. */
let reported: { eventId: string; amount: number }[] = [];
const later = new Map<number, CardEvent[]>();
let settledLines = 0;
let approved = 0;
let messages = 0;
let repeated = 0;
let expired = 0;

const returns = new Set<CardEvent['type']>(['RETURN', 'CORRECTION_CREDIT']);
const moves = new Set<CardEvent['type']>([
  'CLEARING',
  'RETURN',
  'RETURN_REVERSAL',
  'CORRECTION_DEBIT',
  'CORRECTION_CREDIT',
]);

/** What the processor says about the cards of one business: one message after the other, or all in a few statements. */
async function sayOf(of: { businessId: string; events: readonly CardEvent[] }, index: number) {
  if (index % oneByOne === 0) for (const event of of.events) await applyOne(event);
  else
    await inTransaction(db, async (tx) => {
      await lockMoney(tx, of.businessId, []);
      await applyMany(tx, db, of.events, new Date(now));
    });
  for (const event of of.events) record(event);
  const again = of.events.filter(() => (messages += 1) % 50 === 0);
  for (const event of again) {
    const { outcome } = await applyEvent(engine, event);
    if (outcome !== 'REPEATED') throw new Error(`a repeated ${event.type} was ${outcome}`);
    repeated += 1;
  }
}

async function applyOne(event: CardEvent) {
  const { outcome } = await applyEvent(engine, event);
  if (outcome !== 'APPLIED') throw new Error(`${event.type} was ${outcome}`);
}

function record(event: CardEvent) {
  if (moves.has(event.type))
    reported.push({ eventId: event.eventId, amount: returns.has(event.type) ? -event.amount : event.amount });
}

const onDay = (number: number, event: CardEvent) => later.set(number, [...(later.get(number) ?? []), event]);

/** Where a purchase is made: at home, abroad in dollars, or abroad in another currency. Both fees are charged there. */
function placeOf(n: number): { country?: string; state?: string } {
  return n % 12 === 3 || n % 12 === 7 ? { country: n % 12 === 3 ? 'MX' : 'CA', state: '' } : {};
}

/** One purchase and what becomes of it; the n-th decides how. */
async function buy(n: number, today: number) {
  const asked = purchase(cards[n % cards.length]!, 100 + ((n * 7919) % 20_000), { at: new Date(now), ...placeOf(n) });
  // A merchant that settles without a request.
  const isForcePost = n % 120 === 11;
  if (!isForcePost) {
    const answer = await authorize(engine, asked);
    if (answer.outcome !== 'APPROVED') return;
    approved += 1;
  }
  const { amount } = asked;
  const tell = (type: CardEvent['type'], value: number, daysLater: number, change: Partial<CardEvent> = {}) => {
    const number = Math.min(days - 1, today + daysLater);
    const at = new Date(first + number * day + 20 * hour);
    const foreign = n % 12 === 3 && { merchantCurrency: 'MXN', merchantAmount: value * 18 };
    onDay(number, eventFor(asked, type, value, { at, ...foreign, ...change }));
  };
  if (isForcePost) return tell('CLEARING', amount, 0);
  // Holds that end: half of them are settled late, half never.
  if (n % 40 === 10) return tell('CLEARING', amount, 9);
  if (n % 40 === 30) return;
  if (n % 20 === 0) return tell('AUTHORIZATION_REVERSAL', amount, 1);
  // A tip, a part that is not delivered, two shipments, or as it was asked for.
  if (n % 9 === 1) tell('CLEARING', Math.round(amount * 1.2), 1);
  else if (n % 9 === 2) tell('CLEARING', Math.ceil(amount / 2), 2);
  else if (n % 9 === 3) {
    tell('CLEARING', Math.floor(amount / 2), 1, { isFinal: false });
    tell('CLEARING', Math.ceil(amount / 2), 3);
  } else tell('CLEARING', amount, n % 3);
  if (n % 25 === 4) tell('RETURN', Math.ceil(amount / 3), 4);
  if (n % 400 === 5) tell('CORRECTION_DEBIT', 250, 5);
  if (n % 400 === 6) tell('CORRECTION_CREDIT', 125, 5);
}

/** Does each of a list, `parallel` of them at once. */
async function eachOf<T>(list: readonly T[], parallel: number, act: (one: T, index: number) => Promise<unknown>) {
  const left = list.entries();
  await Promise.all(
    Array.from({ length: parallel }, async () => {
      for (const [index, one] of left) await act(one, index);
    }),
  );
}

/** The messages of a day by business. */
const byBusiness = (events: readonly CardEvent[]) =>
  [...Map.groupBy(events, ({ cardId }) => businessOf.get(cardId)!)].map(([businessId, of]) => ({
    businessId,
    events: of,
  }));

const began = performance.now();
let differences = 0;
const perDay = Math.ceil(wanted / days);
for (let today = 0; today < days; today += 1) {
  now = first + today * day + 12 * hour;
  reported = [];
  await eachOf(
    Array.from({ length: perDay }, (_, i) => today * perDay + i),
    buyersAtOnce,
    (n) => buy(n, today),
  );
  now = first + today * day + 20 * hour;
  await eachOf(byBusiness(later.get(today) ?? []), businessesAtOnce, sayOf);
  later.delete(today);
  settledLines += reported.length;
  now += 4 * hour;
  for (let due = -1; due !== 0; expired += due) due = await expireHolds(engine);
  const isLast = today === days - 1;
  // Left out, other than recorded, and unknown to us.
  const lines = isLast ? withThreeFaults(reported) : reported;
  const found = await takeSettlement(engine, {
    reference: `day-${today}`,
    programId,
    day: new Date(first + today * day).toISOString().slice(0, 10),
    lines,
  });
  if (!isLast) differences += found ?? Number.NaN;
  const took = ((performance.now() - began) / 1000).toFixed(0);
  console.log(`day ${today + 1}: ${reported.length} lines, ${found} differences, ${took} s`);
}
const seconds = (performance.now() - began) / 1000;

function withThreeFaults(lines: typeof reported) {
  const [, second, ...rest] = lines;
  return [{ eventId: second!.eventId, amount: second!.amount + 1 }, ...rest, { eventId: 'invented', amount: 4200 }];
}

const planted = await openDifferences({ db });
const recomputed = await recompute(engine.pool);
const unsettled = await db
  .selectFrom('financial_account')
  .select((of) => of.fn.sum<string>('ledger_balance').as('sum'))
  .where('kind', '=', 'network_clearing')
  .executeTakeFirstOrThrow();
const { fees } = await db
  .selectFrom('card_event')
  .select((of) => of.fn.countAll<number>().as('fees'))
  .where('type', '=', 'FEE')
  .executeTakeFirstOrThrow();
printTable([
  ['purchases', 'approved', 'lines settled', 'messages twice', 'holds ended', 'fees', 'seconds', 'messages a second'],
  [
    perDay * days,
    approved,
    settledLines,
    repeated,
    expired,
    fees,
    seconds.toFixed(0),
    ((perDay * days + messages) / seconds).toFixed(0),
  ],
]);
goal('differences of 29 days between report, events and entries', differences, differences === 0);
const kinds = planted
  .map(({ kind }) => kind)
  .toSorted()
  .join(', ');
console.log(`planted on the last day: ${kinds}`);
goal(
  'differences of the last day, three of them planted',
  planted.length,
  kinds === 'AMOUNT, MISSING_EVENT, NOT_REPORTED',
);
const left = planted.reduce((sum, { recorded }) => sum + Number(recorded ?? 0), 0);
const beside = Math.abs(Number(unsettled.sum)) - Math.abs(left);
goal('cents at the network besides those of the planted', beside, beside === 0);
const faults = await ledgerFaults(db);
goal('accounts that differ from their entries', faults.length, faults.length === 0);
const wrong = await wrongCopies(db);
goal('transactions that differ from their events', wrong.length, wrong.length === 0);
goal('rows of docs/security/recompute-balances.sql', recomputed.length, recomputed.length === 0);

await closeLanes(db);
await engine.pool.end();
await postgres.stop();
