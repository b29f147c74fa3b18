import { generateAuthenticationOptions } from '@simplewebauthn/server';
import type { Context } from '../../context.ts';
import type { Database } from '../../db/open.ts';
import { newChallenge, type ChallengeUse } from './passkey-challenges.ts';
import { credentialsOf } from './passkeys.ts';

/** The options for proving a passkey. @param personId the person whose passkeys are named; null names none */
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
