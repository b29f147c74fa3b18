import styles from './Segments.module.css';

interface SegmentsProps<T extends string> {
  label: string;
  options: Readonly<Record<T, string>>;
  value: T;
  onChange: (value: T) => void;
}

/** A choice of a few views of one panel. */
export const Segments = <T extends string>({ label, options, value, onChange }: SegmentsProps<T>) => (
  <div role="group" aria-label={label} className={styles.segments}>
    {(Object.keys(options) as T[]).map((each) => (
      <button key={each} type="button" aria-pressed={each === value} onClick={() => onChange(each)}>
        {options[each]}
      </button>
    ))}
  </div>
);
