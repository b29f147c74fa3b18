import { PassThrough } from 'node:stream';
import { sql } from 'kysely';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { addWaitingCard } from './testing/cards/waiting-card.ts';
import { TestWizard } from './testing/access/wizard.ts';
import { createLog } from './log.ts';
import { recordContext } from './ports/keys/keys.ts';
import { startTestServer, type TestServer } from './testing/server.ts';

const lines: string[] = [];
const stream = new PassThrough().on('data', (line: Buffer) => lines.push(line.toString()));
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ log: stream });
});
afterAll(() => server.close());

test('a failed request is logged without personal data', async () => {
  const { db, keys } = server.context;
  const { number, cardId } = await addWaitingCard(server);
  const here = new TestWizard(server);
  const token = await here.prove(number);
  const { id: program } = await db
    .selectFrom('program')
    .select('id')
    .where('is_default', '=', true)
    .executeTakeFirstOrThrow();
  const details = { email: 'kim@holders.example', dateOfBirth: '1990-01-15', homePhone: 2015550147, mobilePhone: null };
  const about = recordContext({ table: 'card_holder', row: cardId, column: 'details_sealed', program });
  const sealed = { details_sealed: keys.seal(JSON.stringify(details), about) };
  await db.updateTable('card_holder').set(sealed).where('card_id', '=', cardId).execute();

  const { headers, status } = await here.profile(token);
  expect(status).toBe(500);
  const failure = lines.find((line) => line.includes('"request failed"'))!;
  expect(JSON.parse(failure)).toMatchObject({
    correlationId: headers['x-correlation-id'],
    err: { type: 'ValiError', message: 'homePhone: string', stack: expect.stringContaining('holder.ts') },
  });
  expect(failure).not.toMatch(/5550147|1990-01-15|kim@/);
});

test('a job that fails is logged without its payload', async () => {
  await sql`select graphile_worker.add_job('send_message', '{"id":{"cardNumber":"4111111111111111"}}')`.execute(
    server.context.db,
  );
  const failed = await vi.waitUntil(() => lines.find((line) => line.includes('"job runner"')), 5000);
  expect(JSON.parse(failed)).toMatchObject({
    jobs: expect.stringMatching(/^Failed task \d+ \(send_message, [^']*\)$/),
    err: { type: 'ValiError', message: 'id: string' },
  });
  expect(lines.join('')).not.toContain('4111');
});

test.each<[unknown, object]>([
  [new TypeError('x is no function'), { type: 'TypeError', message: 'x is no function' }],
  [Object.assign(new Error('no'), { code: '23505', detail: 'Key (email)=(kim@holders.example)' }), { code: '23505' }],
  [new v.ValiError(v.safeParse(v.string(), 4111111111111111).issues!), { type: 'ValiError', message: ': string' }],
  [{ number: '4111111111111111' }, { type: 'object' }],
])('of %o the log keeps %j', (err, kept) => {
  const written: string[] = [];
  createLog('error', { write: (line) => void written.push(line) }).error({ err }, 'request failed');
  expect(JSON.parse(written[0]!)).toMatchObject({ err: kept });
  expect(written[0]).not.toMatch(/4111|kim@/);
});
