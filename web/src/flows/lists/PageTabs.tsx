import { Link, type LinkProps } from '@tanstack/react-router';
import styles from './lists.module.css';

interface PageTabsProps {
  /** What the pages are together. */
  label: string;
  pages: readonly { path: NonNullable<LinkProps['to']>; label: string }[];
}

/** Links between related lists. Each list opens without the filters of the previous one. */
export const PageTabs = ({ label, pages }: PageTabsProps) => (
  <nav aria-label={label} className={styles.tabs}>
    {pages.map((page) => (
      <Link key={page.path} to={page.path} activeOptions={{ exact: true, includeSearch: false }} className={styles.tab}>
        {page.label}
      </Link>
    ))}
  </nav>
);
