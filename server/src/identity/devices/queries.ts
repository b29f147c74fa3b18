import { trustedDevice } from '@florin/contract/limits';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Database } from '../../db/open.ts';
import type { Client } from '../../http/client.ts';
import { newId } from '../../db/ids.ts';
import { isKnownDevice, quotaOf, type DeviceTrust, type Quota } from './rules.ts';
import { hashDeviceSecret, heldSecrets, newDeviceSecret, secretsIn } from './secret.ts';

/** A person's browser or API client. */
export interface SignedInDevice {
  id: string;
  personId: string;
  secretHash: Buffer;
  /** What the browser or client holds from now on: this secret, and those of other people's devices there. */
  held: string;
}

/**
 * The device of the person who logs in. It belongs to this person alone, even if others use the same browser, so that no
 * proof moves or ends the trust of someone else (decision 079). The person is locked: of two such calls at once, the
 * second one finds a renewed secret replaced and gets a device of its own.
 * @param isRenewed with a new secret, because a person who used the browser before may have copied the old one
 */
export async function deviceOf(
  tx: Database,
  client: Client,
  { personId, now, isRenewed }: { personId: string; now: Date; isRenewed: boolean },
): Promise<{ device: SignedInDevice; isKnown: boolean }> {
  const secrets = secretsIn(client.deviceSecrets);
  const known = await findDevice(tx, secrets, personId);
  const isKept = (secret: string) => known?.secretHash.equals(hashDeviceSecret(secret)) === true;
  const secret = (isRenewed ? undefined : secrets.find(isKept)) ?? newDeviceSecret();
  const held = heldSecrets(
    secret,
    secrets.filter((other) => !isKept(other)),
  );
  const id = known?.id ?? newId(now.getTime());
  return { device: { id, personId, secretHash: hashDeviceSecret(secret), held }, isKnown: Boolean(known) };
}

const findDevice = async (db: Database, secrets: readonly string[], personId: string | null) =>
  secrets.length === 0
    ? undefined
    : db
        .selectFrom('device')
        .select(['id', 'secret_hash as secretHash'])
        .where('secret_hash', 'in', secrets.map(hashDeviceSecret))
        .where('person_id', '=', personId)
        .executeTakeFirst();

/**
 * The device of a person among those that a call names.
 * @param personId null for an unknown name, for which the same is read
 */
export async function findDeviceId(db: Database, client: Client, personId: string | null): Promise<string | null> {
  return (await findDevice(db, secretsIn(client.deviceSecrets), personId))?.id ?? null;
}

/**
 * A person's device among those that a call names, and their record on it. Under the person's lock, nothing that signs
 * devices out comes between this and what follows from it.
 */
export async function readDevice(
  tx: Database,
  client: Client,
  personId: string,
): Promise<{ deviceId: string | null; trust: DeviceTrust | null }> {
  const deviceId = await findDeviceId(tx, client, personId);
  return { deviceId, trust: deviceId === null ? null : await readTrust(tx, personId, deviceId) };
}

const readTrust = async (db: Database, personId: string, deviceId: string): Promise<DeviceTrust | null> =>
  (await db
    .selectFrom('trusted_device')
    .select(['agent_family as agentFamily', 'trusted_until as trustedUntil', 'revoked_at as revokedAt'])
    .where('person_id', '=', personId)
    .where('device_id', '=', deviceId)
    .executeTakeFirst()) ?? null;

/** The quota of a person's failures and messages on a device. */
export async function readQuota(db: Database, personId: string, deviceId: string | null, now: Date): Promise<Quota> {
  if (deviceId === null) return 'strangers';
  const { rows } = await sql<{ isTrusted: boolean; revokedAt: Date | null; isConfirmed: boolean }>`
    select trust.device_id is not null as "isTrusted", trust.revoked_at as "revokedAt",
      coalesce(confirmed.confirmed_until > ${now}, false) as "isConfirmed"
    from (select) as asked
      left join trusted_device trust on trust.person_id = ${personId} and trust.device_id = ${deviceId}
      left join confirmed_device confirmed on confirmed.person_id = ${personId} and confirmed.device_id = ${deviceId}
    `.execute(db);
  const { isTrusted, isConfirmed, revokedAt } = rows[0]!;
  return quotaOf(deviceId, isTrusted ? { revokedAt } : null, isConfirmed);
}

/** Whether a person has signed in on a device before and not ended its trust. */
export async function isKnownOn(db: Database, personId: string, deviceId: string | null): Promise<boolean> {
  return deviceId !== null && isKnownDevice(await readTrust(db, personId, deviceId));
}

/**
 * Gives the device of a session another secret, so that copies of the old one are worthless. A call that does not hold
 * the old one gets no new one, and neither does a caller with tokens: there, the trust of the device ends.
 * @returns null if the secret stays
 */
export async function renewDevice(
  tx: Database,
  client: Client,
  { personId, deviceId, delivery }: { personId: string; deviceId: string | null; delivery: Client['delivery'] },
  now: Date,
): Promise<SignedInDevice | null> {
  if (deviceId === null) return null;
  const { device } = await deviceOf(tx, client, { personId, now, isRenewed: true });
  if (delivery === 'cookie' && device.id === deviceId) {
    await tx.updateTable('device').set({ secret_hash: device.secretHash }).where('id', '=', deviceId).execute();
    return device;
  }
  await tx
    .updateTable('trusted_device')
    .set({ trusted_until: now })
    .where('person_id', '=', personId)
    .where('device_id', '=', deviceId)
    .where('trusted_until', '>', now)
    .execute();
  return null;
}

/** The write that a device was seen. */
export function deviceSeen(db: Database, { id, personId, secretHash }: SignedInDevice, client: Client, now: Date) {
  const { agentFamily: agent_family, osFamily: os_family } = client;
  const seen = { secret_hash: secretHash, agent_family, os_family, last_seen_at: now };
  return db
    .insertInto('device')
    .values({ id, person_id: personId, created_at: now, ...seen })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(seen));
}

/**
 * The writes of a sign-in about its browser: that it was seen, and that the person uses it. A proven second factor
 * makes it trusted for 30 days; without one an existing trust stays as it is, and none begins.
 */
export function deviceWrites(
  db: Database,
  { clock }: Pick<Context, 'clock'>,
  { device, client, provenSecondFactor }: DeviceUse,
) {
  const now = clock.now();
  const { agentFamily: agent_family } = client;
  const seen = deviceSeen(db, device, client, now);
  const trusted_until = provenSecondFactor ? trustEnd(now) : now;
  const used = db
    .insertInto('trusted_device')
    .values({ person_id: device.personId, device_id: device.id, agent_family, trusted_until, revoked_at: null })
    .onConflict((conflict) => {
      const person = conflict.columns(['person_id', 'device_id']);
      return provenSecondFactor
        ? person.doUpdateSet({ agent_family, trusted_until, revoked_at: null })
        : person.doUpdateSet({
            trusted_until: sql`case when trusted_device.revoked_at is null then trusted_device.trusted_until else ${now} end`,
            revoked_at: null,
          });
    });
  return [seen, used];
}

interface DeviceUse {
  device: SignedInDevice;
  client: Client;
  provenSecondFactor: boolean;
}

export const trustEnd = (now: Date): Date => new Date(now.getTime() + trustedDevice.lifetimeSeconds * 1000);
