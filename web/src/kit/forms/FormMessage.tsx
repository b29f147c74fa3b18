import type { Ref } from 'react';
import { kitWords } from '../../messages/en/kit/kit.ts';
import { CorrelationId } from '../feedback/CorrelationId.tsx';
import styles from './FormMessage.module.css';
import { Notice, type Severity } from '../feedback/Notice.tsx';

/** A sentence for people, and its tone. */
export interface Message {
  severity: Severity;
  text: string;
  /** Shown as 'Error ID' if support can help with it. */
  correlationId: string | null;
}

interface FormMessageProps {
  /** Null keeps the live region in place and empty, so that the next message is announced. */
  message: (Omit<Message, 'correlationId'> & Partial<Message>) | null;
  /** For `aria-describedby` of the field that receives focus. */
  id?: string | undefined;
  ref?: Ref<HTMLDivElement>;
  /** Offers to send the same again. */
  onRetry?: (() => void) | undefined;
}

/** The answer of the server to a form, above its button: an alert for errors and warnings, a status for the rest. */
export function FormMessage({ message, id, ref, onRetry }: FormMessageProps) {
  const urgent = message?.severity === 'error' || message?.severity === 'warning';
  const notice = message !== null && (
    <Notice id={id} ref={ref} severity={message.severity}>
      {message.text}{' '}
      {onRetry && (
        <button type="button" className={styles.retry} onClick={onRetry}>
          {kitWords.retry}
        </button>
      )}
      {message.correlationId != null && <CorrelationId value={message.correlationId} />}
    </Notice>
  );
  return (
    <>
      <div role="alert" className={styles.live}>
        {urgent && notice}
      </div>
      <div role="status" className={styles.live}>
        {!urgent && notice}
      </div>
    </>
  );
}
