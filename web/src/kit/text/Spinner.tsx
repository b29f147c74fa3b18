import styles from './Spinner.module.css';

/**
 * A turning ring in the size and color of the text around it. It is decoration, so a text must say what is happening.
 */
export function Spinner() {
  return <span className={styles.spinner} aria-hidden="true" />;
}
