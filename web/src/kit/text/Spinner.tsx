import styles from './Spinner.module.css';

/** A turning ring in the size and color of the text around it. It is decoration: say in words what is going on. */
export function Spinner() {
  return <span className={styles.spinner} aria-hidden="true" />;
}
