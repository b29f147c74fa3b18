import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';

/** Makes the router load again what failed. */
export function useRouterRetry(): { onRetry: () => void; retrying: boolean } {
  const router = useRouter();
  const [retrying, setRetrying] = useState(false);
  const retry = async () => {
    setRetrying(true);
    await router.invalidate({ sync: true });
    setRetrying(false);
  };
  return { onRetry: () => void retry(), retrying };
}
