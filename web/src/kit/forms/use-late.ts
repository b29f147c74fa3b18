import { useEffect, useState } from 'react';

/** A value as it was when it last stood still for a moment, for calls while a person types. */
export function useLate<T>(value: T, pauseMilliseconds: number): T {
  const [late, setLate] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setLate(value), pauseMilliseconds);
    return () => clearTimeout(timer);
  }, [value, pauseMilliseconds]);
  return late;
}
