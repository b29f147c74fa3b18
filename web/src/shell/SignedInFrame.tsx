import { QueryClientProvider } from '@tanstack/react-query';
import { useLocation, useRouteContext, useRouter } from '@tanstack/react-router';
import { lazy, Suspense, type ReactNode } from 'react';
import { LinkNavigation } from '../kit/actions/LinkNavigation.tsx';
import { paths } from '../paths.ts';
import { queryClient } from '../session/queries.ts';
import { seemsSignedIn } from '../session/seems-signed-in.ts';
import { FailurePage } from './FailurePage.tsx';
import { Shell } from './Shell.tsx';
import { ShellFailure } from './ShellFailure.tsx';
import { ShellWaiting } from './ShellWaiting.tsx';
import { useRouterRetry } from './use-router-retry.ts';
import { WithoutAccount } from './WithoutAccount.tsx';

/** A message needs the session alone, so it can be written where the rest of the account does not load. */
const ContactUsPage = lazy(async () => ({
  default: (await import('../features/program/contact-us/ContactUsPage.tsx')).ContactUsPage,
}));

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

interface SignedInFailureProps {
  error: unknown;
  /** The page, where it needs no account. */
  children?: ReactNode;
}

/** The same where the guard could not learn who is signed in. Whoever is not has no shell that could stand. */
export function SignedInFailure({ error, children }: SignedInFailureProps) {
  const retry = useRouterRetry();
  const { pathname } = useLocation();
  if (!seemsSignedIn()) return <FailurePage error={error} {...retry} />;
  const page =
    pathname === paths.contactUs ? (
      <Suspense fallback={<WithoutAccount>{null}</WithoutAccount>}>
        <ContactUsPage />
      </Suspense>
    ) : (
      children
    );
  return (
    <QueryClientProvider client={queryClient}>
      <ShellFailure error={error} {...retry}>
        {page}
      </ShellFailure>
    </QueryClientProvider>
  );
}

/** The same while the guard asks who is signed in; nothing where nobody is. */
export const SignedInWaiting = () =>
  seemsSignedIn() && (
    <QueryClientProvider client={queryClient}>
      <ShellWaiting />
    </QueryClientProvider>
  );
