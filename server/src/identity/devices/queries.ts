import { trustedDevice } from '@florin/contract/limits';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Database } from '../../db/open.ts';
import type { Client } from '../../http/client.ts';
import { newId } from '../../db/ids.ts';
import { isKnownDevice, quotaOf, type Quota } from './rules.ts';
import { hashDeviceSecret, newDeviceSecret } from './secret.ts';

/** The browser of a call: known by its secret, or new with `secret`. */
export interface SignedInDevice {
  id: string;
  secret: string;
  secretHash: Buffer;
}

/** @param knownId the device of the call's secret, if any */
export function deviceOf(client: Client, knownId: string | null, now: Date): SignedInDevice {
  const known = knownId !== null ? hashDeviceSecret(client.deviceSecret) : null;
  if (known) return { id: knownId!, secret: client.deviceSecret!, secretHash: known };
  return withNewSecret(newId(now.getTime()));
}

function withNewSecret(id: string): SignedInDevice {
  const secret = newDeviceSecret();
  return { id, secret, secretHash: hashDeviceSecret(secret)! };
}

/**
 * The device of a call that has proven a second factor, with a new secret: a person who used the browser before may have
 * copied the old one. It stays locked until the end of the transaction. Of two such calls at once, the second one
 * therefore finds the old secret replaced and gets a device of its own.
 */
export async function renewDevice(tx: Database, client: Client, now: Date) {
  const secretHash = hashDeviceSecret(client.deviceSecret);
  const known =
    secretHash &&
    (await tx.selectFrom('device').select('id').where('secret_hash', '=', secretHash).forUpdate().executeTakeFirst());
  const device = withNewSecret(known?.id ?? newId(now.getTime()));
  if (known)
    await tx.updateTable('device').set({ secret_hash: device.secretHash }).where('id', '=', known.id).execute();
  return { device, isKnown: Boolean(known) };
}

/** The device of the secret in a call. */
export async function findDeviceId(db: Database, client: Client): Promise<string | null> {
  const secretHash = hashDeviceSecret(client.deviceSecret);
  if (!secretHash) return null;
  const row = await db.selectFrom('device').select('id').where('secret_hash', '=', secretHash).executeTakeFirst();
  return row?.id ?? null;
}

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
  if (deviceId === null) return false;
  const trust = await db
    .selectFrom('trusted_device')
    .select(['agent_family as agentFamily', 'trusted_until as trustedUntil', 'revoked_at as revokedAt'])
    .where('person_id', '=', personId)
    .where('device_id', '=', deviceId)
    .executeTakeFirst();
  return isKnownDevice(trust ?? null);
}

/** The write that a device was seen. */
export function deviceSeen(db: Database, device: SignedInDevice, client: Client, now: Date) {
  const { agentFamily: agent_family, osFamily: os_family } = client;
  return db
    .insertInto('device')
    .values({
      id: device.id,
      secret_hash: device.secretHash,
      agent_family,
      os_family,
      created_at: now,
      last_seen_at: now,
    })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ agent_family, os_family, last_seen_at: now }));
}

/**
 * The writes of a sign-in about its browser: that it was seen, and that the person uses it. A proven second factor
 * makes it trusted for 30 days; without one an existing trust stays as it is, and none begins.
 */
export function deviceWrites(
  db: Database,
  { clock }: Pick<Context, 'clock'>,
  { device, personId, client, provenSecondFactor }: DeviceUse,
) {
  const now = clock.now();
  const { agentFamily: agent_family } = client;
  const seen = deviceSeen(db, device, client, now);
  const trusted_until = provenSecondFactor ? trustEnd(now) : now;
  const used = db
    .insertInto('trusted_device')
    .values({ person_id: personId, device_id: device.id, agent_family, trusted_until, revoked_at: null })
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

export interface DeviceUse {
  device: SignedInDevice;
  personId: string;
  client: Client;
  provenSecondFactor: boolean;
}

export const trustEnd = (now: Date): Date => new Date(now.getTime() + trustedDevice.lifetimeSeconds * 1000);
