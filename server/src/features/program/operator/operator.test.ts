import { api } from '@florin/contract/api';
import type { Endpoint } from '@florin/contract/endpoint';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { proveOwnChains } from '../../../core/audit/verify.ts';
import { newId } from '../../../db/ids.ts';
import { fundedBusiness } from '../../../testing/money/funded-business.ts';
import { TestBrowser } from '../../../testing/browser.ts';
import { addPerson, testPassword, type TestPerson } from '../../../testing/person.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';

const calls = Object.values(api as Record<string, Endpoint>).filter(({ access }) => access === 'operator');
const nobodysId = '01990000-0000-7000-8000-000000000000';

let server: TestServer;
let person: TestPerson;
let operator: TestBrowser;
beforeAll(async () => {
  server = await startTestServer();
  person = await addPerson(server, { mfaEnabled: true, accounts: [{ role: 'ADMIN' }] });
  server.context.config = { ...server.context.config, operators: [person.id] };
  operator = new TestBrowser(server);
  await operator.signIn(person.username, testPassword);
});
afterAll(() => server.close());

/** What the operator's acts have left in the audit trail. */
const acts = (type: string) =>
  server.context.db
    .selectFrom('audit_event')
    .select(['person_id', 'business_id', 'details'])
    .where('type', '=', type)
    .execute();

test.each(['a stranger', 'an administrator', 'a cardholder'])('%s is told that there is nothing', async (who) => {
  const browser = new TestBrowser(server);
  if (who !== 'a stranger') {
    const role = who === 'an administrator' ? 'ADMIN' : 'CARDHOLDER';
    const other = await addPerson(server, { accounts: [{ role }] });
    await browser.enter(other.username, testPassword);
  }
  expect(calls.length).toBeGreaterThan(8);
  for (const { method, path } of calls) {
    const { status, body } = await browser.ask(method, path.replaceAll(/\{\w+\}/g, nobodysId), { body: {} });
    expect([status, body['Code']], `${method} ${path}`).toEqual([404, 'NOT_FOUND']);
  }
});

test('nobody is an operator unless it is configured', async () => {
  const { config } = server.context;
  server.context.config = { ...config, operators: [] };
  expect(await operator.ask('GET', '/api/operator/jobs')).toMatchObject({ status: 404 });
  server.context.config = config;
  expect(await operator.ask('GET', '/api/operator/jobs')).toMatchObject({ status: 200 });
});

test('an operator closes a difference once, by name, and resolves nothing that is not there', async () => {
  const { db } = server.context;
  const [item, report, difference] = [newId(), newId(), newId()];
  const { id: program } = await db.selectFrom('program').select('id').executeTakeFirstOrThrow();
  await db
    .insertInto('settlement_report')
    .values({
      id: report,
      program_id: program,
      reference: 'report-1',
      day: '2026-11-19',
      net: 0n,
      lines: 1,
      received_at: server.clock.now(),
    })
    .execute();
  await db
    .insertInto('settlement_difference')
    .values({ id: difference, report_id: report, event_id: 'e1', kind: 'AMOUNT', reported: 500n, recorded: 400n })
    .execute();
  const differences = await operator.ask('GET', '/api/operator/settlement-differences');
  expect(differences.body).toMatchObject([{ id: difference, reported: { amount: 500 }, recorded: { amount: 400 } }]);
  const close = (explanation: string) =>
    operator.ask('POST', `/api/operator/settlement-differences/${difference}/close`, { body: { explanation } });
  expect(await close('')).toMatchObject({ status: 400 });
  expect(await close('The tip came a day later.')).toMatchObject({ status: 204 });
  expect(await close('Again.')).toMatchObject({ status: 409 });
  expect(await acts('operator_difference_closed')).toMatchObject([{ person_id: person.id, details: { difference } }]);
  const closed = await db
    .selectFrom('settlement_difference')
    .select('closed_by')
    .where('id', '=', difference)
    .execute();
  expect(closed[0]!.closed_by).toContain(person.username);
  const resolve = (id: string) =>
    operator.ask('POST', `/api/operator/suspense/${id}/resolve`, { body: { resolution: 'WRITE_OFF' } });
  expect(await resolve(item)).toMatchObject({ status: 404 });
});

test('what is resolved is in the chain of the business, with the person who did it', async () => {
  const { db, clock } = server.context;
  const { businessId } = await fundedBusiness(server);
  const item = newId();
  await db
    .insertInto('suspense_item')
    .values({
      id: item,
      business_id: businessId,
      at: clock.now(),
      reason: 'NO_ACCOUNT',
      direction: 'CREDIT',
      amount: 12_00n,
      currency: 'USD',
      description: 'Refund without a card',
      event_id: newId(),
      raw: '{}',
    })
    .execute();
  expect((await operator.ask('GET', '/api/operator/suspense')).body).toMatchObject([{ id: item, direction: 'CREDIT' }]);
  const resolve = () =>
    operator.ask('POST', `/api/operator/suspense/${item}/resolve`, { body: { resolution: 'WRITE_OFF' } });
  expect(await resolve()).toMatchObject({ status: 204 });
  expect(await resolve()).toMatchObject({ status: 409 });
  expect(await acts('operator_suspense_resolved')).toMatchObject([
    { person_id: person.id, business_id: businessId, details: { item, resolution: 'WRITE_OFF' } },
  ]);
});

test('a job that failed is listed and runs again', async () => {
  const { db } = server.context;
  const { rows } = await sql<{ id: string }>`
    select id::text from graphile_worker.add_job('nothing_of_this_name', run_at := now() + interval '1 day')`.execute(
    db,
  );
  const id = rows[0]!.id;
  expect(await operator.ask('POST', `/api/operator/jobs/${id}/retry`)).toMatchObject({ status: 404 });
  await sql`update graphile_worker._private_jobs set last_error = 'It broke.', attempts = max_attempts
    where id = ${id}::bigint`.execute(db);
  const jobs = await operator.ask('GET', '/api/operator/jobs');
  expect(jobs.body).toContainEqual(expect.objectContaining({ id, lastError: 'It broke.', attempts: 25 }));
  expect(await operator.ask('POST', `/api/operator/jobs/${id}/retry`)).toMatchObject({ status: 204 });
  expect(await acts('operator_job_retried')).toMatchObject([{ details: { job: id, task: 'nothing_of_this_name' } }]);
});

test('the proof of the audit trail needs a fresh proof, as every act does', async () => {
  expect(await operator.ask('POST', '/api/operator/audit/verify')).toMatchObject({
    status: 200,
    body: { problems: [] },
  });
  expect(await acts('operator_audit_proven')).toMatchObject([{ person_id: person.id, details: { problems: 0 } }]);
  const { problems } = await proveOwnChains(server.context.db);
  expect(problems).toEqual([]);
  server.clock.advance(6 * 60);
  for (const { method, path } of calls.filter((call) => call.method !== 'GET')) {
    const body = path.includes('suspense') ? { resolution: 'CHARGE' } : { explanation: 'Why.' };
    const id = path.includes('jobs') ? '1' : nobodysId;
    const answer = await operator.ask(method, path.replaceAll(/\{\w+\}/g, id), { body });
    expect([path, answer.body['Code']]).toEqual([path, 'STEP_UP_REQUIRED']);
  }
});
