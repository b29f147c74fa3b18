import { afterAll, beforeAll, expect, test } from 'vitest';
import { cheapPasswords } from '../testing/ports/cheap-passwords.ts';
import { ledgerFaults } from '../core/ledger/queries.ts';
import { environmentKeys } from '../ports/keys/environment.ts';
import { openTestDatabase } from '../testing/database/open.ts';
import { demoBusinesses } from './businesses.ts';
import { seedManyAccounts } from '../testing/access/many-accounts.ts';
import { demoPeople } from './people.ts';
import { demoPrograms } from './programs.ts';
import { seedDemoData } from './seed.ts';
import { testKeyring } from '../testing/database/template.ts';

const keys = environmentKeys(testKeyring);
const now = new Date('2026-11-21T07:00:00Z');
const clock = { now: () => now };
const passwords = cheapPasswords();

let database: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  database = await openTestDatabase();
  // Several servers can start on one empty database.
  const seed = () => seedDemoData({ db: database.db, keys, clock, passwords });
  await Promise.all([seed(), seed(), seed()]);
  await seed();
});
afterAll(() => database[Symbol.asyncDispose]());

const count = async (table: 'person' | 'business' | 'program' | 'membership') => {
  const row = await database.db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<bigint>().as('rows'))
    .executeTakeFirstOrThrow();
  return Number(row.rows);
};

test('is written once', async () => {
  expect(await count('person')).toBe(demoPeople.length);
  expect(await count('business')).toBe(Object.keys(demoBusinesses).length);
  expect(await count('program')).toBe(1 + Object.keys(demoPrograms).length);
});

test('the books are correct, and no account is overspent', async () => {
  expect(await ledgerFaults(database.db)).toEqual([]);
  const overdrawn = await database.db
    .selectFrom('financial_account')
    .select('id')
    .where('overdraft_allowed', '=', false)
    .where('available_balance', '<', 0n)
    .execute();
  expect(overdrawn).toEqual([]);
});

test('the first screen shows the figures of its picture', async () => {
  const row = await database.db
    .selectFrom('financial_account')
    .innerJoin('business', 'business.id', 'business_id')
    .select(['available_balance', 'credits_pending'])
    .where('business.name', '=', 'Northwind Trading')
    .where('kind', '=', 'business_available')
    .executeTakeFirst();
  expect(row).toEqual({ available_balance: 48_210_55n, credits_pending: 15_000_00n });
});

test('every card has a timeline, which ends in the state of the card', async () => {
  const cards = await database.db
    .selectFrom('card')
    .select((eb) => [
      'last_four',
      'status',
      eb
        .selectFrom('card_transition')
        .select('to_status')
        .whereRef('card_transition.card_id', '=', 'card.id')
        .orderBy('at', 'desc')
        .limit(1)
        .as('last'),
    ])
    .execute();
  expect(cards.filter(({ status, last }) => status !== last)).toEqual([]);
});

test('contacts are sealed in their own row and found by their index', async () => {
  const row = await database.db
    .selectFrom('contact')
    .innerJoin('person', 'person.id', 'person_id')
    .select(['contact.id', 'address_sealed', 'address_index', 'verified_at'])
    .where('username', '=', 'admin')
    .executeTakeFirstOrThrow();
  expect(keys.open(row.address_sealed, `contact|${row.id}`).toString()).toBe('maya.chen@northwind-trading.example');
  expect(row.address_index).toEqual(keys.mac('contact-address', 'Email|maya.chen@northwind-trading.example'));
  expect(row.verified_at).toEqual(now);
});

test('the phone on the STOP list is one that its owner confirmed', async () => {
  const rows = await database.db
    .selectFrom('phone_stop')
    .innerJoin('contact', 'contact.address_index', 'phone_stop.address_index')
    .innerJoin('person', 'person.id', 'person_id')
    .select(['username', 'contact.kind'])
    .where('verified_at', 'is not', null)
    .execute();
  expect(rows).toEqual([{ username: 'stopped', kind: 'PhoneNumber' }]);
});

test('one person has an account of every label', { tags: ['@1.4', '@3.45'] }, async () => {
  const rows = await database.db
    .selectFrom('membership')
    .innerJoin('person', 'person.id', 'person_id')
    .innerJoin('business', 'business.id', 'business_id')
    .leftJoin('card', 'card.membership_id', 'membership.id')
    .select(['role', 'membership.status', 'business.status as business', 'funding_source', 'last_four'])
    .where('username', '=', 'seven')
    .orderBy('position')
    .execute();
  expect(rows.map((row) => Object.values(row))).toEqual([
    ['ADMIN', 'OPEN', 'OPEN', 'Prepaid', null],
    ['ADMIN', 'OPEN', 'OPEN', 'Credit', null],
    ['CARDHOLDER', 'OPEN', 'OPEN', 'Prepaid', '4821'],
    ['ADMIN', 'OPEN', 'SUSPENDED', 'Prepaid', null],
    ['ADMIN', 'OPEN', 'CLOSED', 'Prepaid', null],
    ['CARDHOLDER', 'CLOSED', 'OPEN', 'Prepaid', '1187'],
    ['ADMIN', 'OPEN', 'PENDING_REVIEW', 'Credit', null],
  ]);
});

test('each trouble is where sign-in checks for it', async () => {
  const failures = await database.db.selectFrom('throttle').select('failures').orderBy('failures').execute();
  expect(failures).toEqual([{ failures: 3 }, { failures: 100 }]);
  const flags = await database.db
    .selectFrom('risk_flag')
    .innerJoin('person', 'person.id', 'person_id')
    .select('username')
    .where('cleared_at', 'is', null)
    .execute();
  expect(flags).toEqual([{ username: 'suspicious' }]);
});

test('many accounts have balances of their own', async () => {
  const { membershipIds } = await seedManyAccounts(database.db, 40);
  expect(new Set(membershipIds).size).toBe(40);
  expect(await ledgerFaults(database.db)).toEqual([]);
});
