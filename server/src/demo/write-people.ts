import { sql } from 'kysely';
import { passwordBucketKey } from '../core/throttle/throttle.ts';
import { usernameSkeleton } from '../core/people/username.ts';
import { addressIndex, insertContact } from '../core/people/contacts.ts';
import { noteStop } from '../core/people/stop-list.ts';
import { DAY } from '@florin/contract/limits';
import { afterSeconds } from '../core/time.ts';
import { newId } from '../db/ids.ts';
import type { BusinessKey } from './businesses.ts';
import { colleagues } from './life/profiles.ts';
import { demoPeople, type DemoContact, type DemoPerson } from './people.ts';
import { demoCardNumber } from './waiting-cards.ts';
import { writeCardNumber } from './write-waiting-cards.ts';
import type { Seeding } from './seed.ts';
import type { BusinessIds } from './write-businesses.ts';
import { writeLogins } from './write-logins.ts';
import { writeTransitions } from './write-transitions.ts';
import type { ProgramIds } from './write-programs.ts';

/** A card by its last four digits. */
export type CardIds = ReadonlyMap<string, { id: string; business: BusinessKey }>;

export async function writePeople(
  seeding: Seeding,
  programs: ProgramIds,
  businesses: BusinessIds,
  passwordHash: string,
): Promise<CardIds> {
  const cards = new Map<string, { id: string; business: BusinessKey }>();
  for (const person of seeding.hasLife ? [...demoPeople, ...colleagues] : demoPeople) {
    const personId = await writePerson(seeding, person, programs, passwordHash);
    for (const [position, contact] of person.contacts.entries())
      await writeContact(seeding, personId, contact, position);
    await writeAccounts(seeding, personId, person, programs, businesses, cards);
    await writeLogins(seeding, personId, person);
    await writeTroubles(seeding, personId, person);
  }
  await makeOwners(seeding);
  return cards;
}

/** The first administrator of each business is its owner. */
const makeOwners = ({ tx }: Seeding) =>
  sql`update membership set preset = 'OWNER' where id in (
    select distinct on (business_id) id from membership where role = 'ADMIN' and preset is null order by business_id, created_at, id)`.execute(
    tx,
  );

async function writePerson({ tx, now }: Seeding, person: DemoPerson, programs: ProgramIds, passwordHash: string) {
  const id = newId();
  const [firstName = '', lastName = ''] = person.name.split(' ');
  await tx
    .insertInto('person')
    .values({
      id,
      program_id: programs[person.program ?? 'florin'],
      username: person.username,
      username_skeleton: usernameSkeleton(person.username),
      first_name: firstName,
      last_name: lastName,
      password_hash: passwordHash,
      password_changed_at: now,
      mfa_enabled: person.secondFactor ?? true,
      created_at: now,
    })
    .execute();
  if (!person.newcomer)
    await tx
      .insertInto('appearance')
      .values({ person_id: id, theme: 'fresh', scheme: 'system', tour_seen_at: now })
      .execute();
  return id;
}

async function writeContact(seeding: Seeding, personId: string, contact: DemoContact, position: number) {
  const { tx, now } = seeding;
  const { kind, address, verified: isVerified } = contact;
  // In the order they are listed.
  const at = new Date(now.getTime() + position);
  await insertContact(tx, seeding, { personId, kind, address, isVerified, addedLater: false, at });
  if (contact.stopped) await noteStop(tx, addressIndex(seeding, contact), now);
}

async function writeAccounts(
  seeding: Seeding,
  personId: string,
  person: DemoPerson,
  programs: ProgramIds,
  businesses: BusinessIds,
  cards: Map<string, { id: string; business: BusinessKey }>,
) {
  const { tx, now } = seeding;
  const months = monthsOf(seeding);
  for (const [position, { business, card, closed, preset }] of person.accounts.entries()) {
    const membershipId = newId();
    const business_id = businesses.get(business)!;
    const role = card === undefined ? 'ADMIN' : 'CARDHOLDER';
    await tx
      .insertInto('membership')
      .values({
        id: membershipId,
        person_id: personId,
        business_id,
        role,
        status: closed ? 'CLOSED' : 'OPEN',
        position,
        created_at: seeding.hasLife ? monthsAgo(now, months) : now,
        preset: preset ?? null,
      })
      .execute();
    if (card === undefined) continue;
    const issued_at = monthsAgo(now, months);
    // Before those of the cards that its holder got later: the oldest card names the account.
    const id = newId(issued_at.getTime());
    const expires_on = `${now.getUTCFullYear() + 3}-09-30`;
    await tx
      .insertInto('card')
      .values({
        id,
        business_id,
        membership_id: membershipId,
        last_four: card,
        bin: demoCardNumber(card).slice(0, 6),
        status: closed ? 'CLOSED' : 'OPEN',
        substatus: closed ? 'ISSUER_REQUEST' : null,
        expires_on,
        wrong_codes_since: null,
        name: 'Everyday',
        issued_at,
        activated_at: monthsAgo(now, months - 1),
        closed_at: closed ? monthsAgo(now, 1) : null,
        pin_status: 'SET',
      })
      .execute();
    await writeTimeline(seeding, id, membershipId, closed ?? false);
    const programId = programs[person.program ?? 'florin'];
    await writeCardNumber(seeding, { cardId: id, programId, number: demoCardNumber(card) });
    cards.set(card, { id, business });
  }
}

/** The age of the cards, in months of thirty days. */
const monthsOf = ({ hasLife }: Pick<Seeding, 'hasLife'>) => (hasLife ? 26 : 8);

/** What happened to a demo card so far. */
function writeTimeline({ tx, now, ...seeding }: Seeding, cardId: string, holder: string, isClosed: boolean) {
  const age = monthsOf(seeding);
  return writeTransitions(tx, cardId, [
    { act: 'issue', to: 'PENDING_FULFILLMENT', at: monthsAgo(now, age), by: 'SYSTEM' },
    { act: 'fulfill', to: 'PENDING_ACTIVATION', at: monthsAgo(now, age - 0.2), by: 'PROCESSOR' },
    { act: 'activate', to: 'OPEN', at: monthsAgo(now, age - 1), by: 'APP', actor: holder },
    ...(isClosed ? [{ act: 'close', to: 'CLOSED', at: monthsAgo(now, 1), by: 'SYSTEM' } as const] : []),
  ]);
}

/** Thirty days each. */
const monthsAgo = (now: Date, months: number): Date => afterSeconds(now, -months * 30 * DAY);

async function writeTroubles({ tx, keys, now }: Seeding, personId: string, person: DemoPerson) {
  if (person.failedPasswords)
    await tx
      .insertInto('throttle')
      .values({
        key: passwordBucketKey(keys, { username: person.username }),
        failures: person.failedPasswords,
        window_started_at: now,
        closed_until: null,
      })
      .execute();
  if (person.suspicious)
    await tx
      .insertInto('risk_flag')
      .values({ id: newId(), person_id: personId, reason: 'malicious_site', raised_at: now, cleared_at: null })
      .execute();
}
