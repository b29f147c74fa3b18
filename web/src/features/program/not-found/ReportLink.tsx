import { Button } from '../../../kit/actions/Button.tsx';
import { CorrelationId } from '../../../kit/feedback/CorrelationId.tsx';
import { shellWords } from '../../../messages/en/shell.ts';
import styles from './NotFoundPage.module.css';
import { useReport } from './use-report.ts';

const words = shellWords.notFound;

/** Reports the address at hand to support: only its path, because the rest can be a secret. */
export function ReportLink() {
  const { state, report } = useReport();
  if (state.kind === 'sent')
    return (
      <p role="status" className={styles.report}>
        {words.reported(state.reference)}
      </p>
    );
  return (
    <div className={styles.report}>
      <Button variant="quiet" onClick={report} pending={state.kind === 'sending'} pendingLabel={words.reporting}>
        {words.report}
      </Button>
      <div role="alert">
        {state.kind === 'failed' && (
          <>
            <p>{words.notReported}</p>
            {state.correlationId !== null && <CorrelationId value={state.correlationId} />}
          </>
        )}
      </div>
    </div>
  );
}
