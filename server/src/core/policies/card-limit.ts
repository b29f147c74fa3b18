import type { Rule } from '@florin/contract/cards/policies/spend-rules';
import type { Database } from '../../db/open.ts';
import { recordEvent, type AuditEvent, type EventSubject, type Origin } from '../audit/events.ts';
import { documentOf, groupsOfBusiness } from './documents.ts';
import { insertPolicy, insertVersion } from './write.ts';

interface NewLimit {
  businessId: string;
  /** The first card of the chain. */
  chainId: string;
  rule: Rule;
  name: string;
  /** It is the limit that the card begins with. */
  isStarting?: boolean;
  /** Who sets it, for the audit trail; null for demo data and tests. */
  by: { membershipId: string | null; origin: Origin; subject: EventSubject } | null;
  at: Date;
}

/**
 * Gives a new card a policy of its own with one rule, in force at once. It is in the lowest layer, so it allows nothing
 * that the others refuse and needs no second administrator.
 * @throws Error for an invalid rule, so that the transaction is rolled back
 */
export async function limitCard(
  tx: Database,
  { businessId, chainId, rule, name, isStarting = false, by, at }: NewLimit,
): Promise<void> {
  const made = documentOf([rule], 'CARD', await groupsOfBusiness(tx, businessId));
  if ('problems' in made) throw new Error(`Card limit: ${JSON.stringify(made.problems)}`);
  const createdBy = by?.membershipId ?? null;
  const policy = await insertPolicy(tx, {
    layer: 'CARD',
    businessId,
    chainId,
    name,
    isCardLimit: isStarting,
    createdBy,
    at,
  });
  const version = { number: 1, state: 'ACTIVE' } as const;
  await insertVersion(tx, { policyId: policy, ...version, document: made.document, createdBy, at });
  if (by === null) return;
  const clock = { now: () => at };
  const events: AuditEvent[] = [
    { type: 'spend_policy_created', details: { policy, layer: 'CARD' }, ...by.subject },
    { type: 'spend_policy_version_changed', details: { policy, ...version }, ...by.subject },
  ];
  for (const event of events) await recordEvent(tx, { clock }, by.origin, event);
}
