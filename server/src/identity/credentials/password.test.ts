import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoPassword } from '../../demo/people.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { checkNewPassword, wordsOf } from './check.ts';
import { revokeEverywhere } from './revoke.ts';
import { isRecentPassword, setPassword } from './set.ts';
import { passwordScore } from './strength.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const good = 'walnut-breeze-canyon-81';
const words = ['Priya', 'Nair', 'priya.nair@northwind-trading.example', 'Northwind Trading', '0932'];

describe('the problems of a new password', () => {
  test.each([
    [good, []],
    ['short-1', ['tooShort']],
    // Eleven code points of two UTF-16 units each.
    ['😀'.repeat(11), ['tooShort']],
    ['a'.repeat(129), ['tooLong']],
    ['aaaaaaaaaaaa', ['tooWeak']],
    ['Northwind-Trading', ['tooWeak']],
    ['priya.nair-0932', ['tooWeak']],
    ['password12345', ['tooWeak']],
    ['qwertyuiop123', ['tooWeak']],
    ['1234567890123', ['tooWeak']],
  ])('%j: %j', { tags: '@5.29' }, async (password, expected) => {
    const problems = await checkNewPassword(server.context, {
      asker: password,
      ipPrefix: '192.0.2.1',
      password,
      confirmation: password,
      userInputs: words,
    });
    expect(problems.filter((problem) => problem !== 'leaked')).toEqual(expected);
  });

  test('leaked ones are reported', { tags: '@5.32' }, async () => {
    const leaked = { has: () => Promise.resolve(true) };
    const asked = { asker: 'a', ipPrefix: '192.0.2.1', password: good, confirmation: good, userInputs: [] };
    expect(await checkNewPassword({ leakedPasswords: leaked }, asked)).toEqual(['leaked']);
  });

  test('a differing repetition is reported, a missing one is not', { tags: '@5.31' }, async () => {
    const check = (confirmation: string | null) =>
      checkNewPassword(server.context, {
        asker: 'a',
        ipPrefix: '192.0.2.1',
        password: good,
        confirmation,
        userInputs: [],
      });
    expect(await check('something else')).toEqual(['mismatch']);
    expect(await check(null)).toEqual([]);
  });
});

test('user inputs count whole and in parts', () => {
  expect(wordsOf(['Ada Okafor', 'ada.okafor@accounts.example', ' ', 'No'])).toEqual([
    'ada okafor',
    'ada',
    'okafor',
    'ada.okafor@accounts.example',
    'accounts',
    'example',
  ]);
});

test('askers who flood the estimator do not delay another one by more than the passwords under way', async () => {
  const order: string[] = [];
  const hard = (index: number) => `${'aA4@'.repeat(15)}${index}xy`;
  const flood = Array.from({ length: 18 }, async (_, asker) => {
    for (const turn of [0, 1]) {
      await passwordScore(hard(asker * 2 + turn), [`invite ${asker % 2}`, `10.0.0.${asker % 3}`]);
      order.push('flood');
    }
  });
  const honest = (async () => {
    // Once the flooders have used some of it.
    while (order.length === 0) await new Promise((resolve) => setImmediate(resolve));
    const before = order.length;
    await passwordScore(good, ['owner', '192.0.2.1']);
    return order.length - before;
  })();
  // One under way on each of up to four threads, and one that a thread begins and ends while a busy machine does not run the
  // owner's. In order of arrival it would be more than thirty; fair-queue.test.ts holds the order itself.
  expect(await honest).toBeLessThanOrEqual(8);
  await Promise.all(flood);
});

test('a password of any length is checked without a noticeable wait', async () => {
  const scores = await Promise.all(
    ['aZ3$'.repeat(32), good, 'x'.repeat(128)].map((password) => passwordScore(password, ['a'])),
  );
  expect(scores.every((score) => score >= 0 && score <= 4)).toBe(true);
  expect(scores[1]).toBeGreaterThanOrEqual(3);
});

const personNamed = (username: string) =>
  server.context.db.selectFrom('person').selectAll().where('username', '=', username).executeTakeFirstOrThrow();

test(
  'the current password and the two before it are recent; the fourth is not',
  { tags: ['@5.34', '@9.10'] },
  async () => {
    const { context } = server;
    const { id } = await personNamed('cardholder');
    const isRecent = (password: string) => isRecentPassword(context.db, context, id, password);
    const history = [demoPassword, 'first-new-password', 'second-new-password', 'third-new-password'];
    for (const password of history.slice(1)) {
      server.clock.advance(1);
      await context.db.transaction().execute((tx) => setPassword(tx, context, id, password));
    }
    expect(await Promise.all(history.map(isRecent))).toEqual([false, true, true, true]);
    const kept = await context.db.selectFrom('password_history').select('id').where('person_id', '=', id).execute();
    expect(kept).toHaveLength(2);
    const { password_changed_at, created_at } = await personNamed('cardholder');
    expect(password_changed_at.getTime()).toBeGreaterThan(created_at.getTime());
  },
);

test("revoking ends every session but the caller's, and all trust in other devices", async () => {
  const { context, app } = server;
  const signIn = async () => {
    const answer = await app.inject({
      method: 'POST',
      url: '/api/login',
      headers: { host: 'localhost:4000', 'x-session-delivery': 'token' },
      payload: { username: 'onefactor', password: demoPassword },
    });
    return answer.json<{ access_token: string }>().access_token;
  };
  const tokens = [await signIn(), await signIn()];
  const { id } = await personNamed('onefactor');
  const [first] = await context.db
    .selectFrom('session')
    .select(['id', 'device_id'])
    .where('person_id', '=', id)
    .where('ended_at', 'is', null)
    .orderBy('created_at')
    .execute();
  const ended = await context.db
    .transaction()
    .execute((tx) =>
      revokeEverywhere(
        tx,
        context,
        { correlationId: 'test', ipPrefix: null },
        { personId: id, except: { sessionId: first!.id, deviceId: first!.device_id } },
      ),
    );
  expect(ended).toHaveLength(1);
  const statuses = await Promise.all(
    tokens.map(async (token) => {
      const headers = { host: 'localhost:4000', authorization: `Bearer ${token}` };
      return (await app.inject({ method: 'GET', url: '/api/session', headers })).statusCode;
    }),
  );
  expect(statuses.toSorted()).toEqual([200, 401]);
});
