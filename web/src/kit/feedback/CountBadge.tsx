import styles from './CountBadge.module.css';

/** A red badge with a count; `label` is what it counts, for people who cannot see where it stands. */
export function CountBadge({ text, label }: { text: string; label: string }) {
  return (
    <span className={styles.badge}>
      <span aria-hidden="true">{text}</span>
      <span className="visually-hidden">{label}</span>
    </span>
  );
}
