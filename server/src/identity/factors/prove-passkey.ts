import { verifyAuthenticationResponse, type AuthenticationResponseJSON } from '@simplewebauthn/server';
import type { Context } from '../../context.ts';
import type { Database } from '../../db/open.ts';
import type { Client } from '../../http/client.ts';
import { recordEvent, type Origin } from '../../core/audit/events.ts';
import { useChallenge, type ChallengeUse } from './passkey-challenges.ts';
import { isOurPage } from './passkey-origin.ts';
import { readPasskeyMessage, type PasskeyMessage } from './passkey-message.ts';
import { findPasskey, notePasskeyUse, type Passkey } from './passkeys.ts';

type Json = Readonly<Record<string, unknown>>;

/** A browser's answer, and the passkey it claims to come from; nothing is verified. */
export interface Claim {
  json: Json;
  message: PasskeyMessage;
  passkey: Passkey;
}

/** @returns null if it is no WebAuthn message, or the passkey is unknown */
export async function readClaim(db: Database, json: Json): Promise<Claim | null> {
  const message = readPasskeyMessage(json);
  const passkey = message && (await findPasskey(db, message.credentialId));
  return message && passkey ? { json, message, passkey } : null;
}

/** The caller and the person. */
interface Proving {
  origin: Origin;
  client: Client;
  personId: string;
}
type Use = Omit<ChallengeUse, 'purpose' | 'rpId'>;

/**
 * Verifies that a person's passkey has answered (answered below). An invalid answer is recorded. The caller holds the
 * person's lock.
 * @param claim null for an invalid answer, or one of an unknown passkey
 * @returns the passkey if it is proven, otherwise null
 */
export async function provePasskey(
  tx: Database,
  context: Context,
  by: Proving,
  claim: Claim | null,
  use: Use,
): Promise<Passkey | null> {
  const { origin, personId } = by;
  const proven = claim && (await answered(tx, context, by, claim, use));
  if (proven) return proven;
  const details = { factor: 'Passkey', failures: null } as const;
  await recordEvent(tx, context, origin, { type: 'authn_factor_fail', details, personId });
  return null;
}

/**
 * Verifies that a passkey's owner was present, was verified by the device, and answered this challenge on this host
 * name (WebAuthn Level 3, 7.2). The challenge is used up first, whatever the result. A decreasing counter is recorded
 * and not refused, because synchronized passkeys do not count.
 */
async function answered(
  tx: Database,
  context: Context,
  { origin, client, personId }: Proving,
  claim: Claim,
  use: Use,
): Promise<Passkey | null> {
  const rpId = client.hostname;
  const { message } = claim;
  if (!(await useChallenge(tx, context, message.challenge, { purpose: 'Prove', rpId, ...use }))) return null;
  // Read again under the lock: it may have been removed.
  const passkey = await findPasskey(tx, message.credentialId);
  if (!passkey || passkey.personId !== personId || passkey.rpId !== rpId) return null;
  if (message.crossOrigin || !(await isOurPage(tx, context, client, message.origin))) return null;
  if (!(await isOwner(tx, passkey.personId, message.userHandle))) return null;
  const counter = await verifiedCounter(claim, passkey);
  if (counter === null) return null;
  if (counter < passkey.counter || (counter === passkey.counter && counter > 0))
    await recordEvent(tx, context, origin, {
      type: 'authn_passkey_counter_back',
      details: { kept: String(passkey.counter), received: String(counter) },
      personId: passkey.personId,
    });
  await notePasskeyUse(tx, context, passkey.id, counter);
  return passkey;
}

async function isOwner(tx: Database, personId: string, userHandle: string | null): Promise<boolean> {
  if (userHandle === null || userHandle === '') return true;
  const person = await tx
    .selectFrom('person')
    .select('passkey_handle')
    .where('id', '=', personId)
    .executeTakeFirstOrThrow();
  return person.passkey_handle?.toString('base64url') === userHandle;
}

/**
 * @returns the authenticator's counter if its signature is correct, the owner was verified, and it is for this host
 * name
 */
async function verifiedCounter({ json, message }: Claim, passkey: Passkey): Promise<number | null> {
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: json as unknown as AuthenticationResponseJSON,
      expectedChallenge: message.challenge,
      expectedOrigin: message.origin,
      expectedRPID: passkey.rpId,
      credential: {
        id: message.credentialId,
        publicKey: new Uint8Array(passkey.publicKey),
        // The library refuses a decreasing counter; here it is recorded.
        counter: 0,
      },
      requireUserVerification: true,
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch {
    // The library throws untyped errors for every invalid message.
    return null;
  }
}
