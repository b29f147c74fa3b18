// Most pages have a form: its parts come with the first view (vite/views.ts).
// oxlint-disable-next-line import/no-unassigned-import
import '../kit/forms/use-contract-form.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { useLocation, useRouteContext, useRouter } from '@tanstack/react-router';
import { lazy, Suspense, type ReactNode } from 'react';
import { SimulatorGate } from '../features/cards/simulator/SimulatorGate.tsx';
import { TourGate } from '../features/program/tour/TourGate.tsx';
import { LinkNavigation } from '../kit/actions/LinkNavigation.tsx';
import { ColumnPage } from '../kit/layout/Page.tsx';
import { pageTitles } from '../messages/en/shell/pages.ts';
import { paths } from '../paths.ts';
import { queryClient } from '../session/queries/query-client.ts';
import { seemsSignedIn } from '../session/browser-session.ts';
import { FailurePage } from '../shell/frames/FailurePage.tsx';
import { Shell } from '../shell/frames/Shell.tsx';
import { ShellFailure } from '../shell/frames/ShellFailure.tsx';
import { ShellWaiting } from '../shell/frames/ShellWaiting.tsx';
import { useRouterRetry } from '../shell/failures/use-router-retry.ts';

const ContactWays = lazy(() => import('../features/program/contact-us/ContactWays.tsx'));
/** A message to support needs only the session, so it can be written when the account does not load. */
const ContactUsPage = lazy(async () => ({
  default: (await import('../features/program/contact-us/ContactUsPage.tsx')).ContactUsPage,
}));

/** The ways to reach support, which need no account. */
const contactWays = (
  <ColumnPage>
    <h1>{pageTitles.contactUs}</h1>
    <Suspense>
      <ContactWays />
    </Suspense>
  </ColumnPage>
);
const useIsContactUs = () => useLocation().pathname === paths.contactUs;

/** The shell with its providers. Another session gets another shell: nothing of the previous one stays on the screen. */
export function SignedInFrame({ children }: { children?: ReactNode }) {
  const router = useRouter();
  const { epoch } = useRouteContext({ strict: false });
  const waitingPage = useIsContactUs() ? contactWays : undefined;
  return (
    <QueryClientProvider client={queryClient}>
      <LinkNavigation navigate={(path) => void router.navigate({ to: path })}>
        <Shell key={epoch} tour={<TourGate />} simulator={<SimulatorGate />} waitingPage={waitingPage}>
          {children}
        </Shell>
      </LinkNavigation>
    </QueryClientProvider>
  );
}

interface SignedInFailureProps {
  error: unknown;
  /** The page, if it needs no account. */
  children?: ReactNode;
}

/** The frame if the guard could not load the person. Without a session there is no shell. */
export function SignedInFailure({ error, children }: SignedInFailureProps) {
  const retry = useRouterRetry();
  const isContactUs = useIsContactUs();
  if (!seemsSignedIn()) return <FailurePage error={error} {...retry} />;
  const page = isContactUs ? (
    <Suspense fallback={contactWays}>
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

/** The frame while the guard loads the person; nothing without a session. */
export function SignedInWaiting() {
  const isContactUs = useIsContactUs();
  return (
    seemsSignedIn() && (
      <QueryClientProvider client={queryClient}>
        <ShellWaiting page={isContactUs ? contactWays : undefined} />
      </QueryClientProvider>
    )
  );
}
