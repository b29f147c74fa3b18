import type { ReactNode } from 'react';
import styles from './TopLayer.module.css';

/**
 * A layer above menus and drawers. Its content can be used and is announced while one of them is open. It must be in
 * the page before they open.
 */
export function TopLayer({ children }: { children: ReactNode }) {
  return (
    <div className={styles.layer} data-react-aria-top-layer="true">
      {children}
    </div>
  );
}
