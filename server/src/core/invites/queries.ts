import type { Invite, InviteStatus } from '@florin/contract/access/invites';
import type { Role } from '@florin/contract/access/session';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Database } from '../../db/open.ts';
import { recordContext } from '../../ports/keys/keys.ts';
import { inviteStatus } from './rules.ts';

/** An invite's address is sealed in its record. */
export const emailContext = ({ inviteId, programId }: { inviteId: string; programId: string }) =>
  recordContext({ table: 'invite', row: inviteId, column: 'email_sealed', program: programId });

/** Mail arrives at one mailbox whatever the case of its address. */
export const normalEmail = (email: string): string => email.trim().toLowerCase();
export const inviteEmailIndex = ({ keys }: Pick<Context, 'keys'>, email: string): Buffer =>
  keys.mac('invite-email', normalEmail(email));

/**
 * Whether the sender of an invite still administers its business; for queries that join the membership as `inviter`.
 */
export const hasSender = sql<boolean>`(inviter.status = 'OPEN' and inviter.role = 'ADMIN')`;

const invites = (db: Database) =>
  db
    .selectFrom('invite')
    .innerJoin('business', 'business.id', 'invite.business_id')
    .innerJoin('membership as inviter', 'inviter.id', 'invite.invited_by')
    .innerJoin('person', 'person.id', 'inviter.person_id')
    .select([
      'invite.id',
      'invite.business_id as businessId',
      'business.program_id as programId',
      'business.name as businessName',
      'business.status as businessStatus',
      'business.mfa_mode as mfaMode',
      'invite.role',
      'invite.preset',
      'invite.awaits_approval as awaitsApproval',
      'invite.first_name as firstName',
      'invite.middle_name as middleName',
      'invite.last_name as lastName',
      'invite.email_sealed as emailSealed',
      'invite.sends',
      'invite.created_at as createdAt',
      'invite.expires_at as expiresAt',
      'invite.accepted_at as acceptedAt',
      'invite.revoked_at as revokedAt',
      sql<string>`person.first_name || ' ' || person.last_name`.as('invitedBy'),
      hasSender.as('hasSender'),
    ])
    .orderBy('invite.created_at', 'desc')
    .orderBy('invite.id', 'desc');

export type InviteRow = Awaited<ReturnType<ReturnType<typeof invites>['executeTakeFirstOrThrow']>>;

export const invitesOfBusiness = (db: Database, businessId: string): Promise<InviteRow[]> =>
  invites(db).where('invite.business_id', '=', businessId).execute();

/** Invites of a business that nobody has accepted yet: pending, expired, or held for an approval. */
export async function waitingInvites(db: Database, businessId: string): Promise<number> {
  const { count } = await db
    .selectFrom('invite')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('business_id', '=', businessId)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

/** The status that `inviteStatus` gives (rules.ts), in SQL. */
const statusAt = (now: Date) => sql<InviteStatus>`case when invite.accepted_at is not null then 'ACCEPTED'
  when invite.revoked_at is not null then 'REVOKED' when invite.expires_at <= ${now} or not ${hasSender} then 'EXPIRED'
  when invite.awaits_approval then 'AWAITS_APPROVAL' else 'PENDING' end`;

interface InviteFilter {
  businessId: string;
  text?: string | undefined;
  role?: Role | undefined;
  status?: InviteStatus | undefined;
  /** The last invite of the page before. */
  cursor?: string | undefined;
  limit: number;
}

/** A page of a business's invites, the newest first, and one more if there is another page. */
export const listInvites = (
  db: Database,
  { businessId, text, role, status, cursor, limit }: InviteFilter,
  now: Date,
): Promise<InviteRow[]> =>
  invites(db)
    .where('invite.business_id', '=', businessId)
    .$if(role !== undefined, (query) => query.where('invite.role', '=', role!))
    .$if(status !== undefined, (query) => query.where(statusAt(now), '=', status!))
    .$if(Boolean(text?.trim()), (query) =>
      query.where(
        sql<string>`invite.first_name || ' ' || invite.last_name`,
        'ilike',
        `%${text!.trim().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`,
      ),
    )
    .$if(cursor !== undefined, (query) =>
      query.where(
        sql<boolean>`(invite.created_at, invite.id) < (select created_at, id from invite
          where id = ${cursor}::uuid and business_id = ${businessId})`,
      ),
    )
    .limit(limit + 1)
    .execute();

/** An invite of the administrator's own business, locked; invites of others are not found. */
export const lockInvite = (tx: Database, id: string, businessId: string): Promise<InviteRow | undefined> =>
  invites(tx)
    .where('invite.id', '=', id)
    .where('invite.business_id', '=', businessId)
    .forNoKeyUpdate('invite')
    .executeTakeFirst();

export const inviteByCode = (db: Database, codeHash: Buffer): Promise<InviteRow | undefined> =>
  invites(db).where('invite.code_hash', '=', codeHash).executeTakeFirst();

export const emailOf = ({ keys }: Pick<Context, 'keys'>, { id, programId, emailSealed }: InviteRow): string =>
  keys.open(emailSealed, emailContext({ inviteId: id, programId })).toString();

/**
 * Serializes the sending of a business's invites, new and repeated, so that an address has at most one pending invite.
 */
export const lockBusiness = (tx: Database, businessId: string) =>
  tx
    .selectFrom('business')
    .select(['status', 'program_id as programId'])
    .where('id', '=', businessId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();

/** Whether an invite of the business is pending at that address. */
export async function isInvited(
  tx: Database,
  { businessId, index, now }: { businessId: string; index: Buffer; now: Date },
): Promise<boolean> {
  const pending = await tx
    .selectFrom('invite')
    .innerJoin('membership as inviter', 'inviter.id', 'invite.invited_by')
    .select('invite.id')
    .where('invite.business_id', '=', businessId)
    .where('email_index', '=', index)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .where(hasSender)
    .executeTakeFirst();
  return pending !== undefined;
}

/** An invite as administrators see it. */
export function inviteOf(context: Pick<Context, 'keys' | 'clock'>, row: InviteRow): Invite {
  return {
    id: row.id,
    email: emailOf(context, row),
    firstName: row.firstName,
    lastName: row.lastName,
    role: row.role,
    preset: row.role === 'ADMIN' ? (row.preset ?? 'ADMINISTRATOR') : null,
    status: inviteStatus(row, context.clock.now()),
    invitedBy: row.invitedBy,
    sentAt: (row.sends.at(-1) ?? row.createdAt).toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    acceptedAt: row.acceptedAt?.toISOString() ?? null,
  };
}

/** The person an invite is for. */
export async function readInvited(
  db: Database,
  context: Pick<Context, 'keys'>,
  { inviteId }: { inviteId: string },
): Promise<{ firstName: string; middleName: string | null; lastName: string; email: string } | null> {
  const row = await invites(db).where('invite.id', '=', inviteId).executeTakeFirst();
  if (!row) return null;
  const { firstName, middleName, lastName } = row;
  return { firstName, middleName, lastName, email: emailOf(context, row) };
}
