import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { embeddedCardProcessor } from '../../ports/card-processor/embedded.ts';
import { environmentKeys } from '../../ports/keys/environment.ts';
import { at } from '../../testing/business.ts';
import { openTestDatabase } from '../../testing/database/open.ts';
import { testKeyring } from '../../testing/database/template.ts';
import { expectedBalance, play, sequences } from '../../testing/event-sequences.ts';
import { ledgerFaults } from '../ledger/queries.ts';
import type { applyEvent } from './apply-event.ts';
import { wrongCopies } from './verify.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let context: Parameters<typeof applyEvent>[0];
beforeAll(async () => {
  database = await openTestDatabase();
  const keys = environmentKeys(testKeyring);
  context = { db: database.db, clock: { now: () => at }, keys, cardProcessor: embeddedCardProcessor(keys) };
});
afterAll(() => database[Symbol.asyncDispose]());

test('messages in any order, repeated or not, end in the same balances, and limits have counted what was spent', async () => {
  await fc.assert(
    fc.asyncProperty(sequences, async (sequence) => {
      const inOrder = await play(context, sequence, sequence.messages.keys().toArray());
      const shuffled = await play(context, sequence, sequence.order);
      expect(inOrder).toMatchObject({ ledger: expectedBalance(sequence), onHold: 0, incoming: 0 });
      expect(shuffled).toEqual(inOrder);
      expect(inOrder.spent.counted).toBe(inOrder.spent.expected);
    }),
    { numRuns: 6 },
  );
  expect(await ledgerFaults(database.db)).toEqual([]);
  expect(await wrongCopies(database.db)).toEqual([]);
});
