import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { embeddedCardProcessor } from '../../ports/card-processor/embedded.ts';
import { environmentKeys } from '../../ports/keys/environment.ts';
import { at } from '../../testing/business.ts';
import { openTestDatabase } from '../../testing/database/open.ts';
import { testKeyring } from '../../testing/database/template.ts';
import { faultsOf, playAll, sequences, wronglyResolved } from '../../testing/cards/event-sequences.ts';
import { openLanes } from '../authorizations/lanes.ts';
import { ledgerFaults } from '../ledger/queries.ts';
import type { applyEvent } from './apply-event.ts';
import { wrongCopies } from './verify.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let context: Parameters<typeof applyEvent>[0];
beforeAll(async () => {
  database = await openTestDatabase();
  openLanes(database.db, { deadline: 60_000 });
  const keys = environmentKeys(testKeyring);
  context = { db: database.db, clock: { now: () => at }, keys, cardProcessor: embeddedCardProcessor(keys) };
});
afterAll(() => database[Symbol.asyncDispose]());

test('messages in any order, repeated or not, one by one or at once, end in the same balances, statuses and counters', async () => {
  const few = fc.sample(sequences, { numRuns: 4, seed: 20261122 });
  const many = fc.sample(sequences, { numRuns: 40, seed: 20261127 });
  const all = [...few, ...many];
  const inOrder = (sequence: (typeof all)[number]) => ({ sequence, order: [...sequence.messages.keys()] });
  const first = [
    ...(await playAll(context, few.map(inOrder), 'ONE_BY_ONE')),
    ...(await playAll(context, many.map(inOrder), 'AT_ONCE')),
  ];
  const shuffled = all.map((sequence) => ({ sequence, order: sequence.order }));
  const second = await playAll(context, shuffled, 'AT_ONCE');
  const wrong = all.flatMap((sequence, i) => {
    const faults = faultsOf(sequence, [first[i]!, second[i]!]);
    return faults.length > 0 ? [{ faults, sequence: JSON.stringify(sequence) }] : [];
  });
  expect(wrong).toEqual([]);
  expect(await wronglyResolved(database.db)).toBe(0);
  expect(await ledgerFaults(database.db)).toEqual([]);
  expect(await wrongCopies(database.db)).toEqual([]);
});
