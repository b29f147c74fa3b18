import type { Context } from '../../../../context.ts';
import type { Database } from '../../../../db/open.ts';
import type { RegistrationProof } from '../../../../db/schema.ts';
import { hashToken } from '../../../../core/tokens.ts';
import { flowTokenOf, hashBrowserSecret } from '../../../../identity/registrations/browser.ts';
import type { Registration } from '../../../../identity/registrations/find-registration.ts';
import { secondsUntil } from '../../../../core/time.ts';

/**
 * Moves a registration from its code to its details, once. Its time starts now.
 * @param browserSecret a new one, because a person who used this browser before may have copied the old one
 */
export const proving = (
  tx: Database,
  browserSecret: string,
  { id, by, expiresAt }: { id: string; by: RegistrationProof; expiresAt: Date },
) =>
  tx
    .updateTable('registration')
    .set({
      step: 'DETAILS',
      proven_by: by,
      browser_hash: hashBrowserSecret(browserSecret)!,
      token_hash: hashToken(flowTokenOf(browserSecret, id)),
      expires_at: expiresAt,
    })
    .where('id', '=', id)
    .where('step', '=', 'CODE')
    .returning('id');

/**
 * The flow token with the claims of section 3. A person who registers has no account yet, so the second factor is off.
 */
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
