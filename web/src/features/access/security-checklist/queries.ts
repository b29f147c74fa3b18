import { markChecklistSeen, securityChecklist } from '@florin/contract/security-checklist';
import { queryOptions } from '@tanstack/react-query';
import { onboardingQuery } from '../../../session/business-queries.ts';
import { fetchOrThrow, keyOf, refetch } from '../../../session/query-client.ts';
import { securityCall } from '../../../session/queries.ts';

export const checklistQuery = () =>
  queryOptions({
    ...securityCall,
    queryKey: keyOf('security-checklist'),
    queryFn: ({ signal }) => fetchOrThrow(securityChecklist, {}, signal),
    refetchOnMount: 'always',
  });

/** Notes the visit. Where that fails, the next one is noted. */
export async function markSeen(): Promise<void> {
  try {
    await fetchOrThrow(markChecklistSeen, {});
    // Reading it is one of the steps that set a business up.
    await refetch({ queryKey: onboardingQuery().queryKey });
  } catch {
    // Nobody needs to know.
  }
}
