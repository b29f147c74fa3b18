import { CallFailure, NetworkFailure } from '../../api.ts';
import { Button } from '../../kit/actions/Button.tsx';
import { CorrelationId } from '../../kit/feedback/CorrelationId.tsx';
import { en } from '../../messages/en.ts';
import { Message } from './Message.tsx';

export interface FailureMessageProps {
  error: unknown;
  /** The id under which the page has logged its own error. */
  errorId?: string | undefined;
  onRetry: () => void;
  retrying?: boolean | undefined;
}

const { failure } = en;

/** A failed page: what is missing, a retry, the Error ID. */
export function FailureMessage({
  error,
  errorId,
  onRetry,
  retrying,
  missing = failure.page,
}: FailureMessageProps & { missing?: string }) {
  const id = errorId ?? (error instanceof CallFailure ? error.correlationId : null);
  const cause = error instanceof NetworkFailure ? failure.network : failure.tryAgain;
  return (
    <Message title={failure.title} text={`${missing} ${cause}`} note={id !== null && <CorrelationId value={id} />}>
      <Button variant="primary" onClick={onRetry} pending={retrying} pendingLabel={en.kit.loading}>
        {failure.retry}
      </Button>
    </Message>
  );
}
