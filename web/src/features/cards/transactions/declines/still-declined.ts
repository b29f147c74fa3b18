import type { CanIBuy } from '@florin/contract/cards/spend-limits';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { isPast } from '../../../../flows/time/when.ts';
import { oneQuery, type Scope, type Transaction } from '../queries.ts';

/** Whether a declined purchase would go through now. It is asked again with the purchase, after each decision about it. */
export const triedQuery = (scope: Scope, of: Transaction) =>
  queryOptions({
    queryKey: [...oneQuery(scope, of.id).queryKey, 'tried'],
    // The call is loaded when a purchase is tried, which few are.
    queryFn: async ({ signal }) => (await import('./tried.ts')).tryNow(of, signal),
    staleTime: 0,
    gcTime: 0,
  });

/** Why a purchase would be declined again after a request because of it was approved; null if it would not, or nobody knows. */
export function useStillDeclined(scope: Scope, of: Transaction): CanIBuy | null {
  const request = of.decline?.request ?? null;
  const isApproved = request?.status === 'APPROVED' && (request.until === null || !isPast(request.until));
  const { data } = useQuery({ ...triedQuery(scope, of), enabled: isApproved && scope === 'own' });
  return isApproved && data && data.answer !== 'YES' ? data : null;
}
