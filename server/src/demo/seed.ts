import { sql, type Transaction } from 'kysely';
import type { Context } from '../context.ts';
import type { Schema } from '../db/schema.ts';
import { writeBankAccounts } from './write-bank-accounts.ts';
import { writeBusinesses } from './write-businesses.ts';
import { writeLife } from './life/write-life.ts';
import { writeMovements } from './write-movements.ts';
import { writeInvites, writeWaitingCards } from './write-waiting-cards.ts';
import { writeVendorLinks } from './write-vendor-links.ts';
import { writePeople } from './write-people.ts';
import { writePrograms } from './write-programs.ts';
import { demoPassword, demoPeople } from './people.ts';
import { findOwnAgreement } from '../features/program/agreements/own.ts';
import { insertAcceptance } from '../features/program/agreements/queries.ts';
import { loadTexts } from '../ports/legal-texts/texts.ts';

/** The writers' shared state: one transaction, one time, and the ids of earlier rows. */
export interface Seeding extends Pick<Context, 'keys'> {
  tx: Transaction<Schema>;
  now: Date;
  /** Whether a life follows: cards are as old as it. */
  hasLife: boolean;
}

type SeedContext = Pick<Context, 'db' | 'keys' | 'clock' | 'passwords'>;

/**
 * Fills a database without people with the demo programs, businesses, people and the movements behind their balances,
 * in one transaction. Does nothing if people exist; of several starters at once, one writes.
 * @param lifeOf writes two years of purchases and all around them with these services; tests have no use for them
 */
export async function seedDemoData(
  { db, keys, clock, passwords }: SeedContext,
  { lifeOf }: { lifeOf?: Context } = {},
): Promise<void> {
  if (await hasPeople(db)) return;
  const passwordHash = await passwords.hash(demoPassword);
  await db.transaction().execute(async (tx) => {
    await sql`lock table person in share row exclusive mode`.execute(tx);
    if (await hasPeople(tx)) return;
    const seeding: Seeding = { tx, keys, now: clock.now(), hasLife: lifeOf !== undefined };
    const programs = await writePrograms(seeding);
    const businesses = await writeBusinesses(seeding, programs);
    await writeBankAccounts(seeding, businesses);
    const cards = await writePeople(seeding, programs, businesses, passwordHash);
    await writeAcceptances(seeding);
    const waiting = await writeWaitingCards(seeding, programs, businesses);
    await writeInvites(seeding, programs);
    await writeVendorLinks(seeding, programs, cards);
    await writeMovements(seeding, businesses, new Map([...cards, ...waiting]));
    if (lifeOf) await writeLife(seeding, lifeOf, businesses, cards);
  });
}

const hasPeople = async (db: Pick<Transaction<Schema>, 'selectFrom'>) =>
  (await db.selectFrom('person').select('id').limit(1).executeTakeFirst()) !== undefined;

const daysAgo = 30;

/** Every cardholder has accepted the agreement, except the people whose demo data says otherwise. */
async function writeAcceptances({ tx, now }: Seeding): Promise<void> {
  const at = new Date(now.getTime() - daysAgo * 24 * 60 * 60 * 1000);
  const texts = loadTexts(null);
  const accounts = await tx
    .selectFrom('membership')
    .innerJoin('person', 'person.id', 'membership.person_id')
    .select(['membership.id as membershipId', 'person.id as personId', 'person.username'])
    .where('membership.role', '=', 'CARDHOLDER')
    .where('membership.status', '=', 'OPEN')
    .execute();
  const still = new Set(demoPeople.filter(({ agreementOpen }) => agreementOpen).map(({ username }) => username));
  for (const account of accounts.filter(({ username }) => !still.has(username))) {
    const { agreement, rendered } = await findOwnAgreement({ db: tx, texts }, account.membershipId);
    await insertAcceptance(tx, account, agreement, rendered, at);
  }
}
