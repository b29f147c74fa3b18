import styles from './LastDigits.module.css';

/** The last digits of a number that is not shown: two dots and the digits, on one line. */
export const LastDigits = ({ digits }: { digits: string }) => (
  <span className={styles.last}>
    <span className={styles.dots}>··&nbsp;</span>
    {digits}
  </span>
);
