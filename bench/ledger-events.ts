// Generated sequences of a processor's messages, each played in two orders: the same balances in the end, entries that
// balance, transactions that agree with their events. `npm run bench:ledger-events [sequences]`.
import fc from 'fast-check';
import { closeLanes } from '../server/src/core/authorizations/lanes.ts';
import { ledgerFaults } from '../server/src/core/ledger/queries.ts';
import { wrongCopies } from '../server/src/core/transactions/verify.ts';
import { expectedBalance, play, sequences } from '../server/src/testing/event-sequences.ts';
import { startPostgres } from './lib/database.ts';
import { openEngine } from './lib/spending.ts';
import { goal } from './lib/table.ts';

const wanted = Number(process.argv[2] ?? 100_000);
const parallel = 8;

const postgres = await startPostgres();
const engine = await openEngine(await postgres.create('florin'));
const began = performance.now();
let differing = 0;
let messages = 0;
const generated = fc.sample(sequences, { numRuns: wanted, seed: 20261122 }).values();

/** Each of the parallel players takes the next sequence. */
async function playOn() {
  for (const sequence of generated) {
    const inOrder = await play(engine, sequence, sequence.messages.keys().toArray());
    const shuffled = await play(engine, sequence, sequence.order);
    messages += 2 * sequence.messages.length;
    const isRight =
      inOrder.ledger === expectedBalance(sequence) &&
      inOrder.onHold === 0 &&
      inOrder.spent.counted === inOrder.spent.expected &&
      JSON.stringify(inOrder) === JSON.stringify(shuffled);
    if (isRight) continue;
    differing += 1;
    console.log(JSON.stringify({ sequence, inOrder, shuffled }));
  }
}
await Promise.all(Array.from({ length: parallel }, playOn));

console.log(`${wanted} sequences, ${messages} messages, ${Math.round((performance.now() - began) / 1000)} s`);
goal('sequences that end differently', differing, differing === 0);
const faults = await ledgerFaults(engine.db);
goal('accounts that differ from their entries', faults.length, faults.length === 0);
const wrong = await wrongCopies(engine.db);
goal('transactions that differ from their events', wrong.length, wrong.length === 0);

await closeLanes(engine.db);
await engine.pool.end();
await postgres.stop();
