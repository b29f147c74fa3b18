import type { Kysely } from 'kysely';
import { defaultBranding, defaultTheme } from '../../default-branding.ts';
import { protectProgram } from '../policies/defaults.ts';
import { newId } from '../../db/ids.ts';
import type { Schema } from '../../db/schema.ts';
import { inTransaction } from '../../db/transaction.ts';

/**
 * Ensures that there is a program for visitors who match no white-label customer, and returns its id. Of several
 * servers starting at once, one inserts it.
 */
export async function ensureDefaultProgram(db: Kysely<Schema>): Promise<string> {
  const existing = () => db.selectFrom('program').select('id').where('is_default', '=', true).executeTakeFirst();
  const found = await existing();
  if (found) return found.id;
  const inserted = db.isTransaction ? await insertDefault(db) : await inTransaction(db, insertDefault);
  return inserted ?? (await existing())!.id;
}

/** Undefined where another server has inserted it. */
async function insertDefault(tx: Kysely<Schema>): Promise<string | undefined> {
  const inserted = await tx
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
  if (inserted) await protectProgram(tx, inserted.id);
  return inserted?.id;
}
