import type { Factor } from '@florin/contract/access/factors';
import type { Database } from '../../../db/open.ts';
import type { Handler } from '../../../http/call.ts';
import { requiresSecondFactor } from '../../../identity/sessions/rules.ts';
import type { PersonForUpdate } from '../../../core/people/lock-person.ts';
import { freshUntil } from '../../../identity/step-up/rules.ts';
import { underLock } from '../../../identity/step-up/make-change.ts';
import { isReachable } from '../../../core/people/accounts.ts';

interface FactorRow {
  id: string;
  name: string;
  created_at: Date;
  last_used_at: Date | null;
}

export const factorBody = (kind: Factor['kind'], { id, name, created_at, last_used_at }: FactorRow): Factor => ({
  id,
  kind,
  name,
  createdAt: created_at.toISOString(),
  lastUsedAt: last_used_at?.toISOString() ?? null,
});

/** The second factor cannot be switched off while an account that the person can switch to requires it. */
export const isMfaRequired = ({ accounts }: Pick<PersonForUpdate, 'accounts'>): boolean =>
  accounts.some((account) => isReachable(account) && requiresSecondFactor(account));

/** A person's authenticator apps and passkeys, in the order they were added. */
async function factorsOf(tx: Database, personId: string): Promise<Factor[]> {
  const columns = ['id', 'name', 'created_at', 'last_used_at'] as const;
  const apps = await tx
    .selectFrom('authenticator')
    .select(columns)
    .where('person_id', '=', personId)
    .where('confirmed_at', 'is not', null)
    .orderBy('created_at')
    .execute();
  const passkeys = await tx
    .selectFrom('passkey')
    .select(columns)
    .where('person_id', '=', personId)
    .orderBy('created_at')
    .execute();
  return [...apps.map((row) => factorBody('Authenticator', row)), ...passkeys.map((row) => factorBody('Passkey', row))];
}

/** GET /api/security-settings. */
export const securitySettings: Handler<'securitySettings'> = (call) =>
  underLock(call, async (tx, person) => {
    const { context, caller: session } = call;
    const codes = await tx
      .selectFrom('backup_code')
      .select(['created_at', 'used_at'])
      .where('person_id', '=', person.id)
      .execute();
    return {
      status: 200 as const,
      body: {
        mfaEnabled: person.mfaEnabled,
        mfaRequired: isMfaRequired(person),
        factors: await factorsOf(tx, person.id),
        backupCodesLeft: codes.filter(({ used_at }) => used_at === null).length,
        backupCodesMadeAt: codes[0]?.created_at.toISOString() ?? null,
        passwordChangedAt: person.passwordChangedAt.toISOString(),
        steppedUpUntil: freshUntil(session, context.clock.now())?.toISOString() ?? null,
      },
    };
  });
