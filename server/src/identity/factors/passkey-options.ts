import type { passkeyOptions as contract } from '@florin/contract/factors';
import { generateAuthenticationOptions } from '@simplewebauthn/server';
import type { Context } from '../../context.ts';
import type { Database } from '../../db/open.ts';
import type { Handler } from '../../http/call.ts';
import { refuse } from '../../http/call.ts';
import { isProvablePending, readPendingByToken } from '../sessions/pending.ts';
import { hashToken } from '../../core/tokens.ts';
import { newChallenge, type ChallengeUse } from './passkey-challenges.ts';
import { callersSession } from './passkey-caller.ts';
import { credentialsOf } from './passkeys.ts';

/**
 * POST /api/passkey/options. At the second step the options name the person's passkeys; without a pending sign-in they name
 * none, so that they tell nobody who has one, and the browser offers those it keeps for this host name.
 */
export const passkeyOptions: Handler<typeof contract> = async (call) => {
  const { context, client, input } = call;
  const token = input.body.twoFactorAuthSessionId;
  const pending = token === undefined ? undefined : await readPendingByToken(context.db, hashToken(token));
  if (token !== undefined && !isProvablePending(pending, context.clock.now())) return refuse('UNAUTHENTICATED');
  const rpId = client.hostname;
  const sessionId = pending ? null : await callersSession(context, client);
  const use = { rpId, sessionId, pendingId: pending?.id ?? null, resetId: null };
  return { status: 200, body: { options: await proofOptions(context.db, context, use, pending?.personId ?? null) } };
};

/** What a browser is asked to prove a passkey with. @param personId whose passkeys are named; null: nobody's */
export async function proofOptions(
  tx: Database,
  context: Context,
  use: Omit<ChallengeUse, 'purpose'>,
  personId: string | null,
) {
  const { rpId } = use;
  const options = await generateAuthenticationOptions({
    rpID: rpId,
    challenge: new Uint8Array(await newChallenge(tx, context, { purpose: 'Prove', ...use })),
    userVerification: 'required',
    ...(personId !== null && { allowCredentials: await credentialsOf(tx, personId, rpId) }),
  });
  return { ...options };
}
