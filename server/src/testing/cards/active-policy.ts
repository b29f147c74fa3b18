import type { PolicyLayer, Rule } from '@florin/contract/cards/policies/spend-rules';
import { builtInGroups } from '../../core/policies/documents.ts';
import { newId } from '../../db/ids.ts';
import type { Database } from '../../db/open.ts';
import { at } from '../business.ts';

/** An active policy of a card, of a business or of a group of cards, in force since long ago if nothing else is said. */
export async function addPolicy(
  db: Database,
  of: { businessId: string; layer: Exclude<PolicyLayer, 'PROGRAM'>; chainId?: string; groupId?: string },
  rules: readonly Rule[],
  validFrom = new Date('2020-01-01T00:00:00Z'),
): Promise<void> {
  const policy = {
    id: newId(),
    layer: of.layer,
    business_id: of.businessId,
    chain_id: of.chainId ?? null,
    card_group_id: of.groupId ?? null,
    program_id: null,
    name: 'Policy',
    created_at: at,
    created_by: null,
  };
  await db.insertInto('spend_policy').values(policy).execute();
  await db
    .insertInto('spend_policy_version')
    .values({
      policy_id: policy.id,
      number: 1,
      state: 'ACTIVE',
      document: JSON.stringify({ rules, groups: builtInGroups }),
      based_on: null,
      note: null,
      created_at: at,
      created_by: null,
      shadow_from: null,
      valid_from: validFrom,
      valid_until: null,
    })
    .execute();
}
