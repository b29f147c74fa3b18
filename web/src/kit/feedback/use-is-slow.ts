import { useEffect, useState } from 'react';

const slowAfterMilliseconds = 5000;

/** Whether something has been awaited for so long that a word about it is due. */
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
