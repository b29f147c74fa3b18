import type { PolicyDocument, PolicyLayer } from '@florin/contract/cards/policies/spend-rules';
import { newId } from '../../db/ids.ts';
import type { Database } from '../../db/open.ts';

interface NewPolicy {
  layer: Exclude<PolicyLayer, 'PROGRAM'>;
  businessId: string;
  /** With layer GROUP only. */
  groupId?: string | null;
  /** The first card of the chain; with the layers CARD and OVERRIDE only. */
  chainId?: string | null;
  name: string;
  /** It is the limit of a card, of which a card has one. */
  isCardLimit?: boolean;
  createdBy: string | null;
  at: Date;
}

/** Writes a policy, which has no effect without a version. @returns its id */
export async function insertPolicy(
  tx: Database,
  { layer, businessId, groupId = null, chainId = null, name, isCardLimit = false, createdBy, at }: NewPolicy,
): Promise<string> {
  const id = newId(at.getTime());
  await tx
    .insertInto('spend_policy')
    .values({
      id,
      layer,
      program_id: null,
      business_id: businessId,
      card_group_id: groupId,
      chain_id: chainId,
      name,
      created_at: at,
      created_by: createdBy,
      is_card_limit: isCardLimit,
    })
    .execute();
  return id;
}

interface NewVersion {
  policyId: string;
  number: number;
  state: 'DRAFT' | 'ACTIVE';
  document: PolicyDocument;
  basedOn?: number | null;
  note?: string | null;
  createdBy: string | null;
  at: Date;
  /** For an active version: when it comes into force (at once if missing) and when it ends, if ever. */
  from?: Date;
  until?: Date | null;
}

/** Writes a version of a policy. Its rules never change. */
export const insertVersion = (
  tx: Database,
  {
    policyId,
    number,
    state,
    document,
    basedOn = null,
    note = null,
    createdBy,
    at,
    from = at,
    until = null,
  }: NewVersion,
) =>
  tx
    .insertInto('spend_policy_version')
    .values({
      policy_id: policyId,
      number,
      state,
      document: JSON.stringify(document),
      based_on: basedOn,
      note,
      created_at: at,
      created_by: createdBy,
      shadow_from: null,
      valid_from: state === 'ACTIVE' ? from : null,
      valid_until: state === 'ACTIVE' ? until : null,
    })
    .execute();
