import { sql } from 'kysely';
import type { Role } from '@florin/contract/session';
import type { Context } from '../../context.ts';
import type { Database } from '../../db/open.ts';
import type { CurrentRegistration } from '../../http/call.ts';
import { hashToken, isToken } from '../session/tokens.ts';

/** A registration with the business it leads into, proven or not. */
export interface Registration extends CurrentRegistration {
  step: 'CODE' | 'DETAILS' | 'OVER';
}

const registrations = (db: Database) =>
  db
    .selectFrom('registration')
    .leftJoin('card', 'card.id', 'registration.card_id')
    .leftJoin('invite', 'invite.id', 'registration.invite_id')
    .innerJoin('business', (join) => join.on('business.id', '=', sql`coalesce(card.business_id, invite.business_id)`))
    // What was begun with a link that was replaced by another is over (null is the card's).
    .where(sql<boolean>`registration.invite_code_hash is not distinct from invite.code_hash`)
    .select([
      'registration.id',
      'registration.step',
      'registration.card_id as cardId',
      'registration.invite_id as inviteId',
      sql<boolean>`card.account_id is not null or invite.accepted_at is not null`.as('isTaken'),
      'business.id as businessId',
      'business.program_id as programId',
      'business.name as businessName',
      'business.mfa_mode as mfaMode',
      sql<Role>`coalesce(invite.role, 'CARDHOLDER')`.as('role'),
      'card.last_four as cardLast4',
      'registration.proven_by as provenBy',
      'registration.expires_at as expiresAt',
    ]);

/** The live registration that a browser has begun, by the hash of its secret. */
export async function registrationOfBrowser(
  db: Database,
  browserHash: Buffer | null,
  now: Date,
): Promise<Registration | null> {
  if (!browserHash) return null;
  const row = await registrations(db)
    .where('registration.browser_hash', '=', browserHash)
    .where('registration.step', '!=', 'OVER')
    .where('registration.expires_at', '>', now)
    .executeTakeFirst();
  return row ?? null;
}

/** The proven registration behind a flow token `reg_…`; null where it is unknown, over or expired, or its invite was revoked or sent again. */
export async function findRegistration(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  token: string,
): Promise<CurrentRegistration | null> {
  if (!isToken('reg', token)) return null;
  const row = await registrations(db)
    .where('registration.token_hash', '=', hashToken(token))
    .where('registration.step', '=', 'DETAILS')
    .where('registration.expires_at', '>', clock.now())
    .where('invite.revoked_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}
