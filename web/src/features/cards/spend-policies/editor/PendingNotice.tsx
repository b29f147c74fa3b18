import type { SpendPolicy } from '@florin/contract/cards/spend-policies';
import { useQuery } from '@tanstack/react-query';
import { pendingChangesQuery } from '../../../../flows/pending-changes.ts';
import { Failure } from '../../../../kit/feedback/Failure.tsx';
import { Notice } from '../../../../kit/feedback/Notice.tsx';
import { spendPolicyWords } from '../../../../messages/en/cards/spend-policies.ts';
import { errorMessage } from '../../../../session/failures/error-message.ts';

const words = spendPolicyWords.editor;

/** A version that waits for a second administrator, or that one has approved. */
export function PendingNotice({ policy }: { policy: SpendPolicy }) {
  const changes = useQuery(pendingChangesQuery());
  if (changes.isError && !changes.data)
    return (
      <Failure
        {...errorMessage(changes.error, words.waitingFailed)}
        onRetry={() => void changes.refetch()}
        retrying={changes.isFetching}
      />
    );
  const open = changes.data?.changes.find(
    ({ spendPolicy, status }) => spendPolicy?.policyId === policy.id && (status === 'PENDING' || status === 'APPROVED'),
  );
  if (!open || (open.status === 'APPROVED' && !open.isYours)) return null;
  return (
    <Notice severity={open.status === 'APPROVED' ? 'success' : 'info'}>
      {open.status === 'APPROVED' ? words.approved : words.waiting(open.requestedBy)}
    </Notice>
  );
}
