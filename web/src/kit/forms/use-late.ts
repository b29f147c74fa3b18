import { useEffect, useState } from 'react';

/** A debounced value: the last one that did not change for a moment. For calls while a person types. */
export function useLate<T>(value: T, pauseMilliseconds: number): T {
  const [late, setLate] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setLate(value), pauseMilliseconds);
    return () => clearTimeout(timer);
  }, [value, pauseMilliseconds]);
  return late;
}
