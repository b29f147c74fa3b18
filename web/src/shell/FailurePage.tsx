import { CallFailure, NetworkFailure } from '../api.ts';
import { Button } from '../kit/Button.tsx';
import { CorrelationId } from '../kit/CorrelationId.tsx';
import { en } from '../messages/en.ts';
import { Message } from './Message.tsx';
import { PublicFrame } from './PublicFrame.tsx';

interface FailurePageProps {
  error: unknown;
  /** The id under which the page has logged an error of its own. */
  errorId?: string;
  onRetry: () => void;
  retrying?: boolean;
}

/** A whole page that went wrong: one sentence, a retry, the Error ID. */
export function FailurePage({ error, errorId, onRetry, retrying }: FailurePageProps) {
  const { failure } = en.shell;
  const id = errorId ?? (error instanceof CallFailure ? error.correlationId : null);
  return (
    <PublicFrame>
      <Message
        title={failure.title}
        text={error instanceof NetworkFailure ? failure.network : failure.page}
        note={id !== null && <CorrelationId value={id} />}
      >
        <Button variant="primary" onClick={onRetry} pending={retrying} pendingLabel={en.kit.loading}>
          {failure.retry}
        </Button>
      </Message>
    </PublicFrame>
  );
}
