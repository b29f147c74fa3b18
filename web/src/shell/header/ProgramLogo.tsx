import { useSite } from '../../site.ts';
import styles from './ProgramLogo.module.css';

/**
 * The program's logo, or its initial on the brand's color, with its name beside it. Before the logo comes what stands for
 * it where there is no room (Header.module.css): the favicon, or the initial.
 */
export function ProgramLogo() {
  const { name, logoUrl, faviconUrl } = useSite().program;
  const initial = (
    <span className={styles.mark} aria-hidden="true">
      {[...name][0]?.toUpperCase()}
    </span>
  );
  return (
    <span className={styles.logo}>
      {logoUrl === null ? (
        <>
          {initial}
          <span className={styles.name}>{name}</span>
        </>
      ) : (
        <>
          <span className={styles.small}>
            {faviconUrl === null ? initial : <img className={styles.favicon} src={faviconUrl} alt="" loading="lazy" />}
          </span>
          <img className={styles.image} src={logoUrl} alt={name} />
        </>
      )}
    </span>
  );
}
