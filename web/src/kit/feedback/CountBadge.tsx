import styles from './CountBadge.module.css';

/** A red badge with a count; `label` names the counted things, for screen readers. */
export function CountBadge({ text, label }: { text: string; label: string }) {
  return (
    <span className={styles.badge}>
      <span aria-hidden="true">{text}</span>
      <span className="visually-hidden">{label}</span>
    </span>
  );
}
