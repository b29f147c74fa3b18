import { password as limits } from '@florin/contract/limits';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { newId } from '../../db/ids.ts';
import type { Database } from '../../db/open.ts';

/** The number of earlier passwords that count, besides the current one. */
const keptEarlier = limits.historySize - 1;

/** Whether a password is the current one of a person or one of the two before it (sections 5 and 9). */
export async function isRecentPassword(
  tx: Database,
  { passwords }: Pick<Context, 'passwords'>,
  personId: string,
  password: string,
): Promise<boolean> {
  const current = await tx
    .selectFrom('person')
    .select('password_hash')
    .where('id', '=', personId)
    .executeTakeFirstOrThrow();
  const earlier = await tx
    .selectFrom('password_history')
    .select('password_hash')
    .where('person_id', '=', personId)
    .orderBy('replaced_at', 'desc')
    .orderBy('id', 'desc')
    .limit(keptEarlier)
    .execute();
  // All are verified, whatever the first results are, so that the time does not reveal which one it was.
  const matches = await Promise.all(
    [current, ...earlier].map(({ password_hash }) => passwords.verify(password_hash, password)),
  );
  return matches.includes(true);
}

/**
 * Gives a person a new password and keeps the old one's hash in the history. Pending sign-ins with the old password
 * end. The caller holds the person's lock and ends the sessions of the old password (revoke.ts).
 */
export async function setPassword(
  tx: Database,
  { passwords, clock }: Pick<Context, 'passwords' | 'clock'>,
  personId: string,
  password: string,
): Promise<void> {
  const now = clock.now();
  const passwordHash = await passwords.hash(password);
  await sql`
    insert into password_history (id, person_id, password_hash, replaced_at)
    select ${newId(now.getTime())}, id, password_hash, ${now} from person where id = ${personId}`.execute(tx);
  await tx
    .updateTable('person')
    .set({ password_hash: passwordHash, password_changed_at: now })
    .where('id', '=', personId)
    .execute();
  await tx
    .deleteFrom('password_history')
    .where('person_id', '=', personId)
    .where('id', 'not in', (eb) =>
      eb
        .selectFrom('password_history')
        .select('id')
        .where('person_id', '=', personId)
        .orderBy('replaced_at', 'desc')
        .orderBy('id', 'desc')
        .limit(keptEarlier),
    )
    .execute();
}
