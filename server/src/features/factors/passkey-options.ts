import type { passkeyOptions as contract } from '@florin/contract/factors';
import { generateAuthenticationOptions } from '@simplewebauthn/server';
import type { Handler } from '../../http/call.ts';
import { refuse } from '../../http/call.ts';
import { findPendingSignIn } from '../mfa/find-pending.ts';
import { newChallenge } from './passkey-challenges.ts';
import { callersSession } from './passkey-caller.ts';
import { credentialsOf } from './passkeys.ts';

/**
 * POST /api/passkey/options. At the second step the options name the person's passkeys; without a pending sign-in they name
 * none, so that they tell nobody who has one, and the browser offers those it keeps for this host name.
 */
export const passkeyOptions: Handler<typeof contract> = async (call) => {
  const { context, client, input } = call;
  const token = input.body.twoFactorAuthSessionId;
  const pending = token === undefined ? null : await findPendingSignIn(context, token);
  if (token !== undefined && !pending) return refuse('MFA_SESSION_EXPIRED');
  const rpId = client.hostname;
  const sessionId = pending ? null : await callersSession(context, client);
  const use = { purpose: 'Prove' as const, rpId, sessionId, pendingId: pending?.id ?? null };
  const options = await generateAuthenticationOptions({
    rpID: rpId,
    challenge: new Uint8Array(await newChallenge(context.db, context, use)),
    userVerification: 'required',
    ...(pending && { allowCredentials: await credentialsOf(context.db, pending.personId, rpId) }),
  });
  return { status: 200, body: { options: { ...options } } };
};
