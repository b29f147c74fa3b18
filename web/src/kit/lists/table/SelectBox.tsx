import { useEffect, useRef } from 'react';
import styles from './SelectBox.module.css';

interface SelectBoxProps {
  label: string;
  checked: boolean;
  /** Some of its rows are selected. */
  partly?: boolean;
  onToggle: (range: boolean) => void;
}

/** The checkbox of a row, or of all rows; a press with Shift picks a range. */
export function SelectBox({ label, checked, partly = false, onToggle }: SelectBoxProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current) input.current.indeterminate = partly;
  }, [partly]);
  return (
    <label className={styles.target}>
      <span className="visually-hidden">{label}</span>
      <input
        ref={input}
        type="checkbox"
        className={styles.box}
        checked={checked}
        onChange={({ nativeEvent }) => onToggle(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
      />
    </label>
  );
}
