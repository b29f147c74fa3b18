import type { Rule } from '@florin/contract/spend-rules';
import { newId } from '../../db/ids.ts';
import type { Database } from '../../db/open.ts';
import { documentOf, groupsOfBusiness } from './documents.ts';

interface NewLimit {
  businessId: string;
  /** The first card of the chain. */
  chainId: string;
  rule: Rule;
  createdBy: string | null;
  at: Date;
}

/** Gives a new card a policy of its own with one rule, in force at once. @throws Error for a rule that is wrong */
export async function limitCard(tx: Database, { businessId, chainId, rule, createdBy, at }: NewLimit): Promise<void> {
  const made = documentOf([rule], 'CARD', await groupsOfBusiness(tx, businessId));
  if ('problems' in made) throw new Error(`Card limit: ${JSON.stringify(made.problems)}`);
  const id = newId(at.getTime());
  await tx
    .insertInto('spend_policy')
    .values({
      id,
      layer: 'CARD',
      program_id: null,
      business_id: businessId,
      card_group_id: null,
      chain_id: chainId,
      name: 'Limit of the request',
      created_at: at,
      created_by: createdBy,
    })
    .execute();
  await tx
    .insertInto('spend_policy_version')
    .values({
      policy_id: id,
      number: 1,
      state: 'ACTIVE',
      document: JSON.stringify(made.document),
      based_on: null,
      note: null,
      created_at: at,
      created_by: createdBy,
      shadow_from: null,
      valid_from: at,
      valid_until: null,
    })
    .execute();
}
