import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CodePurpose } from '../../db/schema.ts';
import { newId } from '../../db/ids.ts';
import { inTransaction } from '../../db/transaction.ts';
import { counting, readCount, uncounting } from '../../core/throttle/counter.ts';
import { otherThan } from '../../testing/browser.ts';
import { addPerson } from '../../testing/person.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { addWaitingCard } from '../../testing/cards/waiting-card.ts';
import { issueCode, readOpenCode, tryCode, type Tried } from './one-time-code.ts';
import { codePolicies } from './policies.ts';

let server: TestServer;
let owners: Record<'person_id' | 'card_id', { personId: string } | { cardId: string }>;
beforeAll(async () => {
  server = await startTestServer();
  const { cardId } = await addWaitingCard(server);
  owners = { person_id: { personId: (await addPerson(server)).id }, card_id: { cardId } };
});
afterAll(() => server.close());

/** A flow with a tally that admits a number of failures. */
function flow(purpose: CodePurpose, id = newId(), cap = 100) {
  const { context } = server;
  const counter = { key: context.keys.mac('test', id), windowSeconds: 3600, cap };
  const tally = {
    counting: (from = sql``) => counting(counter, context.clock.now(), from),
    refunding: uncounting(counter.key),
  };
  const asked = { purpose, id };
  const addressIndex = context.keys.mac('contact-address', id);
  return {
    id,
    issue: async () => {
      const owner = owners[codePolicies[purpose].countedBy];
      return (
        await issueCode(context.db, context, { flow: asked, owner, channel: 'Email', addressIndex, quota: 'strangers' })
      ).code;
    },
    /** @param advances whether the flow's record exists and can move on */
    enter: (code: string, { receivedAt = context.clock.now(), advances = true } = {}): Promise<Tried> =>
      inTransaction(context.db, (tx) =>
        tryCode(tx, context, {
          flow: asked,
          tally,
          code,
          receivedAt,
          advance: () => sql`select 1 where ${advances}::boolean`,
        }),
      ),
    failures: async () => (await readCount(context.db, counter, context.clock.now())).failures,
    open: () => readOpenCode(context.db, asked),
  };
}

const purposes = Object.keys(codePolicies) as CodePurpose[];

describe.each(purposes)('a code of %s', (purpose) => {
  test('proves once, and is no failure', async () => {
    const { issue, enter, failures } = flow(purpose);
    const code = await issue();
    expect((await enter(otherThan(code))).is).toBe('wrong');
    expect(await failures()).toBe(1);
    expect(await enter(code)).toEqual({ is: 'proven', by: 'Email' });
    expect(await failures()).toBe(1);
    expect((await enter(code)).is).not.toBe('proven');
  });

  test('does not work for another flow or purpose, once it is replaced, or when it has expired', async () => {
    const own = flow(purpose);
    const code = await own.issue();
    const other = flow(purpose);
    await other.issue();
    for (const each of [other, ...purposes.filter((name) => name !== purpose).map((name) => flow(name, own.id))])
      expect((await each.enter(code)).is).not.toBe('proven');
    const next = await own.issue();
    if (next !== code) expect((await own.enter(code)).is).toBe('wrong');
    server.clock.advance(codePolicies[purpose].lifetimeSeconds);
    expect((await own.enter(next)).is).not.toBe('proven');
  });

  test('is compared only if the try was counted', async () => {
    const { issue, enter } = flow(purpose, newId(), 2);
    const code = await issue();
    for (let tries = 0; tries < 2; tries += 1) expect((await enter(otherThan(code))).is).toBe('wrong');
    expect(await enter(code)).toEqual({ is: 'locked' });
  });

  test('does not match a guess that arrived before it was made', async () => {
    const { issue, enter } = flow(purpose);
    const receivedAt = server.clock.now();
    server.clock.advance(1);
    const code = await issue();
    expect((await enter(code, { receivedAt })).is).not.toBe('proven');
    expect((await enter(code)).is).toBe('proven');
  });

  test('proves nothing in a row that was moved to another flow, purpose or address', async () => {
    const { db, keys } = server.context;
    const own = flow(purpose);
    const code = await own.issue();
    const move = (to: { flow_id?: string; purpose?: CodePurpose; address_index?: Buffer }, from: string) =>
      db.updateTable('one_time_code').set(to).where('flow_id', '=', from).execute();
    const other = flow(purpose);
    await move({ flow_id: other.id }, own.id);
    expect((await other.enter(code)).is).toBe('wrong');
    await move({ flow_id: own.id, address_index: keys.mac('contact-address', other.id) }, other.id);
    expect((await own.enter(code)).is).toBe('wrong');
    await move({ address_index: keys.mac('contact-address', own.id) }, own.id);
    const { countedBy } = codePolicies[purpose];
    const another = purposes.find((name) => name !== purpose && codePolicies[name].countedBy === countedBy);
    if (another) {
      await move({ purpose: another }, own.id);
      expect((await flow(another, own.id).enter(code)).is).toBe('wrong');
      await move({ purpose }, own.id);
    }
    expect((await own.enter(code)).is).toBe('proven');
  });

  test('proves nothing if its flow does not move on', async () => {
    const { issue, enter, open } = flow(purpose);
    const code = await issue();
    expect((await enter(code, { advances: false })).is).toBe('late');
    expect(await open()).toBeNull();
  });
});

test.each(purposes)('tries at a code of %s end at the number in its policy', async (purpose) => {
  const { maxTries } = codePolicies[purpose];
  const { issue, enter, failures } = flow(purpose);
  const code = await issue();
  const tries = maxTries ?? 12;
  for (let made = 1; made <= tries; made += 1)
    expect(await enter(otherThan(code))).toMatchObject({ is: 'wrong', tries: made, counted: { failures: made } });
  expect((await enter(code)).is).toBe(maxTries === null ? 'proven' : 'spent');
  expect(await failures()).toBe(tries);
});

test.each(purposes)('a guess at %s counts without a code only if its policy says so', async (purpose) => {
  const { enter, failures } = flow(purpose);
  await enter('123456');
  expect(await failures()).toBe(codePolicies[purpose].countsWithoutCode ? 1 : 0);
});
