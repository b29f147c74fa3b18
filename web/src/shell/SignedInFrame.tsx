import { QueryClientProvider } from '@tanstack/react-query';
import { useRouteContext, useRouter } from '@tanstack/react-router';
import { LinkNavigation } from '../kit/LinkNavigation.tsx';
import { queryClient } from '../session/queries.ts';
import { Shell } from './Shell.tsx';
import { ShellFailure } from './ShellFailure.tsx';
import { useRouterRetry } from './use-router-retry.ts';

/** The shell with what it stands on. Another session is another shell: nothing of the one before stays on the screen. */
export function SignedInFrame() {
  const router = useRouter();
  const { epoch } = useRouteContext({ strict: false });
  return (
    <QueryClientProvider client={queryClient}>
      <LinkNavigation navigate={(path) => void router.navigate({ to: path })}>
        <Shell key={epoch} />
      </LinkNavigation>
    </QueryClientProvider>
  );
}

/** The same where the guard could not learn who is signed in. */
export const SignedInFailure = ({ error }: { error: unknown }) => (
  <QueryClientProvider client={queryClient}>
    <ShellFailure error={error} {...useRouterRetry()} />
  </QueryClientProvider>
);
