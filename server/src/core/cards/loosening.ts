import type { loosenableControls } from '@florin/contract/access/pending-changes';
import { createHash } from 'node:crypto';
import type { Database } from '../../db/open.ts';
import type { CardControls } from './issue.ts';
import type { LockedCard } from './states.ts';

/** The columns that hold what `updateCard` changes of a card. */
export type UpdatableColumns = Pick<
  LockedCard,
  | 'name'
  | 'purpose'
  | 'external_id'
  | 'uses_at_most'
  | 'amount_lock'
  | 'merchant_lock'
  | 'locked_merchant_id'
  | 'locked_merchant_name'
  | 'valid_from'
  | 'valid_until'
>;

/**
 * The revision changes with everything that `updateCard` changes, and with nothing else. The merchant to which a first
 * purchase locks a card does not count as a change.
 */
export function revisionOf(card: UpdatableColumns, groupIds: readonly string[]): string {
  const isNamed = card.merchant_lock === 'NAMED';
  const parts = [
    card.name,
    card.purpose,
    card.external_id,
    card.uses_at_most,
    card.amount_lock === null ? null : String(card.amount_lock),
    card.merchant_lock,
    isNamed ? card.locked_merchant_id : null,
    isNamed ? card.locked_merchant_name : null,
    card.valid_from?.toISOString() ?? null,
    card.valid_until?.toISOString() ?? null,
    groupIds.toSorted(),
  ];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22);
}

type LoosenedControl = (typeof loosenableControls)[number];

const isHigher = <T extends number | bigint>(before: T | null, after: T | null | undefined): boolean =>
  before !== null && after !== undefined && (after === null || after > before);

/** The controls of a card that a change loosens, so that purchases become possible that were refused before. */
export function loosenedControls(
  card: UpdatableColumns,
  { usesAtMost, amountLock, merchantLock, validFrom, validUntil }: CardControls,
  now: Date,
): LoosenedControl[] {
  const isLaterEnd = isHigher(card.valid_until?.getTime() ?? null, validUntil && validUntil.getTime());
  const begins = card.valid_from;
  const isEarlierStart =
    begins !== null && begins > now && validFrom !== undefined && (validFrom === null || validFrom < begins);
  const isSameMerchant =
    merchantLock?.kind === card.merchant_lock &&
    (merchantLock?.merchantId ?? null) === card.locked_merchant_id &&
    (merchantLock?.merchant ?? null) === card.locked_merchant_name;
  return [
    ...(isHigher(card.uses_at_most, usesAtMost) ? (['USES'] as const) : []),
    ...(isHigher(card.amount_lock, amountLock) ? (['AMOUNT'] as const) : []),
    ...(card.merchant_lock !== null && merchantLock !== undefined && !isSameMerchant ? (['MERCHANT'] as const) : []),
    ...(isEarlierStart || isLaterEnd ? (['VALID'] as const) : []),
  ];
}

/** Returns the given groups that have rules in force or due. Fewer rules apply to cards that leave them. */
export async function groupsWithRules(
  db: Database,
  groupIds: readonly string[],
  now: Date,
): Promise<{ id: string; name: string }[]> {
  if (groupIds.length === 0) return [];
  return db
    .selectFrom('card_group')
    .select(['card_group.id', 'card_group.name'])
    .where('card_group.id', 'in', [...groupIds])
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('spend_policy')
          .innerJoin('spend_policy_version as version', 'version.policy_id', 'spend_policy.id')
          .select('version.id')
          .whereRef('spend_policy.card_group_id', '=', 'card_group.id')
          .where('version.state', '=', 'ACTIVE')
          .where((end) => end.or([end('version.valid_until', 'is', null), end('version.valid_until', '>', now)])),
      ),
    )
    .orderBy('card_group.name')
    .execute();
}
