import { sessionLife } from '@florin/contract/limits';
import type { Context } from '../../../context.ts';
import type { Database } from '../../../db/open.ts';
import type { SessionEnd } from '../../../db/schema.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { isRefused, refuse, type Handler, type Refused } from '../../../http/call.ts';
import { originOf, recordEvent, type Origin } from '../../../core/audit/events.ts';
import { endSessions } from '../../../identity/sessions/end.ts';
import { accessTokenEnd, refreshInsert } from '../../../identity/sessions/issue.ts';
import { lockRefreshable, useRefreshToken, type RefreshableSession } from './refresh-queries.ts';
import { expiryOf } from '../../../identity/sessions/rules.ts';
import { forgetSessions } from '../../../identity/sessions/session-cache.ts';
import { hashToken, isToken, newToken } from '../../../core/tokens.ts';
import { afterSeconds, secondsUntil } from '../../../core/time.ts';
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

type Renewed = { sessionId: string; pair: TokenPair; expiresInSeconds: number };
type Decision = Renewed | { endedId: string } | Refused<'REFRESH_TOKEN_INVALID' | 'RESTRICTED'>;

/**
 * POST /api/refresh-token: exchanges a refresh token for a new pair. The same token gets the same pair within the grace
 * time, because honest callers race with themselves. Later the token counts as stolen, and the whole session ends
 * (security design 3.3, P8).
 */
export const refreshToken: Handler<'refreshToken'> = async (call) => {
  const { context, input } = call;
  const presented = input.body.refresh_token;
  if (!isToken('rfr', presented)) return refuse('REFRESH_TOKEN_INVALID');
  const renewed = await inTransaction(context.db, async (tx): Promise<Decision> => {
    const session = await lockRefreshable(tx, hashToken(presented));
    if (!session || session.ended) return refuse('REFRESH_TOKEN_INVALID');
    const origin = originOf(call);
    const expiry = expiryOf(session, context.clock.now());
    if (expiry) return end(tx, context, origin, session, expiry);
    if (session.restrictedSince !== null) return refuse('RESTRICTED');
    return session.usedAt
      ? repeat(tx, context, origin, session, presented)
      : exchange(tx, context, origin, session, presented);
  });
  if (isRefused(renewed)) return renewed;
  if ('endedId' in renewed) {
    forgetSessions(context, [renewed.endedId]);
    return refuse('REFRESH_TOKEN_INVALID');
  }
  const { sessionId, pair, expiresInSeconds } = renewed;
  forgetSessions(context, [sessionId]);
  return { status: 200, body: { access_token: pair.access, refresh_token: pair.refresh, expiresInSeconds } };
};

/** The first use: a new pair, and with it the old access token stops working. */
async function exchange(
  tx: Database,
  context: Context,
  origin: Origin,
  { id, personId, absoluteExpiresAt }: RefreshableSession,
  presented: string,
): Promise<Decision> {
  const now = context.clock.now();
  const pair = { access: newToken('ses'), refresh: newToken('rfr') };
  if (!(await useRefreshToken(tx, hashToken(presented), sealSuccessor(presented, pair), now)))
    return refuse('REFRESH_TOKEN_INVALID');
  const tokenExpiresAt = accessTokenEnd(now, absoluteExpiresAt);
  await tx
    .updateTable('session')
    .set({ token_hash: hashToken(pair.access), token_expires_at: tokenExpiresAt })
    .where('id', '=', id)
    .execute();
  await refreshInsert(tx, id, pair.refresh, now, absoluteExpiresAt).execute();
  await recordEvent(tx, context, origin, { type: 'session_renewed', details: {}, personId, sessionId: id });
  return { sessionId: id, pair, expiresInSeconds: secondsUntil(tokenExpiresAt, now) };
}

/** A repeated use. */
async function repeat(
  tx: Database,
  context: Context,
  origin: Origin,
  session: RefreshableSession,
  presented: string,
): Promise<Decision> {
  const now = context.clock.now();
  if (afterSeconds(session.usedAt!, sessionLife.refreshGraceSeconds) < now)
    return end(tx, context, origin, session, 'refresh_reuse');
  const pair = openSuccessor(presented, session.successor!);
  return { sessionId: session.id, pair, expiresInSeconds: secondsUntil(session.tokenExpiresAt, now) };
}

async function end(
  tx: Database,
  context: Context,
  origin: Origin,
  { id, personId }: RefreshableSession,
  reason: SessionEnd,
): Promise<Decision> {
  await endSessions(tx, context, origin, [{ id, personId, reason }]);
  return { endedId: id };
}

/** The pair of tokens issued for a refresh token. */
interface TokenPair {
  access: string;
  refresh: string;
}

const ivBytes = 12;
const tagBytes = 16;

/**
 * Only the holder of a refresh token can open its successor: the key is derived from the token, of which the database
 * has only a hash (security design 3.3). Layout: iv, tag, ciphertext; AES-256-GCM.
 */
export function sealSuccessor(presented: string, pair: TokenPair): Buffer {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', keyFrom(presented), iv);
  const ciphertext = Buffer.concat([cipher.update(JSON.stringify(pair)), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), ciphertext]);
}

/** @throws if the token is another one or the bytes were altered */
export function openSuccessor(presented: string, sealed: Buffer): TokenPair {
  const iv = sealed.subarray(0, ivBytes);
  const decipher = createDecipheriv('aes-256-gcm', keyFrom(presented), iv, { authTagLength: tagBytes });
  decipher.setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes));
  const text = Buffer.concat([decipher.update(sealed.subarray(ivBytes + tagBytes)), decipher.final()]).toString();
  return JSON.parse(text) as TokenPair;
}

const keyFrom = (presented: string) => Buffer.from(hkdfSync('sha256', presented, '', 'florin refresh successor', 32));
