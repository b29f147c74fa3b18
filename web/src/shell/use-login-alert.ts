import { loginActivity } from '@florin/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { loginAlertQuery } from '../session/queries.ts';
import { useIsRestricted } from '../session/person.ts';

/**
 * How many devices have logged in since the person last looked (specification, section 4); `count` is null while that is not
 * known, and `hasFailed` where it could not be learnt. It is asked once the person has
 * stayed on a page for 500 ms, and again whenever the answer is a minute old.
 */
export function useLoginAlert(): { count: number | null; hasFailed: boolean } {
  const restricted = useIsRestricted();
  const { pathname } = useLocation();
  const [stayedOn, setStayedOn] = useState<string | null>(null);
  useEffect(() => {
    if (stayedOn !== null) return undefined;
    const timer = setTimeout(() => setStayedOn(pathname), loginActivity.alertDebounceMilliseconds);
    return () => clearTimeout(timer);
  }, [stayedOn, pathname]);
  const { data, isError } = useQuery({
    ...loginAlertQuery(),
    enabled: stayedOn !== null && !restricted,
    refetchInterval: loginActivity.cacheMilliseconds,
  });
  if (data === undefined) return { count: null, hasFailed: isError };
  return { count: data.shouldAlert ? data.newLoginsCount : 0, hasFailed: false };
}
