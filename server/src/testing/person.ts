import type { EntityType } from '@florin/contract/fields';
import type { Role } from '@florin/contract/access/session';
import type { BusinessStatus } from '@florin/contract/program/user-info';
import { newId } from '../db/ids.ts';
import type { TestServer } from './server.ts';
import { usernameSkeleton } from '../core/people/username.ts';
import { insertContact } from '../core/people/contacts.ts';

export const testPassword = 'seven-quiet-otters-sing';

export interface TestAccount {
  role?: Role;
  status?: 'OPEN' | 'CLOSED';
  business?: BusinessStatus;
  mfa?: 'Disabled' | 'Enabled' | 'Required';
  startSiteMessage?: string;
}

export interface TestPerson {
  id: string;
  username: string;
  /** In the order they were requested. */
  membershipIds: string[];
}

interface Wanted {
  mfaEnabled?: boolean;
  accounts?: readonly TestAccount[];
  contacts?: readonly { kind: EntityType; address: string; verified?: boolean }[];
}

const hashes = new WeakMap<TestServer, Promise<string>>();

/** Adds a person with a name of their own and `testPassword`; by default with one account, one email address, and the second factor off. */
export async function addPerson(server: TestServer, { mfaEnabled = false, accounts = [{}], contacts }: Wanted = {}) {
  const { db, passwords, clock } = server.context;
  const now = clock.now();
  const id = newId(now.getTime());
  const username = `person.${id}`;
  const program = await db.selectFrom('program').select('id').where('is_default', '=', true).executeTakeFirstOrThrow();
  let hash = hashes.get(server);
  if (!hash) hashes.set(server, (hash = passwords.hash(testPassword)));
  await db
    .insertInto('person')
    .values({
      id,
      program_id: program.id,
      username,
      username_skeleton: usernameSkeleton(username),
      first_name: 'Robin',
      last_name: 'Example',
      password_hash: await hash,
      password_changed_at: now,
      mfa_enabled: mfaEnabled,
      created_at: now,
    })
    .execute();
  const wanted = contacts ?? [{ kind: 'Email' as const, address: `${id}@people.example` }];
  for (const [position, { kind, address, verified: isVerified = true }] of wanted.entries()) {
    // In the order they were requested, even within a millisecond.
    const at = new Date(now.getTime() + position);
    await insertContact(db, server.context, { personId: id, kind, address, isVerified, addedLater: false, at });
  }
  const membershipIds: string[] = [];
  for (const account of accounts)
    membershipIds.push(await addAccount(server, program.id, id, membershipIds.length, account));
  return { id, username, membershipIds } satisfies TestPerson;
}

async function addAccount(
  server: TestServer,
  programId: string,
  personId: string,
  position: number,
  wanted: TestAccount,
) {
  const { db, clock } = server.context;
  const { role = 'CARDHOLDER', status = 'OPEN', business = 'OPEN', mfa = 'Enabled', startSiteMessage } = wanted;
  const businessId = newId();
  const membershipId = newId();
  await db
    .insertInto('business')
    .values({
      id: businessId,
      program_id: programId,
      name: 'Example Works',
      bank_id: 'BANCORP',
      program_type: 'Business',
      payment_network: 'Visa',
      funding_source: 'Prepaid',
      status: business,
      suspension_mode: business === 'SUSPENDED' ? 'Default' : null,
      mfa_mode: mfa,
      credit_replenishment_delay_days: null,
      start_site_message: startSiteMessage ?? null,
    })
    .execute();
  await db
    .insertInto('membership')
    .values({
      id: membershipId,
      person_id: personId,
      business_id: businessId,
      role,
      status,
      position,
      created_at: clock.now(),
    })
    .execute();
  return membershipId;
}

/** Raises a risk flag, as an operator does. */
export async function raiseRiskFlag({ context: { db, clock } }: TestServer, personId: string): Promise<void> {
  await db
    .insertInto('risk_flag')
    .values({ id: newId(), person_id: personId, reason: 'malicious_site', raised_at: clock.now(), cleared_at: null })
    .execute();
}

/** The types of a person's audit events, oldest first. */
export async function eventsOf({ context: { db } }: TestServer, personId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('audit_event')
    .select('type')
    .where('person_id', '=', personId)
    .orderBy('sequence')
    .execute();
  return rows.map(({ type }) => type);
}
