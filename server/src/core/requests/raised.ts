import { money } from '@florin/contract/money';
import type { CardRequestDetail } from '@florin/contract/money/requests';
import type { Database } from '../../db/open.ts';
import { requestPeriods } from './effects.ts';

/**
 * What the limits became that the approval of a request raised, and until when; null where it raised none.
 * @param id of the temporary change that it made
 */
export async function raisedBy(db: Database, id: string | null): Promise<CardRequestDetail['raised']> {
  if (id === null) return null;
  const { document, valid_until: until } = await db
    .selectFrom('spend_policy_version')
    .select(['document', 'valid_until'])
    .where('policy_id', '=', id)
    .executeTakeFirstOrThrow();
  const limits = document.rules.flatMap((rule) => {
    if (rule.kind !== 'amount' || rule.period === 'since') return [];
    const group = document.groups.find(({ key }) => key === rule.group)?.name ?? null;
    return [{ limit: money(BigInt(rule.limit), 'USD'), period: requestPeriods[rule.period], group }];
  });
  return limits.length === 0 ? null : { until: until!.toISOString(), limits };
}
