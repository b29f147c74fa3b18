import { sql } from 'kysely';
import type { Database } from '../../db/open.ts';

/** Distinguishes a business's image from its earlier ones. */
export const iconHash = sql<string>`left(encode(sha256(content), 'hex'), 16)`;

/** Whether a business shows its own icon, and the icon's hash; `undefined` if it never had one. */
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
