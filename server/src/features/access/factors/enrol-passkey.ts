import { randomBytes } from 'node:crypto';
import {
  generateRegistrationOptions,
  verifyRegistrationResponse,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { newId } from '../../../db/ids.ts';
import type { Database } from '../../../db/open.ts';
import { isRefused, refuse, type Call, type Handler } from '../../../http/call.ts';
import { originOf, recordEvent } from '../../../core/audit/events.ts';
import { letterOf } from '../../../core/notices/letter.ts';
import { notifyChange } from '../../../core/notices/notify-change.ts';
import { changeCredential, makeChange } from '../../../identity/step-up/make-change.ts';
import { hasRoomForFactor } from './limit.ts';
import { newChallenge, useChallenge, type ChallengeUse } from '../../../identity/factors/passkey-challenges.ts';
import { isOurPage } from '../../../identity/factors/passkey-origin.ts';
import { readPasskeyMessage } from '../../../identity/factors/passkey-message.ts';
import { credentialsOf } from '../../../identity/factors/passkeys.ts';
import { factorBody } from './settings.ts';

/** EdDSA, ES256 and RS256: every authenticator supports one of them. */
const algorithms = [-8, -7, -257];
const handleBytes = 32;

type Enrolling = Pick<Call<'startPasskey'>, 'caller' | 'client'>;

const useOf = ({ caller: session, client }: Enrolling): ChallengeUse => ({
  purpose: 'Enrol',
  rpId: client.hostname,
  sessionId: session.id,
  pendingId: null,
  resetId: null,
});

/**
 * POST /api/factors/passkeys/options. The passkey must be discoverable (resident) and verify its user, so that it can
 * be the whole sign-in. The kind of device does not matter: no attestation is requested.
 */
export const startPasskey: Handler<'startPasskey'> = (call) =>
  makeChange(call, async (tx, { id }) => {
    const { context, client } = call;
    if (!(await hasRoomForFactor(tx, id))) return refuse('FACTOR_LIMIT_REACHED');
    const { programName, username, firstName } = await letterOf(tx, context, id);
    const options = await generateRegistrationOptions({
      rpName: programName,
      rpID: client.hostname,
      userName: username,
      userDisplayName: firstName,
      userID: new Uint8Array(await handleOf(tx, id)),
      challenge: new Uint8Array(await newChallenge(tx, context, useOf(call))),
      attestationType: 'none',
      excludeCredentials: await credentialsOf(tx, id, client.hostname),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      supportedAlgorithmIDs: algorithms,
    });
    return { status: 200 as const, body: { options: { ...options } } };
  });

/** The user handle of a person's passkeys: created with the first one, the same for all. */
async function handleOf(tx: Database, personId: string): Promise<Buffer> {
  const { passkey_handle: kept } = await tx
    .selectFrom('person')
    .select('passkey_handle')
    .where('id', '=', personId)
    .executeTakeFirstOrThrow();
  if (kept) return kept;
  const handle = randomBytes(handleBytes);
  await tx.updateTable('person').set({ passkey_handle: handle }).where('id', '=', personId).execute();
  return handle;
}

/** POST /api/factors/passkeys: saves a new passkey (WebAuthn Level 3, 7.1). */
export const confirmPasskey: Handler<'confirmPasskey'> = (call) =>
  changeCredential(call, async (tx, { id: personId }) => {
    const { context, input } = call;
    const verified = await verify(tx, call);
    if (isRefused(verified)) return verified;
    if (!(await hasRoomForFactor(tx, personId))) return refuse('FACTOR_LIMIT_REACHED');
    const name = input.body.name.trim();
    const now = context.clock.now();
    const { credential } = verified;
    const kept = await tx
      .insertInto('passkey')
      .values({
        id: newId(now.getTime()),
        person_id: personId,
        name,
        credential_id: Buffer.from(credential.id, 'base64url'),
        public_key: Buffer.from(credential.publicKey),
        counter: BigInt(credential.counter),
        transports: (credential.transports ?? []).filter((transport) => /^[a-z-]{1,20}$/.test(transport)).slice(0, 8),
        rp_id: call.client.hostname,
        created_at: now,
        last_used_at: null,
      })
      .onConflict((conflict) => conflict.column('credential_id').doNothing())
      .returning(['id', 'name', 'created_at', 'last_used_at'])
      .executeTakeFirst();
    // A known credential belongs to a person already and is not transferred.
    if (!kept) return refuse('PASSKEY_INVALID');
    await recordEvent(tx, context, originOf(call), {
      type: 'authn_factor_added',
      details: { kind: 'Passkey' },
      personId,
    });
    await notifyChange(tx, context, personId, { type: 'factorAdded', kind: 'Passkey', name });
    return { status: 201 as const, body: factorBody('Passkey', kept) };
  });

async function verify(tx: Database, call: Call<'confirmPasskey'>) {
  const { context, client, input } = call;
  const message = readPasskeyMessage(input.body.passkey);
  if (!message || !(await useChallenge(tx, context, message.challenge, useOf(call)))) return refuse('PASSKEY_INVALID');
  if (message.crossOrigin || !(await isOurPage(tx, context, client, message.origin))) return refuse('PASSKEY_INVALID');
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: input.body.passkey as unknown as RegistrationResponseJSON,
      expectedChallenge: message.challenge,
      expectedOrigin: message.origin,
      expectedRPID: client.hostname,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    });
    return verified ? { credential: registrationInfo.credential } : refuse('PASSKEY_INVALID');
  } catch {
    // The library throws untyped errors for every invalid message.
    return refuse('PASSKEY_INVALID');
  }
}
