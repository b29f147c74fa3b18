import { addressFailures } from '@florin/contract/limits';
import { sql } from 'kysely';
import { afterSeconds } from '../../core/time.ts';
import type { Database } from '../../db/open.ts';
import type { DeviceTrust } from '../devices/rules.ts';

/** The facts that a sign-in attempt needs before its password is checked. */
export interface Attempt {
  person: { id: string; passwordHash: string } | null;
  /** The person's device whose secret came with the call. */
  deviceId: string | null;
  /** The person's record on that device. Its trust is read again under the person's lock (devices/queries.ts). */
  trust: Pick<DeviceTrust, 'revokedAt'> | null;
  /** The device has opened a sign-in link of the person. */
  isConfirmed: boolean;
  /** The failures of the fullest network around the caller, as if a single address had made them. */
  addressFailures: { count: number; windowStartedAt: Date } | null;
}

interface Row {
  personId: string | null;
  passwordHash: string;
  deviceId: string | null;
  hasTrust: boolean;
  revokedAt: Date | null;
  isConfirmed: boolean;
  failures: number | null;
  windowStartedAt: Date;
}

/** Reads them in one round trip, the same for known and unknown names. */
export async function readAttempt(
  db: Database,
  keys: {
    skeleton: string;
    deviceSecretHashes: readonly Buffer[];
    networks: readonly { key: Buffer; share: number }[];
    now: Date;
  },
): Promise<Attempt> {
  const { networks } = keys;
  const earliest = afterSeconds(keys.now, -addressFailures.windowSeconds);
  const { rows } = await sql<Row>`
    select person.id as "personId", person.password_hash as "passwordHash", device.id as "deviceId",
      trust.device_id is not null as "hasTrust", trust.revoked_at as "revokedAt",
      coalesce(confirmed.confirmed_until > ${keys.now}, false) as "isConfirmed",
      address.failures, address.window_started_at as "windowStartedAt"
    from (select) attempt
      left join person on person.username_skeleton = ${keys.skeleton}
      left join device on device.person_id = person.id and device.secret_hash = any(${keys.deviceSecretHashes}::bytea[])
      left join trusted_device trust on trust.person_id = person.id and trust.device_id = device.id
      left join confirmed_device confirmed on confirmed.person_id = person.id and confirmed.device_id = device.id
      left join lateral (
        select throttle.failures / network.share as failures, throttle.window_started_at
        from unnest(${networks.map(({ key }) => key)}::bytea[], ${networks.map(({ share }) => share)}::int[])
          as network (key, share) join throttle on throttle.key = network.key
        where throttle.window_started_at > ${earliest} order by 1 desc limit 1
      ) address on true`.execute(db);
  const row = rows[0]!;
  return {
    person: row.personId === null ? null : { id: row.personId, passwordHash: row.passwordHash },
    deviceId: row.deviceId,
    trust: row.hasTrust ? { revokedAt: row.revokedAt } : null,
    isConfirmed: row.isConfirmed,
    addressFailures: row.failures === null ? null : { count: row.failures, windowStartedAt: row.windowStartedAt },
  };
}
