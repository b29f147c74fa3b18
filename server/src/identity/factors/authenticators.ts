import type { Context } from '../../context.ts';
import type { Database } from '../../db/open.ts';
import { totpStep } from './totp.ts';

export const secretContext = (id: string) => `authenticator|${id}`;

/**
 * Uses up a code of one of a person's authenticator apps. An accepted step, and every step before it, is refused from
 * then on, so that a code seen over a shoulder is useless (RFC 6238, 5.2). The caller has counted the try.
 * @param code six digits
 * @returns when the person added the app; null if the code is wrong
 */
export async function proveAuthenticator(
  tx: Database,
  { keys, clock }: Pick<Context, 'keys' | 'clock'>,
  personId: string,
  code: string,
): Promise<Date | null> {
  const now = clock.now();
  const apps = await tx
    .selectFrom('authenticator')
    .select(['id', 'secret_sealed', 'confirmed_at'])
    .where('person_id', '=', personId)
    .where('confirmed_at', 'is not', null)
    .execute();
  const matches = apps.map(({ id, secret_sealed, confirmed_at: since }) => ({
    id,
    since,
    step: totpStep(keys.open(secret_sealed, secretContext(id)).toString(), code, now),
  }));
  for (const { id, since, step } of matches) if (step !== null && (await useStep(tx, id, step, now))) return since;
  return null;
}

async function useStep(tx: Database, id: string, step: number, now: Date): Promise<boolean> {
  const used = await tx
    .updateTable('authenticator')
    .set({ last_step: BigInt(step), last_used_at: now })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('last_step', 'is', null), eb('last_step', '<', BigInt(step))]))
    .returning('id')
    .executeTakeFirst();
  return used !== undefined;
}
