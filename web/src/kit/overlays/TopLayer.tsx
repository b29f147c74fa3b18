import type { ReactNode } from 'react';
import styles from './TopLayer.module.css';

/**
 * Stands above menus and drawers: what is in it can be used and is read out while one of them is open.
 * It has to be in the page before they open.
 */
export function TopLayer({ children }: { children: ReactNode }) {
  return (
    <div className={styles.layer} data-react-aria-top-layer="true">
      {children}
    </div>
  );
}
