import {
  createRootRouteWithContext,
  createRoute,
  lazyRouteComponent,
  notFound,
  redirect,
} from '@tanstack/react-router';
import type { UserInfo } from '@florin/contract/user-info';
import { lazy, Suspense } from 'react';
import { NotFoundPage } from '../features/program/not-found/NotFoundPage.tsx';
import type { redirects } from '../paths.ts';
import { currentEpoch, seemsSignedIn } from '../session/browser-session.ts';
import { findPerson } from '../session/visitor.ts';
import { decide, type Guard, type VisitSearch } from '../session/account/guards.ts';
import { applyBranding } from '../session/document.ts';
import { ShellSkeleton } from '../shell/frames/ShellSkeleton.tsx';

// The frames around pages, and their content while a guard loads the person, or cannot.
export const SignedInFrame = lazyRouteComponent(() => import('./SignedInFrame.tsx'), 'SignedInFrame');
const SignedInFailure = lazyRouteComponent(() => import('./SignedInFrame.tsx'), 'SignedInFailure');
const OpenFrame = lazyRouteComponent(() => import('./OpenFrame.tsx'), 'OpenFrame');
const SignedInWaiting = lazy(async () => ({ default: (await import('./SignedInFrame.tsx')).SignedInWaiting }));
const whenAsking = {
  errorComponent: SignedInFailure,
  pendingComponent: () => (
    <Suspense fallback={seemsSignedIn() && <ShellSkeleton />}>
      <SignedInWaiting />
    </Suspense>
  ),
};

/** The context of pages inside a frame. */
interface Visitor {
  person: UserInfo | null;
  epoch: string | null;
  /** Why the person could not be loaded. */
  failure?: unknown;
}

export const root = createRootRouteWithContext<Visitor>()({ notFoundComponent: NotFoundPage });

/** The shell for a signed-in person, the public header for a visitor. */
export const openFrame = createRoute({
  getParentRoute: () => root,
  id: 'open',
  beforeLoad: async () => {
    try {
      return { person: (await findPerson()).person, epoch: currentEpoch(), failure: undefined };
    } catch (failure) {
      // These pages need no account: the frame says what is missing.
      return { person: null, epoch: currentEpoch(), failure };
    }
  },
  component: OpenFrame,
  ...whenAsking,
});

/** The shell. A visitor who is not signed in is sent to the login page. */
export const signedInFrame = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  beforeLoad: async ({ location }) => {
    const { person, exit } = await findPerson();
    if (person === null) throw redirect({ to: exit, replace: true });
    await applyBranding(person.programSlug, location.href);
    return { person, epoch: currentEpoch() };
  },
  component: SignedInFrame,
  ...whenAsking,
});

interface Visited {
  location: { pathname: string };
  search: VisitSearch;
}

/** A page without a frame around it. */
export function bare(guard: Guard) {
  return {
    getParentRoute: () => root,
    staticData: { guard },
    beforeLoad: async ({ location, search }: Visited) => {
      const person = guard.kind === 'anonymous' ? (await findPerson()).person : null;
      enforce(guard, location.pathname, person, search);
    },
    ...(guard.kind === 'anonymous' && whenAsking),
  };
}

/** A page in the open frame. */
export function open(guard: Guard) {
  return {
    getParentRoute: () => openFrame,
    staticData: { guard },
    beforeLoad: ({ location, search, context }: Visited & { context: Visitor }) =>
      enforce(guard, location.pathname, context.person, search),
  };
}

/** A page in the shell. */
export function inShell(guard: Guard) {
  return {
    getParentRoute: () => signedInFrame,
    staticData: { guard },
    beforeLoad: ({ location, search, context }: Visited & { context: Visitor }) =>
      enforce(guard, location.pathname, context.person, search),
  };
}

/** Carries out the decision of a guard. */
function enforce(guard: Guard, path: string, person: UserInfo | null, search: VisitSearch): void {
  const decision = decide(guard, { path, person, search });
  if (decision === 'not-found') throw notFound();
  if (decision !== 'enter') throw redirect({ to: decision.goTo, replace: true });
}

/** An address that leads to another one. */
export function redirectRoute<const P extends keyof typeof redirects>(path: P, to: (typeof redirects)[P]) {
  return createRoute({
    getParentRoute: () => root,
    path,
    beforeLoad: () => {
      throw redirect({ to, replace: true });
    },
  });
}
