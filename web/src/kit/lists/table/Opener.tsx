import type { ReactNode } from 'react';
import { Link } from 'react-aria-components/Link';
import type { RowContext } from './rows.ts';
import styles from './Table.module.css';

interface OpenerProps<Row> {
  row: Row;
  isOpen: boolean;
  context: RowContext<Row>;
  children: ReactNode;
}

/** The name of a row: a link or a button if the row opens something, otherwise plain text. */
export function Opener<Row>({ row, isOpen, context: { rowHref, onOpen }, children }: OpenerProps<Row>) {
  const current = isOpen || undefined;
  if (rowHref)
    return (
      <Link href={rowHref(row)} className={styles.opener} data-opens aria-current={current}>
        {children}
      </Link>
    );
  if (onOpen)
    return (
      <button type="button" className={styles.opener} data-opens aria-current={current} onClick={() => onOpen(row)}>
        {children}
      </button>
    );
  return <span className={styles.name}>{children}</span>;
}
