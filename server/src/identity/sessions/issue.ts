import { sessionLife } from '@florin/contract/limits';
import type { Role } from '@florin/contract/access/session';
import { sql, type OperationNodeSource } from 'kysely';
import type { Context } from '../../context.ts';
import { newId } from '../../db/ids.ts';
import type { Database } from '../../db/open.ts';
import type { StepUpMethod } from '../../db/schema.ts';
import { writesOf } from '../../db/write-together.ts';
import type { Origin } from '../../core/audit/events.ts';
import { endSessions } from './end.ts';
import { idleEnd } from './queries.ts';
import { absoluteEnd, endedByNewSession, idleSeconds, type LiveSession } from './rules.ts';
import { hashToken, newToken } from '../../core/tokens.ts';
import { afterSeconds, secondsUntil } from '../../core/time.ts';

/** The person and account of a session, and its proofs. */
export interface Grant {
  id: string;
  personId: string;
  account: { id: string; role: Role };
  /** The browser it is for; null for callers with tokens. */
  deviceId: string | null;
  methods: readonly string[];
  delivery: 'cookie' | 'token';
  /** Why the session may only read who it is and log out. */
  restrictedReason: string | null;
  /** When the factors were proven: a switch keeps the time, so that it never prolongs a session. */
  authenticatedAt: Date;
  /** When the person last gave a fresh proof after that; null for never. */
  steppedUpAt: Date | null;
  /** The method of that proof; `password` is the password alone. */
  steppedUpBy: StepUpMethod | null;
  /** When the person added the authenticator app or passkey of that proof; null for any other proof. */
  factorSince: Date | null;
}

export interface IssuedSession {
  id: string;
  epoch: string;
  delivery: 'cookie' | 'token';
  token: string;
  /** How long the token is valid: 15 minutes, or for a cookie as long as the session. */
  tokenSeconds: number;
  /** Callers with tokens only. */
  refreshToken: string | null;
  /** The sessions that this one has ended, to be forgotten after the commit. */
  endedIds: readonly string[];
}

/**
 * Issues a session. Only this function inserts sessions (security design P2). Its caller has locked the person's row
 * and checked, under that lock, that the person may have it.
 * @param alongside the writes of the act to other tables; they are in the same statement
 */
export async function issueSession(
  tx: Database,
  context: Context,
  origin: Origin,
  grant: Grant,
  alongside: readonly OperationNodeSource[],
): Promise<IssuedSession> {
  const now = context.clock.now();
  const absoluteExpiresAt = absoluteEnd(grant.account.role, grant.authenticatedAt);
  const byToken = grant.delivery === 'token';
  const tokenExpiresAt = byToken ? accessTokenEnd(now, absoluteExpiresAt) : absoluteExpiresAt;
  const token = newToken('ses');
  const refreshToken = byToken ? newToken('rfr') : null;
  const epoch = newId(now.getTime());

  const session = tx.insertInto('session').values({
    id: grant.id,
    token_hash: hashToken(token),
    person_id: grant.personId,
    membership_id: grant.account.id,
    device_id: grant.deviceId,
    methods: [...grant.methods],
    epoch,
    delivery: grant.delivery,
    created_at: now,
    authenticated_at: grant.authenticatedAt,
    last_activity_at: now,
    idle_seconds: idleSeconds(context.config),
    absolute_expires_at: absoluteExpiresAt,
    token_expires_at: tokenExpiresAt,
    restricted_reason: grant.restrictedReason,
    stepped_up_at: grant.steppedUpAt,
    stepped_up_by: grant.steppedUpBy,
    factor_since: grant.factorSince,
    ended_at: null,
    end_reason: null,
  });
  const refresh = refreshToken === null ? [] : [refreshInsert(tx, grant.id, refreshToken, now, absoluteExpiresAt)];
  // The select sees the sessions as they were before this statement.
  const { rows: earlier } = await sql<LiveSession>`${writesOf([session, ...refresh, ...alongside])}
    select id, device_id as "deviceId", delivery, absolute_expires_at as "absoluteExpiresAt", ${idleEnd} as "idleExpiresAt"
    from session where person_id = ${grant.personId} and ended_at is null
    order by created_at desc, id desc`.execute(tx);
  const endings = endedByNewSession(earlier, byToken ? null : grant.deviceId, now);
  const endedIds = await endSessions(
    tx,
    context,
    origin,
    endings.map((ending) => ({ ...ending, personId: grant.personId })),
  );
  const tokenSeconds = secondsUntil(tokenExpiresAt, now);
  return { id: grant.id, epoch, delivery: grant.delivery, token, tokenSeconds, refreshToken, endedIds };
}

/** Access tokens are short-lived and never outlive their session. */
export const accessTokenEnd = (now: Date, absoluteExpiresAt: Date): Date =>
  new Date(Math.min(+afterSeconds(now, sessionLife.accessTokenSeconds), +absoluteExpiresAt));

/** A refresh token lasts as long as its session, unless it is used. */
export const refreshInsert = (db: Database, sessionId: string, token: string, now: Date, expiresAt: Date) =>
  db.insertInto('refresh_token').values({
    token_hash: hashToken(token),
    session_id: sessionId,
    created_at: now,
    expires_at: expiresAt,
    used_at: null,
    successor_sealed: null,
  });
