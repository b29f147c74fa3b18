import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedDemoData } from '../../../demo/seed.ts';
import { testKeyring } from '../../../testing/database/template.ts';
import { newId } from '../../../db/ids.ts';
import { openTestDatabase } from '../../../testing/database/open.ts';
import { systemClock } from '../../../ports/clock/clock.ts';
import { environmentKeys } from '../../../ports/keys/environment.ts';
import { cheapPasswords } from '../../../testing/ports/cheap-passwords.ts';
import { accountsOfPerson } from './queries.ts';
import { userInfoOf } from './rules.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  database = await openTestDatabase();
  const keys = environmentKeys(testKeyring);
  await seedDemoData({ db: database.db, keys, clock: systemClock, passwords: cheapPasswords() });
});
afterAll(() => database[Symbol.asyncDispose]());

const accountsOf = async (username: string) => {
  const person = await database.db
    .selectFrom('person')
    .select('id')
    .where('username', '=', username)
    .executeTakeFirst();
  return accountsOfPerson(database.db, person!.id);
};

test('a cardholder of a grants program', { tags: '@1.6' }, async () => {
  const accounts = await accountsOf('teacher');
  expect(userInfoOf(accounts, accounts[0]!.id)).toMatchObject({
    firstName: 'Sam',
    role: 'CARDHOLDER',
    cardLast4: '5543',
    businessName: 'Meadowlark Schools',
    allowAdminViewCardUsage: false,
    features: ['business-attachments', 'request-funding'],
    userData: { bankId: 'FIFTHTHIRD', program: 'Grants', bankPayment: 'Visa', accountStatus: 'OPEN' },
  });
});

test('all seven linked users, in order, for every current account', { tags: ['@1.3', '@3.24'] }, async () => {
  const accounts = await accountsOf('seven');
  const info = userInfoOf(accounts, accounts[3]!.id)!;
  expect(info).toMatchObject({ businessSuspended: true, suspensionMode: 'Compliance' });
  expect(info.linkedUsers.map(({ businessStatus, isUserAccountOpen }) => [businessStatus, isUserAccountOpen])).toEqual([
    ['SUSPENDED', true],
    ['OPEN', true],
    ['OPEN', true],
    ['OPEN', true],
    ['CLOSED', true],
    ['OPEN', false],
    ['PENDING_REVIEW', true],
  ]);
});

test('an unknown person has no accounts', async () => {
  expect(await accountsOfPerson(database.db, newId())).toEqual([]);
});
