import { loginLink } from '@florin/contract/limits';
import type { Context } from '../../context.ts';
import { afterSeconds } from '../../core/time.ts';
import type { Database } from '../../db/open.ts';
import type { Client } from '../../http/client.ts';
import { deviceOf, deviceSeen, type SignedInDevice } from './queries.ts';

/**
 * Confirms the device of a call for a person whose mailbox it has proven. For an hour, its failures count separately
 * from those of strangers (decision 032). It proves nothing else. The device gets a new secret, so that a copy of the old
 * one is not confirmed with it.
 */
export async function confirmDevice(
  tx: Database,
  { clock }: Pick<Context, 'clock'>,
  client: Client,
  personId: string,
): Promise<{ device: SignedInDevice; until: Date }> {
  const now = clock.now();
  const { device } = await deviceOf(tx, client, { personId, now, isRenewed: true });
  const until = afterSeconds(now, loginLink.confirmedSeconds);
  await deviceSeen(tx, device, client, now).execute();
  await tx
    .insertInto('confirmed_device')
    .values({ person_id: personId, device_id: device.id, confirmed_until: until })
    .onConflict((conflict) => conflict.columns(['person_id', 'device_id']).doUpdateSet({ confirmed_until: until }))
    .execute();
  return { device, until };
}
