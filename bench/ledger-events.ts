// Generated sequences of a processor's messages, each played in two orders: the same balances, statuses and counters in the
// end, no account below zero without an event that may do that and says so, each hold resolved once, entries that balance,
// transactions that agree with their events. One in fifty is applied message by message, the others many at once, and a
// part of the messages comes twice. `npm run bench:ledger-events [sequences] [seed]`: runs with other seeds add up.
import fc from 'fast-check';
import { closeLanes, openLanes } from '../server/src/core/authorizations/lanes.ts';
import { ledgerFaults } from '../server/src/core/ledger/queries.ts';
import { wrongCopies } from '../server/src/core/transactions/verify.ts';
import {
  faultsOf,
  playAll,
  sequences,
  wronglyResolved,
  type Sequence,
} from '../server/src/testing/cards/event-sequences.ts';
import { startPostgres } from './lib/database.ts';
import { openEngine } from './lib/spending.ts';
import { goal } from './lib/table.ts';

const [wanted = 100_000, seed = 20_261_122] = process.argv.slice(2).map(Number);
const [connections, atOnce] = [3, 250];
const oneByOneOf = 50;

const postgres = await startPostgres({ durable: false });
const engine = await openEngine(await postgres.create('florin'));
// A busy machine declines nothing here.
openLanes(engine.db, { deadline: 600_000 });
const began = performance.now();
let played = 0;
let differing = 0;
let messages = 0;

/** A few at a time, so that they need no memory for all; each batch has a seed of its own. */
const batches = Array.from({ length: Math.ceil(wanted / atOnce) }, (_, i) => ({
  number: i,
  size: Math.min(atOnce, wanted - i * atOnce),
})).values();

async function playOn() {
  for (const { number, size } of batches) {
    const drawn = fc.sample(sequences, { numRuns: size, seed: seed * 10_007 + number });
    const apart = Math.floor(size / oneByOneOf);
    await playBoth(drawn.slice(0, apart), 'ONE_BY_ONE');
    await playBoth(drawn.slice(apart), 'AT_ONCE');
    played += size;
    const seconds = Math.round((performance.now() - began) / 1000);
    if (number % 4 === 0) console.log(`${played} sequences, ${messages} messages, ${differing} differ, ${seconds} s`);
  }
}

async function playBoth(drawn: readonly Sequence[], way: 'ONE_BY_ONE' | 'AT_ONCE') {
  if (drawn.length === 0) return;
  const first = drawn.map((sequence) => ({ sequence, order: [...sequence.messages.keys()] }));
  const ends = await playAll(
    engine,
    [...first, ...drawn.map(({ order, ...rest }) => ({ sequence: { order, ...rest }, order }))],
    way,
  );
  drawn.forEach((sequence, i) => {
    messages += 2 * (sequence.messages.length + sequence.messages.filter(({ repeats }) => repeats > 0).length);
    const faults = faultsOf(sequence, [ends[i]!, ends[drawn.length + i]!]);
    if (faults.length === 0) return;
    differing += 1;
    if (differing <= 20) console.log(JSON.stringify({ faults, sequence, ends: [ends[i], ends[drawn.length + i]] }));
  });
}
await Promise.all(Array.from({ length: connections }, playOn));

console.log(`${wanted} sequences, ${messages} messages, ${Math.round((performance.now() - began) / 1000)} s`);
goal('sequences that end differently', differing, differing === 0);
const unresolved = await wronglyResolved(engine.db);
goal('holds that were not resolved exactly once', unresolved, unresolved === 0);
const faults = await ledgerFaults(engine.db);
goal('accounts that differ from their entries', faults.length, faults.length === 0);
const wrong = await wrongCopies(engine.db);
goal('transactions that differ from their events', wrong.length, wrong.length === 0);

await closeLanes(engine.db);
await engine.pool.end();
await postgres.stop();
