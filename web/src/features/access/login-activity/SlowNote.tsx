import { useEffect, useState } from 'react';
import { loginActivityWords as words } from '../../../messages/en/access/login-activity.ts';
import styles from './devices.module.css';

/**
 * After this long a message says that loading continues: calls are repeated up to ten times (specification, section 9).
 */
const longAfterMs = 4000;

/** Stands above the placeholder rows: what is being loaded, and after a while that it takes longer. */
export function SlowNote() {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), longAfterMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <p role="status" className={isLong ? styles.slow : 'visually-hidden'}>
      {isLong ? words.loadingLong : words.loading}
    </p>
  );
}
