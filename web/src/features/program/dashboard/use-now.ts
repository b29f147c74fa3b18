import { useEffect, useState } from 'react';

/** The time in milliseconds, renewed every half minute: for words such as '8 min'. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
