import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../actions/Button.tsx';
import { CorrelationId } from '../feedback/CorrelationId.tsx';
import { Icon } from '../text/Icon.tsx';
import styles from './ListStates.module.css';
import { kitListWords } from '../../messages/en/kit/kit-lists.ts';

const words = kitListWords.failed;

interface ListEmptyProps {
  title: string;
  /** One sentence: what brings rows here. */
  text: string;
  /** One button or link. */
  action?: ReactNode;
}

/** A list that has never had a row: placeholder rows, one sentence, one action (visual language, rule 5). */
export const ListEmpty = ({ title, text, action }: ListEmptyProps) => (
  <div className={styles.empty}>
    <div className={styles.ghost} aria-hidden="true">
      {['first', 'second'].map((row) => (
        <div key={row} className={styles.ghostRow}>
          <span className={styles.ghostMark} />
          <span className={styles.ghostName} />
          <span className={styles.ghostFigure} />
        </div>
      ))}
    </div>
    <p className={styles.title}>{title}</p>
    <p className={styles.text}>{text}</p>
    {action}
  </div>
);

interface ListNoMatchProps {
  /** 'Nothing matches these three filters.' */
  title: string;
  /** A sentence about what in the search may be wrong. */
  text?: string;
  /** Ways out, such as clearing the filters. */
  children: ReactNode;
}

/** No row matches the filters: a line in the list, with ways to change the filters. */
export const ListNoMatch = ({ title, text, children }: ListNoMatchProps) => (
  <div role="status" className={styles.line}>
    <p className={styles.words}>
      <b>{title}</b> {text}
    </p>
    <div className={styles.actions}>{children}</div>
  </div>
);

interface ListFailedProps {
  title: string;
  text: string;
  correlationId: string | null;
  onRetry: () => void;
  retrying?: boolean;
}

/** Rows that failed to load, all or the next ones. Loaded rows stay, with one sentence, a retry and the Error ID. */
export const ListFailed = ({ title, text, correlationId, onRetry, retrying = false }: ListFailedProps) => (
  <div role="alert" className={styles.line}>
    <Icon of={TriangleAlert} size={18} className={styles.sign} />
    <div className={styles.words}>
      <p>
        <b>{title}</b> {text}
      </p>
      {correlationId !== null && <CorrelationId value={correlationId} />}
    </div>
    <div className={styles.actions}>
      <Button onClick={onRetry} pending={retrying} pendingLabel={words.loading}>
        {words.retry}
      </Button>
    </div>
  </div>
);
