import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { PageHead } from '../../kit/layout/Page.tsx';
import { keepInSight } from '../../kit/lists/keep-in-sight.ts';
import type { PagePath } from '../../paths.ts';
import styles from './TabsHead.module.css';

/** A page of an area with tabs: its address and its name. */
export type Tab = readonly [path: PagePath, label: string];

export interface TabsHeadProps {
  title: string;
  intro?: string;
  /** A button at the end of the line. */
  action?: ReactNode;
  children?: ReactNode;
}

/** The title of a page of an area, and the links between the area's pages. */
export function TabsHead({ label, tabs, counts, ...head }: TabsHeadProps & TabLinksProps) {
  return (
    <AreaHead tabs={<TabLinks label={label} tabs={tabs} counts={counts} />}>
      <PageHead {...head} />
    </AreaHead>
  );
}

/** The title of a page, with the links between the pages of its area close below, if there are any. */
export const AreaHead = ({ tabs, children }: { tabs: ReactNode; children: ReactNode }) => (
  <div className={styles.head}>
    {children}
    {tabs}
  </div>
);

interface TabLinksProps {
  label: string;
  tabs: readonly Tab[];
  /** How much some of the pages list, once it is known. */
  counts?: ReadonlyMap<PagePath, string> | undefined;
}

/** The links between the pages of an area. On a phone the line scrolls, with the current page visible. */
export const TabLinks = ({ label, tabs, counts }: TabLinksProps) => (
  <nav ref={keepInSight} aria-label={label} className={styles.tabs}>
    {tabs.map(([path, name]) => (
      <Link key={path} to={path} activeOptions={{ exact: true, includeSearch: false }} className={styles.tab}>
        {name}
        {counts?.has(path) && (
          <>
            {' '}
            <span className={styles.count}>{counts.get(path)}</span>
          </>
        )}
      </Link>
    ))}
  </nav>
);
