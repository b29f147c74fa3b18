import { useEffect, useState } from 'react';

const slowAfterMilliseconds = 5000;

/** Whether something has taken so long that the page should say so. */
export function useIsSlow(waiting: boolean): boolean {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!waiting) return undefined;
    const timer = setTimeout(() => setSlow(true), slowAfterMilliseconds);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [waiting]);
  return isSlow;
}
