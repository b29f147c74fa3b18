import { classNames } from '../../class-names.ts';
import { Skeleton } from '../../feedback/Skeleton.tsx';
import type { Column } from './columns.ts';
import cardStyles from './RowCard.module.css';
import styles from './Table.module.css';

interface SkeletonRowsProps {
  columns: readonly Pick<Column<never>, 'id' | 'align'>[];
  marked: boolean;
  selectable: boolean;
  count?: number | undefined;
  cards?: boolean;
}

/** Placeholder rows with the size of real rows. They appear after 200 ms, so that a fast answer does not flicker. */
export function SkeletonRows({ columns, marked, selectable, count = 8, cards = false }: SkeletonRowsProps) {
  const rows = Array.from({ length: count }, (_, index) => index);
  if (cards)
    return rows.map((row) => (
      <li key={row} className={styles.skeleton} aria-hidden="true">
        <div className={cardStyles.card}>
          {marked && <SkeletonMark />}
          <div className={cardStyles.main}>
            <div className={cardStyles.first}>
              <div className={cardStyles.name}>
                <Skeleton />
              </div>
              <div className={cardStyles.aside}>
                <Skeleton shape="short" />
              </div>
            </div>
            <p className={cardStyles.line}>
              <Skeleton />
            </p>
          </div>
        </div>
      </li>
    ));
  return (
    <tbody className={styles.skeleton} aria-hidden="true">
      {rows.map((row) => (
        <tr key={row} className={styles.row}>
          {selectable && (
            <td className={styles.check} aria-hidden="true">
              <span className={styles.skeletonBox} />
            </td>
          )}
          {columns.map(({ id, align }, index) => (
            <td key={id} className={classNames(align === 'end' && styles.end)}>
              <div className={styles.identified}>
                {marked && index === 0 && <SkeletonMark />}
                <Skeleton shape={index === 0 ? 'medium' : 'short'} />
              </div>
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}

const SkeletonMark = () => (
  <span className={styles.skeletonMark}>
    <Skeleton shape="block" />
  </span>
);
