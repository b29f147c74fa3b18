import { FailurePage } from './FailurePage.tsx';
import { useRouterRetry } from '../failures/use-router-retry.ts';

/** Replaces a page that could not be loaded. */
export const PageFailure = ({ error }: { error: unknown }) => <FailurePage error={error} {...useRouterRetry()} />;
