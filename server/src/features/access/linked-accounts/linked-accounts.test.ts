import type { Kysely, KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedManyAccounts } from '../../../testing/access/many-accounts.ts';
import { seedDemoData } from '../../../demo/seed.ts';
import { testKeyring } from '../../../testing/database/template.ts';
import { newId } from '../../../db/ids.ts';
import { openTestDatabase } from '../../../testing/database/open.ts';
import type { Schema } from '../../../db/schema.ts';
import { systemClock } from '../../../ports/clock/clock.ts';
import { environmentKeys } from '../../../ports/keys/environment.ts';
import { cheapPasswords } from '../../../testing/ports/cheap-passwords.ts';
import { listLinkedAccounts, readBalance } from './queries.ts';
import { linkedAccountsOf } from './rules.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  database = await openTestDatabase();
  const keys = environmentKeys(testKeyring);
  await seedDemoData({ db: database.db, keys, clock: systemClock, passwords: cheapPasswords() });
});
afterAll(() => database[Symbol.asyncDispose]());

const personId = async (username: string) => {
  const row = await database.db.selectFrom('person').select('id').where('username', '=', username).executeTakeFirst();
  return row!.id;
};
const firstAccount = async (username: string) => (await listLinkedAccounts(database.db, await personId(username)))[0]!;

/** Counts the statements that reach the database. */
function counting(db: Kysely<Schema>) {
  const counter = { statements: 0 };
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      counter.statements += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return { counter, db: db.withPlugin(plugin) };
}

test('seven accounts, each with the balance that it can spend', async () => {
  const rows = await listLinkedAccounts(database.db, await personId('seven'));
  expect(rows.map((row) => [row.business_name, row.last_four, row.available])).toEqual([
    ['Northwind Trading', null, 48_210_55n],
    ['Brightline Studio', null, expect.any(BigInt)],
    ['Northwind Trading', '4821', 3_060_14n],
    ['Copper Kettle Catering', null, 6_430_00n],
    ['Old Town Print Shop', null, 0n],
    ['Meadowlark Schools', '1187', 0n],
    ['Juniper Robotics', null, 0n],
  ]);
});

test('a card that draws on the line of credit has its remaining amount, as its administrator has', async () => {
  const admin = await firstAccount('credit.admin');
  const cardholder = await firstAccount('credit.cardholder');
  expect(cardholder.available).toBe(admin.available);
  const balance = (await readBalance(database.db, admin.id))!;
  expect(balance.ledger).toBeLessThan(0n);
  expect(balance.credit_limit).toBe(250_000_00n);
  expect(balance.available).toBe(balance.ledger! - balance.on_hold! + balance.credit_limit!);
});

test('a card that draws on the prepaid balance of the business has that balance', async () => {
  expect((await firstAccount('mastercard')).available).toBe((await firstAccount('email.only')).available);
});

test('a balance has four figures', { tags: ['@7.40', '@9.8'] }, async () => {
  const balance = await readBalance(database.db, (await firstAccount('admin')).id);
  expect(balance).toMatchObject({ ledger: 48_210_55n, on_hold: 0n, available: 48_210_55n, incoming: 15_000_00n });
  const card = (await readBalance(database.db, (await firstAccount('cardholder')).id))!;
  expect(card.on_hold).toBeGreaterThan(0n);
  expect(card.available).toBe(card.ledger! - card.on_hold!);
  expect(card.pool_kind).toBeNull();
});

test('an unknown account has no balance', async () => {
  expect(await readBalance(database.db, newId())).toBeUndefined();
});

test('a thousand accounts take one statement', async () => {
  const many = await seedManyAccounts(database.db, 1000);
  const { counter, db } = counting(database.db);
  const accounts = linkedAccountsOf(await listLinkedAccounts(db, many.personId), many.membershipIds[500]!);
  expect(counter.statements).toBe(1);
  expect(accounts).toHaveLength(1000);
  expect(accounts[0]).toMatchObject({
    userId: many.membershipIds[500],
    isCurrent: true,
    accountBalance: { amount: 501 * 137 },
  });
  expect(accounts.slice(1).map(({ userId }) => userId)).toEqual(many.membershipIds.toSpliced(500, 1));
});
