import { policyLimits, type PolicyProblem, type Rule } from '@florin/contract/cards/policies/spend-rules';
import { sql } from 'kysely';
import type { Database } from '../../db/open.ts';
import { documentOf, groupsOfBusiness } from './documents.ts';
import { fillCounters } from './fill-counters.ts';
import { insertPolicy, insertVersion } from './write.ts';

export interface NewOverride {
  businessId: string;
  /** The first card of its chain. */
  chainId: string;
  rules: readonly Rule[];
  from: Date;
  until: Date;
  note: string | null;
  createdBy: string | null;
  at: Date;
  /** Whether a limit may be above that of a longer period, which then binds: false where people write the rules. */
  isRaise?: boolean;
}

/**
 * Changes what a card can do for a time. Administrators and approved requests both use this function. Its rules replace
 * those of business, group and card (program.ts).
 * @returns the override's id, or the problems of the rules
 */
export async function addOverride(
  tx: Database,
  { businessId, chainId, rules, from, until, note, createdBy, at, isRaise = false }: NewOverride,
): Promise<{ id: string } | { problems: PolicyProblem[] }> {
  const made = documentOf(
    rules,
    'OVERRIDE',
    await groupsOfBusiness(tx, businessId),
    ({ problem }) => !(isRaise && problem === 'shorterAboveLonger'),
  );
  if ('problems' in made) return made;
  await endOverOverrides(tx, chainId, at);
  // Every decision reads them all.
  if ((await countOverrides(tx, chainId)) >= policyLimits.overridesPerCard)
    return { problems: [{ rule: null, problem: 'tooManyPolicies', other: null }] };
  await fillCounters(tx, { businessId, groupId: null, chainId }, made.document, at);
  const id = await insertPolicy(tx, {
    layer: 'OVERRIDE',
    businessId,
    chainId,
    name: 'Temporary change',
    createdBy,
    at,
  });
  const { document } = made;
  await insertVersion(tx, { policyId: id, number: 1, state: 'ACTIVE', document, note, createdBy, at, from, until });
  return { id };
}

/** Ends an override of the business now. @returns whether it was in force, or about to be */
export async function endOverride(
  tx: Database,
  { businessId, id, at }: { businessId: string; id: string; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('spend_policy_version')
    .set({ state: 'INACTIVE', valid_until: at })
    .where('policy_id', '=', (eb) =>
      eb
        .selectFrom('spend_policy')
        .select('spend_policy.id')
        .where('spend_policy.id', '=', id)
        .where('business_id', '=', businessId)
        .where('layer', '=', 'OVERRIDE'),
    )
    .where('state', '=', 'ACTIVE')
    .where('valid_until', '>', at)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Those in force, or about to be. */
async function countOverrides(tx: Database, chainId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('spend_policy')
    .innerJoin('spend_policy_version', 'policy_id', 'spend_policy.id')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('chain_id', '=', chainId)
    .where('layer', '=', 'OVERRIDE')
    .where('state', '=', 'ACTIVE')
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Removes ended overrides from the card's array, so that it stays short. */
async function endOverOverrides(tx: Database, chainId: string, at: Date): Promise<void> {
  await sql`update spend_policy_version v set state = 'INACTIVE' from spend_policy p
    where p.id = v.policy_id and p.chain_id = ${chainId} and p.layer = 'OVERRIDE'
      and v.state = 'ACTIVE' and v.valid_until <= ${at}`.execute(tx);
}
