import { useSite } from '../../site.ts';
import { classNames } from '../../kit/class-names.ts';
import styles from './ProgramLogo.module.css';

/**
 * The program's logo, or its initial on the brand's color, with its name beside it. `compact` leaves the name to screen
 * readers.
 */
export function ProgramLogo({ compact = false }: { compact?: boolean }) {
  const { name, logoUrl } = useSite().program;
  return (
    <span className={classNames(styles.logo, compact && styles.compact)}>
      {logoUrl === null ? (
        <>
          <span className={styles.mark} aria-hidden="true">
            {[...name][0]?.toUpperCase()}
          </span>
          <span className={compact ? 'visually-hidden' : styles.name}>{name}</span>
        </>
      ) : (
        <img className={styles.image} src={logoUrl} alt={name} />
      )}
    </span>
  );
}
