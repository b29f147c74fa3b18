import type { Database } from '../../../db/open.ts';
import { readIcon } from '../../../core/business-icon/queries.ts';
import { iconUri } from '../../../core/business-icon/rules.ts';

/** Section 3, businessPreferences: a hidden icon keeps its image. */
export async function preferencesOf(db: Database, businessId: string) {
  const icon = await readIcon(db, businessId);
  return {
    useCustomIcon: icon?.shown ?? false,
    customIconUri: icon ? iconUri(businessId, icon.hash) : null,
  };
}
