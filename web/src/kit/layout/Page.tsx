import type { ReactNode } from 'react';
import styles from './Page.module.css';

/** A page that is read from top to bottom: one column, as wide on every such page. */
export const ColumnPage = ({ children }: { children: ReactNode }) => <div className={styles.column}>{children}</div>;

/** A page with tables: as wide as there is room. */
export const WidePage = ({ children }: { children: ReactNode }) => <div className={styles.wide}>{children}</div>;

interface PageHeadProps {
  title: string;
  intro?: string;
  /** Beside the title. */
  badge?: ReactNode;
  /** What most people come to the page for: a button at the end of the line. */
  action?: ReactNode;
  /** Below the intro. */
  children?: ReactNode;
}

/** The heading of a page and a sentence about its purpose. */
export const PageHead = ({ title, intro, badge, action, children }: PageHeadProps) => (
  <div className={styles.head}>
    <div className={styles.words}>
      <div className={styles.title}>
        <h1>{title}</h1>
        {badge}
      </div>
      {intro !== undefined && <p className={styles.intro}>{intro}</p>}
      {children}
    </div>
    {action}
  </div>
);
