import type { CanIBuy } from '@florin/contract/cards/spend-limits';
import type { AmountPeriod } from '@florin/contract/cards/policies/spend-rules';
import type { Money } from '@florin/contract/money';
import { whyNotPermitted } from '@florin/contract/permissions';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { isPast } from '../../../../flows/time/when.ts';
import { usePerson } from '../../../../session/person.ts';
import { oneQuery, type Scope, type Transaction } from '../queries.ts';

/** Whether a declined purchase would go through now. It is asked again with the purchase, after each decision about it. */
export const triedQuery = (scope: Scope, of: Transaction) =>
  queryOptions({
    queryKey: [...oneQuery(scope, of.id).queryKey, 'tried'],
    // The call is loaded when a purchase is tried, which few are.
    queryFn: async ({ signal }): Promise<TriedNow> => (await import('./tried.ts')).tryNow(scope, of, signal),
    staleTime: 0,
    gcTime: 0,
  });

export interface TriedNow {
  /** Why the purchase would be declined again; null if it would not, or nobody knows. */
  still: CanIBuy | null;
  /** What the holder can spend now, where the purchase would go through; null where nobody knows. */
  left: { amount: Money; period: AmountPeriod | null } | null;
  /** It would, or was made since. */
  goesThrough: boolean;
  /** When the same purchase was made since; null if it was not. */
  madeAt: string | null;
}

const unknown: TriedNow = { still: null, left: null, goesThrough: false, madeAt: null };

/** Whether a purchase would go through after a request because of it was approved. */
export function useTriedNow(scope: Scope, of: Transaction): TriedNow {
  const request = of.decline?.request ?? null;
  const isApproved = request?.status === 'APPROVED';
  const isOver = request !== null && request.until !== null && isPast(request.until);
  // Of another's card, only those learn it who see its rules.
  const { role, permissionFlags: flags } = usePerson();
  const mayKnow = scope === 'own' || whyNotPermitted('spend-policies.view', { role, flags }) === null;
  const { data } = useQuery({ ...triedQuery(scope, of), enabled: isApproved && mayKnow });
  return isApproved && data && (data.madeAt !== null || !isOver) ? data : unknown;
}
