import { useState } from 'react';
import { kitWords } from '../../messages/en/kit/kit.ts';
import styles from './CorrelationId.module.css';

/** The 'Error ID' that connects what a person saw with the server's log, with a button that copies it. */
export function CorrelationId({ value }: { value: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(value);
    setCopied(true);
  };
  return (
    <span className={styles.id}>
      <span className={styles.label}>{kitWords.errorId}</span> <span className={styles.value}>{value}</span>
      <button type="button" className={styles.copy} onClick={() => void copy()}>
        {copied ? kitWords.copied : kitWords.copy}
      </button>
    </span>
  );
}
