import { registerCardholder } from '@florin/contract/access/registration';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { addWaitingCard } from '../../../testing/cards/waiting-card.ts';
import { hostileValues, newPassword, TestWizard, typedDetails } from '../../../testing/access/wizard.ts';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestServer();
  // Refusals happen before anything is hashed.
  server.context.passwords = { ...server.context.passwords, hash: async () => 'unused' };
  token = await new TestWizard(server).prove((await addWaitingCard(server)).number);
});
afterAll(() => server.close());

/** Every table that a registration writes. */
async function written() {
  const { db } = server.context;
  const tables = ['person', 'membership', 'contact', 'password_history', 'message', 'audit_event'] as const;
  const counts = await Promise.all(
    tables.map((table) =>
      db
        .selectFrom(table)
        .select(({ fn }) => fn.countAll<bigint>().as('rows'))
        .executeTakeFirstOrThrow(),
    ),
  );
  const cards = await db.selectFrom('card').select(['id', 'membership_id', 'status']).orderBy('id').execute();
  return JSON.stringify([counts.map(({ rows }) => String(rows)), cards]);
}

const hostile: (readonly [string, unknown])[] = [
  ...hostileValues,
  ['look-alikes', '\u0430\u0501m\u0456n\u200b'],
  ['digits of another script', '\u0661\u0662\u0663'],
];
const good = {
  token: '',
  ...typedDetails,
  username: 'never.half',
  password: newPassword,
  passwordConfirmation: newPassword,
};
const cases = Object.keys(registerCardholder.body.entries)
  .filter((field) => field !== 'token')
  .flatMap((field) => hostile.map(([what, value]) => [field, what, value] as const));

describe('the last step with one wrong field writes nothing', { tags: '@beyond.44' }, () => {
  test.each(cases)('%s: %s', { tags: ['@3.18', '@5.22'] }, async (field, what, value) => {
    const payload = { ...good, token, [field]: value };
    // Some fields are optional, and some accept any text; they are no cases of this test.
    const refused = v.safeParse(registerCardholder.body, payload).issues?.map(({ path }) => String(path?.[0]?.key));
    const before = await written();
    const answer = refused || mustRefuse(field, what) ? await send(payload) : null;
    if (answer) {
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.status).toBeLessThan(500);
      const fields = answer.body['Fields'] as { Field: string }[] | undefined;
      if (refused) expect(fields?.map((each) => each.Field.split('.')[0])).toContain(field);
    }
    expect(await written()).toBe(before);
  });

  test('and the registration can still be finished, once', async () => {
    expect(await send({ ...good, token })).toMatchObject({ status: 200 });
    const after = await written();
    expect(await send({ ...good, token, username: 'never.twice' })).toMatchObject({
      body: { Code: 'ALREADY_REGISTERED' },
    });
    expect(await written()).toBe(after);
  });
});

/** Values that pass the schema and fail the server's rules. */
const mustRefuse = (field: string, what: string) =>
  ['username', 'password', 'passwordConfirmation', 'dateOfBirth', 'homePhone', 'mobilePhone'].includes(field) &&
  what !== 'missing' &&
  // Letters and digits of every script are allowed.
  !(field === 'username' && what === 'digits of another script');

const send = (body: object) => new TestWizard(server).ask('POST', '/Account/Cardholder/Registration/Profile', { body });
