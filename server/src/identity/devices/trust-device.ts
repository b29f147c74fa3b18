import { sql } from 'kysely';
import type { Database } from '../../db/open.ts';
import { writesOf } from '../../db/write-together.ts';
import type { Context } from '../../context.ts';
import type { Client } from '../../http/client.ts';
import { eventInsert, originOf } from '../../core/audit/events.ts';
import { deviceOf, deviceWrites, trustEnd, type SignedInDevice } from './queries.ts';

/** The device was authenticated after its sign-in had expired (section 8, MFA_SESSION_EXPIRED). */
export interface TrustedOnly {
  /** Null for callers with tokens: there is no browser to trust. */
  trusted: SignedInDevice | null;
}

/**
 * Trusts a browser that has proven password and code, after the sign-in itself has expired: the person signs in again
 * without a code.
 */
export async function trustDevice(
  tx: Database,
  call: { context: Context; client: Client; correlationId: string },
  personId: string,
): Promise<TrustedOnly> {
  const { context, client } = call;
  if (client.delivery === 'token') return { trusted: null };
  const now = context.clock.now();
  const { device } = await deviceOf(tx, client, { personId, now, isRenewed: true });
  const details = { until: trustEnd(now).toISOString() };
  const event = eventInsert(tx, context, originOf(call), [{ type: 'authn_device_trusted', details, personId }]);
  const writes = deviceWrites(tx, context, { device, client, provenSecondFactor: true });
  await sql`${writesOf([...writes, event])} select`.execute(tx);
  return { trusted: device };
}
