import { kitWords } from '../../messages/en/kit/kit.ts';
import { Button } from '../actions/Button.tsx';
import { CorrelationId } from './CorrelationId.tsx';
import styles from './Failure.module.css';

interface FailureProps {
  /** One sentence for people. */
  text: string;
  correlationId: string | null;
  /** There is nothing to try again. */
  isFinal?: boolean;
  onRetry: () => void;
  /** While the retry is under way. */
  retrying?: boolean;
}

/** Something could not be loaded: one sentence, a retry, the Error ID (visual language, rule 5). */
export function Failure({ text, correlationId, isFinal = false, onRetry, retrying }: FailureProps) {
  return (
    <div role="alert" className={styles.failure}>
      <p>{text}</p>
      {!isFinal && (
        <Button onClick={onRetry} pending={retrying} pendingLabel={kitWords.loading}>
          {kitWords.retry}
        </Button>
      )}
      {correlationId !== null && <CorrelationId value={correlationId} />}
    </div>
  );
}
