import type { Context } from '../../context.ts';
import type { Database } from '../../db/open.ts';
import { isKnownOn } from '../devices/queries.ts';

/** Somebody who proves something, and the device they do it on, if the server has seen it before. */
export interface Prover {
  personId: string;
  deviceId: string | null;
}

/**
 * The key under which a person's wrong codes are counted, over all codes and flows: on a device they are known on apart from
 * all other devices together, so that a stranger with the password cannot lock the owner's own browser (decision 021).
 */
export const secondFactorKey = (tx: Database, context: Pick<Context, 'keys'>, prover: Prover): Promise<Buffer> =>
  keyOf(tx, context, 'second-factor-failures', prover);

/** The same for the passwords of step-ups: whoever has found a session open locks none of the codes with them. */
export const stepUpPasswordKey = (tx: Database, context: Pick<Context, 'keys'>, prover: Prover): Promise<Buffer> =>
  keyOf(tx, context, 'step-up-password-failures', prover);

async function keyOf(tx: Database, { keys }: Pick<Context, 'keys'>, purpose: string, { personId, deviceId }: Prover) {
  const isKnown = await isKnownOn(tx, personId, deviceId);
  return keys.mac(purpose, isKnown ? `${personId}|${deviceId}` : personId);
}
