import type { Database } from '../../db/open.ts';
import { readIcon } from './queries.ts';
import { iconUri } from './rules.ts';

/** Section 3, businessPreferences: an icon that was put away keeps its image and has no address. */
export async function preferencesOf(db: Database, businessId: string) {
  const icon = await readIcon(db, businessId);
  return {
    useCustomIcon: icon?.shown ?? false,
    customIconUri: icon?.shown ? iconUri(businessId, icon.hash) : null,
  };
}
