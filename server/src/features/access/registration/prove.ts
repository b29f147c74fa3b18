import { registration as limits } from '@florin/contract/limits';
import type { Context } from '../../../context.ts';
import type { Database } from '../../../db/open.ts';
import type { RegistrationProof } from '../../../db/schema.ts';
import { hashToken } from '../../../core/tokens.ts';
import { flowTokenOf } from '../../../identity/registrations/browser.ts';
import type { Registration } from '../../../identity/registrations/find-registration.ts';
import { afterSeconds, secondsUntil } from '../../../core/time.ts';

/**
 * Moves a registration from its code to its details, once. From here on its time runs.
 * @returns null where it has moved on already
 */
export async function prove(
  tx: Database,
  { clock }: Pick<Context, 'clock'>,
  browserSecret: string,
  registration: Registration,
  provenBy: RegistrationProof,
): Promise<Registration | null> {
  const expiresAt = afterSeconds(clock.now(), limits.lifetimeSeconds);
  const moved = await tx
    .updateTable('registration')
    .set({
      step: 'DETAILS',
      proven_by: provenBy,
      token_hash: hashToken(flowTokenOf(browserSecret, registration.id)),
      expires_at: expiresAt,
    })
    .where('id', '=', registration.id)
    .where('step', '=', 'CODE')
    .returning('id')
    .executeTakeFirst();
  return moved ? { ...registration, step: 'DETAILS', provenBy, expiresAt } : null;
}

/** The flow token with the claims of section 3. Nobody who registers has an account yet, so the second factor is not on. */
export const flowToken = (
  { clock }: Pick<Context, 'clock'>,
  browserSecret: string,
  { id, mfaMode, expiresAt }: Pick<Registration, 'id' | 'mfaMode' | 'expiresAt'>,
) => ({
  access_token: flowTokenOf(browserSecret, id),
  expiresInSeconds: secondsUntil(expiresAt, clock.now()),
  MFAModeBusiness: mfaMode,
  MFAEnabled: false,
});
