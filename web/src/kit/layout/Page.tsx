import type { ReactNode } from 'react';
import { Skeleton } from '../feedback/Skeleton.tsx';
import styles from './Page.module.css';

/** A page that is read from top to bottom: one column of the same width on every such page. */
export const ColumnPage = ({ children }: { children: ReactNode }) => <div className={styles.column}>{children}</div>;

/** A page with tables: as wide as there is room. */
export const WidePage = ({ children }: { children: ReactNode }) => <div className={styles.wide}>{children}</div>;

interface PageHeadProps {
  title: ReactNode;
  /** The way to this page, above its title. */
  above?: ReactNode;
  intro?: ReactNode;
  /** Beside the title. */
  badge?: ReactNode;
  /** The main action of the page: a button at the end of the line. */
  action?: ReactNode;
  /** Below the intro. */
  children?: ReactNode;
}

/** The heading of a page and a sentence about its purpose. */
export const PageHead = ({ title, above, intro, badge, action, children }: PageHeadProps) => (
  <div className={styles.head}>
    <div className={styles.words}>
      {above}
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

interface PageHeadLoadingProps {
  /** The page has a sentence below its title. */
  intro?: boolean;
  /** It has a button at the end of the line. */
  action?: boolean;
}

/** A placeholder with the geometry of `PageHead`. */
export const PageHeadLoading = ({ intro = false, action = false }: PageHeadLoadingProps) => (
  <div className={styles.head}>
    <div className={styles.words}>
      <div className={styles.title}>
        <Skeleton shape="medium" />
      </div>
      {intro && (
        <p className={styles.intro}>
          <Skeleton shape="long" />
        </p>
      )}
    </div>
    {action && (
      <span className={styles.action}>
        <Skeleton shape="block" />
      </span>
    )}
  </div>
);
