import { Failure } from '../../kit/Failure.tsx';
import { Panel } from '../../kit/Panel.tsx';
import { legalTextsWords as words } from '../../messages/en/legal-texts.ts';
import { describeFailure } from '../../session/failure.ts';
import styles from './LegalDocument.module.css';

interface NotLoadedProps {
  title: string;
  error: unknown;
  retrying: boolean;
  onRetry: () => void;
}

/** The text could not be loaded: the page still says what it is, and offers to try again. */
export function NotLoaded({ title, error, retrying, onRetry }: NotLoadedProps) {
  return (
    <div className={styles.page}>
      <h1>{title}</h1>
      <Panel>
        <Failure {...describeFailure(error, words.loadFailed)} onRetry={onRetry} retrying={retrying} />
      </Panel>
    </div>
  );
}
