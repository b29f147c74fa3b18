import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { FailurePage } from './FailurePage.tsx';

/** Stands in for a page that could not be loaded; the retry asks the router again. */
export function PageFailure({ error }: { error: unknown }) {
  const router = useRouter();
  const [retrying, setRetrying] = useState(false);
  const retry = async () => {
    setRetrying(true);
    await router.invalidate({ sync: true });
    setRetrying(false);
  };
  return <FailurePage error={error} onRetry={() => void retry()} retrying={retrying} />;
}
