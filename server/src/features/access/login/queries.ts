import { sql } from 'kysely';
import type { Database } from '../../../db/open.ts';
import type { DeviceTrust } from '../../../identity/devices/rules.ts';

/** The facts that a sign-in attempt needs before its password is checked. */
export interface Attempt {
  person: { id: string; passwordHash: string } | null;
  /** The device whose secret came with the call. */
  deviceId: string | null;
  /** The person's record on that device. */
  trust: DeviceTrust | null;
  /** The device has opened a sign-in link of the person. */
  isConfirmed: boolean;
  addressFailures: { count: number; windowStartedAt: Date } | null;
}

interface Row {
  personId: string | null;
  passwordHash: string;
  deviceId: string | null;
  trustedUntil: Date | null;
  revokedAt: Date | null;
  agentFamily: string | null;
  isConfirmed: boolean;
  failures: number | null;
  windowStartedAt: Date;
}

/** Reads them in one round trip, the same for known and unknown names. */
export async function readAttempt(
  db: Database,
  keys: { skeleton: string; deviceSecretHash: Buffer | null; address: Buffer; now: Date },
): Promise<Attempt> {
  const { rows } = await sql<Row>`
    select person.id as "personId", person.password_hash as "passwordHash", device.id as "deviceId",
      trust.trusted_until as "trustedUntil", trust.revoked_at as "revokedAt", trust.agent_family as "agentFamily",
      coalesce(confirmed.confirmed_until > ${keys.now}, false) as "isConfirmed",
      address.failures, address.window_started_at as "windowStartedAt"
    from (select) attempt
      left join person on person.username_skeleton = ${keys.skeleton}
      left join device on device.secret_hash = ${keys.deviceSecretHash}
      left join trusted_device trust on trust.person_id = person.id and trust.device_id = device.id
      left join confirmed_device confirmed on confirmed.person_id = person.id and confirmed.device_id = device.id
      left join throttle address on address.key = ${keys.address}`.execute(db);
  const row = rows[0]!;
  return {
    person: row.personId === null ? null : { id: row.personId, passwordHash: row.passwordHash },
    deviceId: row.deviceId,
    trust: row.trustedUntil && {
      trustedUntil: row.trustedUntil,
      revokedAt: row.revokedAt,
      agentFamily: row.agentFamily,
    },
    isConfirmed: row.isConfirmed,
    addressFailures: row.failures === null ? null : { count: row.failures, windowStartedAt: row.windowStartedAt },
  };
}
