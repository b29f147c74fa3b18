import { stepUpMethods } from '@florin/contract/access/step-up';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Button } from '../../kit/actions/Button.tsx';
import { Dialog } from '../../kit/overlays/Dialog.tsx';
import { Failure } from '../../kit/feedback/Failure.tsx';
import { Spinner } from '../../kit/text/Spinner.tsx';
import { stepUpWords as words } from '../../messages/en/access/step-up.ts';
import { currentEpoch } from '../../session/browser-session.ts';
import { errorMessage } from '../../session/failures/error-message.ts';
import { fetchOrThrow } from '../../session/queries/query-client.ts';
import { purposeOf, type Asker } from './purpose.ts';
import type { Method } from './step-up.ts';
import { StepUpForm } from './StepUpForm.tsx';

interface StepUpDialogProps {
  asker: Asker;
  /** The purpose of the proof, if the default text is not enough. */
  purpose?: string | undefined;
  /** The offered ways, if others would not be accepted. */
  only?: readonly Method[] | undefined;
  onProven: () => void;
  onCancel: () => void;
}

const methodsQuery = () =>
  queryOptions({
    queryKey: [currentEpoch(), 'step-up-methods'],
    queryFn: async ({ signal }) => (await fetchOrThrow(stepUpMethods, {}, signal)).methods,
    staleTime: 0,
  });

/** 'Confirm that it is you': the password, and the strongest other proof the person has. */
export default function StepUpDialog({
  asker,
  purpose = purposeOf(asker),
  only,
  onProven,
  onCancel,
}: StepUpDialogProps) {
  const methods = useQuery(methodsQuery());
  const loaded = !methods.isFetching && methods.data !== undefined;
  return (
    <Dialog
      open
      title={words.title}
      holds
      onClose={onCancel}
      actions={loaded ? undefined : <Button onClick={onCancel}>{words.cancel}</Button>}
    >
      {loaded ? (
        <StepUpForm
          methods={only ? methods.data.filter(({ method }) => only.includes(method)) : methods.data}
          purpose={purpose}
          isHeld={only !== undefined}
          onProven={onProven}
          onCancel={onCancel}
        />
      ) : methods.isError ? (
        <Failure
          {...errorMessage(methods.error, words.failed)}
          onRetry={() => void methods.refetch()}
          retrying={methods.isFetching}
        />
      ) : (
        <p role="status">
          <Spinner /> <span className="visually-hidden">{words.loading}</span>
        </p>
      )}
    </Dialog>
  );
}
