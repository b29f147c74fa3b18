import { markChecklistSeen, securityChecklist } from '@florin/contract/security-checklist';
import { queryOptions } from '@tanstack/react-query';
import { onboardingQuery } from '../../../session/business-queries.ts';
import { ask, askAgain, keyOf } from '../../../session/queries.ts';
import { securityCall } from '../../../session/security-queries.ts';

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
    // Reading it is one of the steps that set a business up.
    await askAgain({ queryKey: onboardingQuery().queryKey });
  } catch {
    // Nobody needs to know.
  }
}
