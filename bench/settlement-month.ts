// A month of purchases at a processor that reports each day: what it says it settled, what its messages said and what their
// entries moved agree, and every balance is what its entries say. On the last day three faults are planted, and exactly
// these are found. `npm run bench:settlement-month [purchases]`.
import { readFile } from 'node:fs/promises';
import { closeLanes } from '../server/src/core/authorizations/lanes.ts';
import { ensureDefaultProgram } from '../server/src/core/program/default-program.ts';
import { ledgerFaults } from '../server/src/core/ledger/queries.ts';
import { applyEvent } from '../server/src/core/transactions/apply-event.ts';
import { authorize } from '../server/src/core/transactions/authorize.ts';
import type { CardEvent } from '../server/src/core/transactions/event.ts';
import { openDifferences, takeSettlement } from '../server/src/core/transactions/settlement.ts';
import { wrongCopies } from '../server/src/core/transactions/verify.ts';
import { addCard, eventFor, openSpendingBusiness, purchase } from '../server/src/testing/spending.ts';
import { startPostgres } from './lib/database.ts';
import { openEngine } from './lib/spending.ts';
import { goal, printTable } from './lib/table.ts';

const wanted = Number(process.argv[2] ?? 100_000);
const days = 30;
const [businesses, cardsEach, parallel] = [40, 10, 8];
const [hour, day] = [3_600_000, 86_400_000];
const first = Date.UTC(2026, 8, 1);

const postgres = await startPostgres();
let now = first;
const opened = await openEngine(await postgres.create('florin'));
const engine = { ...opened, clock: { now: () => new Date(now) } };
const { db } = engine;
const programId = await ensureDefaultProgram(db);
const cards: string[] = [];
for (let n = 0; n < businesses; n += 1) {
  const { businessId, cardId } = await openSpendingBusiness(db, { balance: 1_000_000_000_00 });
  cards.push(cardId);
  for (let i = 1; i < cardsEach; i += 1) cards.push(await addCard(db, businessId));
}

/** The processor's own record of the day: the third way, beside our events and our entries. */
let reported: { eventId: string; amount: number }[] = [];
const later = new Map<number, CardEvent[]>();
let settledLines = 0;
let approved = 0;

const returns = new Set<CardEvent['type']>(['RETURN', 'CORRECTION_CREDIT']);
const moves = new Set<CardEvent['type']>([
  'CLEARING',
  'RETURN',
  'RETURN_REVERSAL',
  'CORRECTION_DEBIT',
  'CORRECTION_CREDIT',
]);

async function say(event: CardEvent) {
  const { outcome } = await applyEvent(engine, event);
  if (outcome !== 'APPLIED') throw new Error(`${event.type} was ${outcome}`);
  // Now and then a message comes twice.
  if (approved % 50 === 0) await applyEvent(engine, event);
  if (moves.has(event.type))
    reported.push({ eventId: event.eventId, amount: returns.has(event.type) ? -event.amount : event.amount });
}

const onDay = (number: number, event: CardEvent) => later.set(number, [...(later.get(number) ?? []), event]);

/** One purchase and what becomes of it; the n-th decides how. */
async function buy(n: number, today: number) {
  const asked = purchase(cards[n % cards.length]!, 100 + ((n * 7919) % 20_000), { at: new Date(now) });
  const answer = await authorize(engine, asked);
  if (answer.outcome !== 'APPROVED') return;
  approved += 1;
  const { amount } = asked;
  const tell = (type: CardEvent['type'], value: number, daysLater: number, change: Partial<CardEvent> = {}) => {
    const number = Math.min(days - 1, today + daysLater);
    const at = new Date(first + number * day + 20 * hour);
    onDay(number, eventFor(asked, type, value, { at, ...change }));
  };
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

/** Does each of a list, a few at once, in their order where the list is short. */
async function eachOf<T>(list: readonly T[], act: (one: T) => Promise<unknown>) {
  const left = list.values();
  await Promise.all(
    Array.from({ length: parallel }, async () => {
      for (const one of left) await act(one);
    }),
  );
}

const began = performance.now();
let differences = 0;
const perDay = Math.ceil(wanted / days);
for (let today = 0; today < days; today += 1) {
  now = first + today * day + 12 * hour;
  reported = [];
  await eachOf(
    Array.from({ length: perDay }, (_, i) => today * perDay + i),
    (n) => buy(n, today),
  );
  now = first + today * day + 20 * hour;
  await eachOf(later.get(today) ?? [], say);
  later.delete(today);
  settledLines += reported.length;
  now += 4 * hour;
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
}
const seconds = (performance.now() - began) / 1000;

function withThreeFaults(lines: typeof reported) {
  const [, second, ...rest] = lines;
  return [{ eventId: second!.eventId, amount: second!.amount + 1 }, ...rest, { eventId: 'invented', amount: 4200 }];
}

const planted = await openDifferences({ db });
const reader = await readFile(new URL('../docs/security/recompute-balances.sql', import.meta.url), 'utf8');
const recomputed = await engine.pool.query(reader);
const unsettled = await db
  .selectFrom('financial_account')
  .select((of) => of.fn.sum<string>('ledger_balance').as('sum'))
  .where('kind', '=', 'network_clearing')
  .executeTakeFirstOrThrow();
printTable([
  ['purchases', 'approved', 'lines settled', 'seconds', 'messages a second'],
  [perDay * days, approved, settledLines, seconds.toFixed(0), ((perDay * days + settledLines) / seconds).toFixed(0)],
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
goal('rows of docs/security/recompute-balances.sql', recomputed.rows.length, recomputed.rows.length === 0);

await closeLanes(db);
await engine.pool.end();
await postgres.stop();
