import type { DeclineCode } from '@florin/contract/cards/decline-codes';
import type { AskedException } from '@florin/contract/money/requests';
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

/** What would still decline a purchase. */
export interface Still {
  code: DeclineCode | null;
  /** What would go through. */
  amount: Money;
  /** What is in the way, by its name and with its sum, in sentences. */
  reason: string;
  /** The rule in the way, as a sentence; null where it is none. */
  rule: string | null;
  /** What could be asked for; null where it is not a rule with exceptions. */
  exception: AskedException | null;
  /** A limit that other cards use up, too, which no request raises. */
  isShared: boolean;
}

export interface TriedNow {
  /** Why the purchase would be declined again; null if it would not, or nobody knows. */
  still: Still | null;
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
