import { markChecklistSeen, securityChecklist } from '@florin/contract/security-checklist';
import { queryOptions } from '@tanstack/react-query';
import { ask, keyOf } from '../../session/queries.ts';
import { securityCall } from '../../session/security-queries.ts';

export const checklistQuery = () =>
  queryOptions({
    ...securityCall,
    queryKey: keyOf('security-checklist'),
    queryFn: ({ signal }) => ask(securityChecklist, {}, signal),
    refetchOnMount: 'always',
  });

/** Notes the visit. Where that fails, the next one is noted. */
export async function markSeen(): Promise<void> {
  try {
    await ask(markChecklistSeen, {});
  } catch {
    // Nobody needs to know.
  }
}
