import type { Kysely } from 'kysely';
import { defaultBranding, defaultTheme } from '../../default-branding.ts';
import { protectProgram } from '../policies/defaults.ts';
import { newId } from '../../db/ids.ts';
import type { Schema } from '../../db/schema.ts';

/**
 * Ensures that there is a program for visitors who match no white-label customer, and returns its id. Of several
 * servers starting at once, one inserts it.
 */
export async function ensureDefaultProgram(db: Kysely<Schema>): Promise<string> {
  const existing = () => db.selectFrom('program').select('id').where('is_default', '=', true).executeTakeFirst();
  const found = await existing();
  if (found) return found.id;
  const inserted = await db
    .insertInto('program')
    .values({
      id: newId(),
      slug: null,
      name: 'Florin',
      is_default: true,
      canonical_origin: null,
      theme: JSON.stringify(defaultTheme),
      splash_variant: 'regular',
      support_url: 'https://support.florin.example',
      branding: JSON.stringify(defaultBranding),
      mail_from_name: 'Florin',
      mail_from_address: 'no-reply@florin.example',
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!inserted) return (await existing())!.id;
  await protectProgram(db, inserted.id);
  return inserted.id;
}
