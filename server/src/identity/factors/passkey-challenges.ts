import { hash, randomBytes } from 'node:crypto';
import { passkeyChallenge } from '@florin/contract/limits';
import type { Context } from '../../context.ts';
import type { Database } from '../../db/open.ts';
import { afterSeconds } from '../../core/time.ts';

/**
 * The scope of a challenge: to create a passkey or to prove one, at one host name, and for the session, the pending
 * sign-in or the password reset it was made for. Without any of these the proof is the whole sign-in.
 */
export interface ChallengeUse {
  purpose: 'Enrol' | 'Prove';
  rpId: string;
  sessionId: string | null;
  pendingId: string | null;
  resetId: string | null;
  /** The secret of the browser that requested it; missing if a session or a flow already binds it. */
  browser?: string;
}

const challengeBytes = 32;
/** In another browser, the challenge is unknown. */
const hashOf = (challenge: string, browser = '') => hash('sha256', `${challenge}|${browser}`, 'buffer');

/** @returns the challenge, 256 random bits; the database keeps its hash */
export async function newChallenge(
  tx: Database,
  { clock }: Pick<Context, 'clock'>,
  { purpose, rpId, sessionId, pendingId, resetId, browser }: ChallengeUse,
): Promise<Buffer> {
  const now = clock.now();
  const challenge = randomBytes(challengeBytes);
  await tx
    .insertInto('passkey_challenge')
    .values({
      challenge_hash: hashOf(challenge.toString('base64url'), browser),
      purpose,
      session_id: sessionId,
      mfa_session_id: pendingId,
      reset_flow_id: resetId,
      rp_id: rpId,
      created_at: now,
      expires_at: afterSeconds(now, passkeyChallenge.lifetimeSeconds),
      used_at: null,
    })
    .execute();
  return challenge;
}

/**
 * Uses up a challenge before its signed answer is checked: whatever the result, it works once.
 * @param challenge base64url
 * @returns false if it is unknown, used, expired or made for something else
 */
export async function useChallenge(
  tx: Database,
  { clock }: Pick<Context, 'clock'>,
  challenge: string,
  { purpose, rpId, sessionId, pendingId, resetId, browser }: ChallengeUse,
): Promise<boolean> {
  const now = clock.now();
  const used = await tx
    .updateTable('passkey_challenge')
    .set({ used_at: now })
    .where('challenge_hash', '=', hashOf(challenge, browser))
    .where('purpose', '=', purpose)
    .where('rp_id', '=', rpId)
    .where('session_id', 'is not distinct from', sessionId)
    .where('mfa_session_id', 'is not distinct from', pendingId)
    .where('reset_flow_id', 'is not distinct from', resetId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('challenge_hash')
    .executeTakeFirst();
  return used !== undefined;
}
