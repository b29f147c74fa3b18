import { useRouter } from '@tanstack/react-router';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

/** Opening the address one is at asks for its data anew (specification section 2). */
export function useReloadOnSameAddress(): void {
  const router = useRouter();
  const queries = useQueryClient();
  useEffect(
    () =>
      router.subscribe('onBeforeLoad', ({ fromLocation, hrefChanged }) => {
        if (fromLocation !== undefined && !hrefChanged) void queries.invalidateQueries({ refetchType: 'active' });
      }),
    [router, queries],
  );
}
