import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Icon } from '../../../kit/text/Icon.tsx';
import styles from './spend-policies.module.css';

interface SearchFieldProps {
  label: string;
  /** What the address says. */
  value: string;
  onChange: (value: string) => void;
}

/** After so long without another letter the list is asked. */
const pauseMilliseconds = 200;

/** A search above a list; what is typed stays while the address follows. */
export function SearchField({ label, value, onChange }: SearchFieldProps) {
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  // The address was changed elsewhere, as by "Clear".
  if (known !== value) {
    setKnown(value);
    setTyped(value);
  }
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  });
  useEffect(() => {
    if (typed === value) return undefined;
    const timer = setTimeout(() => {
      setKnown(typed);
      latest.current(typed);
    }, pauseMilliseconds);
    return () => clearTimeout(timer);
  }, [typed, value]);
  return (
    <label className={styles.search}>
      <span className="visually-hidden">{label}</span>
      <Icon of={Search} size={16} />
      <input type="search" placeholder={label} value={typed} onChange={({ target }) => setTyped(target.value)} />
    </label>
  );
}
