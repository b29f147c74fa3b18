import { sql } from 'kysely';
import type { Role } from '@florin/contract/access/session';
import type { Context } from '../../context.ts';
import type { Database } from '../../db/open.ts';
import type { RegistrationProof } from '../../db/schema.ts';
import { refuse, type Refused } from '../../http/call.ts';
import { hashToken, isToken } from '../../core/tokens.ts';
import { personOf, type Visitor } from './visitor.ts';

/** A registration whose card or invite is proven. */
export interface CurrentRegistration {
  id: string;
  /** The card being registered, or the invite: one of them is null. */
  cardId: string | null;
  inviteId: string | null;
  /** The card was registered or the invite accepted in the meantime. */
  isTaken: boolean;
  businessId: string;
  programId: string;
  businessName: string;
  mfaMode: 'Disabled' | 'Enabled' | 'Required';
  /** The role of the future account. */
  role: Role;
  cardLast4: string | null;
  provenBy: RegistrationProof | null;
  expiresAt: Date;
}

declare module '../../http/call.ts' {
  interface Callers {
    registration: CurrentRegistration;
  }
}

/** A registration with its business, proven or not. */
export interface Registration extends CurrentRegistration {
  step: 'CODE' | 'DETAILS' | 'OVER';
  /** The person signed in when it was begun, or who has continued it since; null for none. */
  personId: string | null;
}

const registrations = (db: Database) =>
  db
    .selectFrom('registration')
    .leftJoin('card', 'card.id', 'registration.card_id')
    .leftJoin('invite', 'invite.id', 'registration.invite_id')
    .innerJoin('business', (join) => join.on('business.id', '=', sql`coalesce(card.business_id, invite.business_id)`))
    // A registration begun with a replaced link has ended (null for cards).
    .where(sql<boolean>`registration.invite_code_hash is not distinct from invite.code_hash`)
    .select([
      'registration.id',
      'registration.step',
      'registration.card_id as cardId',
      'registration.invite_id as inviteId',
      sql<boolean>`card.membership_id is not null or invite.accepted_at is not null`.as('isTaken'),
      'business.id as businessId',
      'business.program_id as programId',
      'business.name as businessName',
      'business.mfa_mode as mfaMode',
      sql<Role>`coalesce(invite.role, 'CARDHOLDER')`.as('role'),
      'card.last_four as cardLast4',
      'registration.person_id as personId',
      'registration.proven_by as provenBy',
      'registration.expires_at as expiresAt',
    ]);

/**
 * The open registration that a browser has begun, if the same person, or again nobody, is signed in as at its start. A
 * person who logs in afterwards may be the next one at that browser and does not get it (decision 026).
 */
export async function registrationOfBrowser(
  db: Database,
  { browserHash, personId }: Visitor,
  now: Date,
): Promise<Registration | null> {
  if (!browserHash) return null;
  const row = await registrations(db)
    .where('registration.browser_hash', '=', browserHash)
    .where('registration.step', '!=', 'OVER')
    .where('registration.expires_at', '>', now)
    .executeTakeFirst();
  return row?.personId === personId ? row : null;
}

/**
 * The proven registration of a flow token `reg_…`, for the person signed in at the caller, if any. Refused if it is
 * unknown, another person's, ended or expired, or if its invite was revoked or sent again.
 * @param sessionCookie the session's cookie in the call
 */
export async function findRegistration(
  context: Context,
  token: string,
  sessionCookie: string | null,
): Promise<CurrentRegistration | Refused<'REGISTRATION_EXPIRED' | 'ALREADY_REGISTERED'>> {
  const { db, clock } = context;
  if (!isToken('reg', token)) return refuse('REGISTRATION_EXPIRED');
  const row = await registrations(db)
    .where('registration.token_hash', '=', hashToken(token))
    .where('registration.expires_at', '>', clock.now())
    .where('invite.revoked_at', 'is', null)
    .executeTakeFirst();
  if (!row) return refuse('REGISTRATION_EXPIRED');
  const visitor = await personOf(context, sessionCookie);
  // Perhaps begun in another tab of the same browser: nobody is signed in there, or the person it belongs to.
  if (row.step === 'OVER' && row.isTaken && (visitor === null || visitor === row.personId))
    return refuse('ALREADY_REGISTERED');
  if (!(await isFor(db, row, visitor))) return refuse('REGISTRATION_EXPIRED');
  const { step, personId: _, ...registration } = row;
  return step === 'DETAILS' ? registration : refuse('REGISTRATION_EXPIRED');
}

/**
 * Whether a registration belongs to that person (null for nobody). A registration that belongs to nobody becomes theirs
 * with this call, because its token is only in the memory of the page that has proven it and that leads to a login
 * within the wizard.
 */
async function isFor(db: Database, { id, personId }: { id: string; personId: string | null }, visitor: string | null) {
  if (personId === visitor) return true;
  if (personId !== null) return false;
  const bound = await db
    .updateTable('registration')
    .set({ person_id: visitor })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('person_id', 'is', null), eb('person_id', '=', visitor)]))
    .returning('id')
    .executeTakeFirst();
  return bound !== undefined;
}

/** A finished registration belongs to the person it created: the last page names them to nobody else. */
export async function ownRegistration(tx: Database, id: string, personId: string): Promise<void> {
  await tx.updateTable('registration').set({ person_id: personId }).where('id', '=', id).execute();
}

/**
 * Ends a browser's registration when its person logs out, finished or not, so that the next person there does not find
 * it.
 */
export async function endRegistrationOfBrowser(tx: Database, browserHash: Buffer, now: Date): Promise<void> {
  await tx
    .updateTable('registration')
    .set({ step: 'OVER', details_sealed: null, expires_at: now })
    .where('browser_hash', '=', browserHash)
    .execute();
}
