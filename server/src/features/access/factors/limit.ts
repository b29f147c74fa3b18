import { factorsPerPerson } from '@florin/contract/limits';
import type { Database } from '../../../db/open.ts';
import { presentFactors } from '../../../identity/factors/present.ts';

/** Whether a person may have another authenticator app or passkey. */
export async function hasRoomForFactor(tx: Database, personId: string): Promise<boolean> {
  const { passkeys, authenticators } = await presentFactors(tx, personId, '');
  return passkeys + authenticators < factorsPerPerson;
}
