import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../db/ids.ts';
import { openTestDatabase } from '../../../testing/database/open.ts';
import { demoDatabase } from '../../../testing/database/template.ts';
import { runScript } from '../../../testing/run-script.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  database = await openTestDatabase(demoDatabase);
});
afterAll(() => database[Symbol.asyncDispose]());

test('npm run operator lists what waits, with its age by the product’s clock, and proves the audit trail', async () => {
  const { db } = database;
  const [item, report, difference] = [newId(), newId(), newId()];
  const { id: program } = await db.selectFrom('program').select('id').executeTakeFirstOrThrow();
  await sql`update simulator_state set moved_seconds = ${3 * 86_400}`.execute(db);
  await db
    .insertInto('suspense_item')
    .values({
      id: item,
      business_id: null,
      at: new Date(),
      reason: 'NO_ACCOUNT',
      direction: 'CREDIT',
      amount: 12_00n,
      currency: 'USD',
      description: 'Refund without a card',
      event_id: newId(),
      raw: '{}',
    })
    .execute();
  await db
    .insertInto('settlement_report')
    .values({
      id: report,
      program_id: program,
      reference: 'report-1',
      day: '2026-11-19',
      net: 0n,
      lines: 1,
      received_at: new Date(),
    })
    .execute();
  await db
    .insertInto('settlement_difference')
    .values({ id: difference, report_id: report, event_id: 'e1', kind: 'AMOUNT', reported: 500n, recorded: null })
    .execute();
  const [suspense, settlement, audit] = await Promise.all(
    [['suspense'], ['settlement'], ['audit', 'verify']].map((words) =>
      runScript(database, 'scripts/operator.ts', ...words),
    ),
  );
  expect(suspense).toEqual({
    code: 1,
    output: expect.stringMatching(/  3 days  NO_ACCOUNT  CREDIT USD 12\.00 .*\n1 in suspense\.\n$/),
  });
  expect(settlement).toEqual({ code: 1, output: expect.stringContaining('reported 5.00  recorded -') });
  expect(audit).toEqual({ code: 0, output: expect.stringContaining('No event was changed') });
});
