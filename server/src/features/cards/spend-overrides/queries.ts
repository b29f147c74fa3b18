import type { PolicyDocument, PolicyVersionState } from '@florin/contract/cards/policies/spend-rules';
import type { SpendOverride } from '@florin/contract/cards/spend-overrides';
import { sql } from 'kysely';
import { newestCard, type CardOfChain } from '../../../core/policies/newest-card.ts';
import type { Database } from '../../../db/open.ts';

export interface OverrideRow {
  id: string;
  card: CardOfChain;
  document: PolicyDocument;
  note: string | null;
  createdAt: Date;
  createdBy: string | null;
  state: PolicyVersionState;
  validFrom: Date;
  validUntil: Date;
}

/** Overrides of a business, those that end last first. */
export async function overridesOf(
  db: Database,
  businessId: string,
  { id = null, chainId = null }: { id?: string | null; chainId?: string | null } = {},
): Promise<OverrideRow[]> {
  const { rows } = await sql<OverrideRow>`
    select p.id, ${newestCard('p.chain_id')} as card, v.document, v.note, v.created_at as "createdAt",
      nullif(trim(person.first_name || ' ' || person.last_name), '') as "createdBy", v.state,
      v.valid_from as "validFrom", v.valid_until as "validUntil"
    from spend_policy p
    join spend_policy_version v on v.policy_id = p.id
    left join membership on membership.id = v.created_by
    left join person on person.id = membership.person_id
    where p.business_id = ${businessId} and p.layer = 'OVERRIDE' and (${id}::uuid is null or p.id = ${id})
      and (${chainId}::uuid is null or p.chain_id = ${chainId})
    order by v.valid_until desc, v.id desc limit 200`.execute(db);
  return rows;
}

export function overrideOf(row: OverrideRow, at: Date): SpendOverride {
  const isOver = row.state !== 'ACTIVE' || row.validUntil <= at;
  return {
    id: row.id,
    card: row.card,
    document: row.document,
    note: row.note,
    from: row.validFrom.toISOString(),
    until: row.validUntil.toISOString(),
    createdAt: row.createdAt.toISOString(),
    createdBy: row.createdBy,
    state: isOver ? 'ENDED' : row.validFrom > at ? 'NEXT' : 'ACTIVE',
  };
}
