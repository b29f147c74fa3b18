import { sql } from 'kysely';
import type { Database } from '../../db/open.ts';

/** Tells one image of a business from the one before. */
export const iconHash = sql<string>`left(encode(sha256(content), 'hex'), 16)`;

/** Whether a business shows an icon of its own, and the hash of the one it has; `undefined` where it never had one. */
export const readIcon = (db: Database, businessId: string) =>
  db
    .selectFrom('business_icon')
    .select(['shown', iconHash.as('hash')])
    .where('business_id', '=', businessId)
    .executeTakeFirst();

/** The image itself. */
export const readIconContent = (db: Database, businessId: string) =>
  db
    .selectFrom('business_icon')
    .select(['media_type', 'content', iconHash.as('hash')])
    .where('business_id', '=', businessId)
    .executeTakeFirst();
