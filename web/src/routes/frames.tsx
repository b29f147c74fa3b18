import {
  createRootRouteWithContext,
  createRoute,
  lazyRouteComponent,
  notFound,
  redirect,
  type HistoryState,
  type NotFoundRouteProps,
} from '@tanstack/react-router';
import type { ListSearch } from '../flows/lists/search.ts';
import type { UserInfo } from '@florin/contract/program/user-info';
import { lazy, Suspense } from 'react';
import { NotFound, NotFoundPage } from '../features/program/not-found/NotFoundPage.tsx';
import { forgetCode } from '../flows/sign-in/kept-code.ts';
import { showSnackbar } from '../kit/feedback/snackbar-store.ts';
import { guardWords } from '../messages/en/shell/guards.ts';
import { lacksId, paths, type redirects } from '../paths.ts';
import { currentEpoch, seemsSignedIn } from '../session/browser-session.ts';
import { followsAnother, forgetShown } from '../session/person.ts';
import { findPerson } from '../session/visitor.ts';
import { arrivalNotice } from '../session/browser/arrival-notice.ts';
import { loginNotice } from '../session/browser/login-notice.ts';
import { forgetAddress, isFollowed, rememberAddress, wantedAddress } from '../session/browser/return-to.ts';
import { decide, refusalFor, type Guard, type VisitSearch } from '../session/account/guards.ts';
import { applyBranding } from '../session/document.ts';
import { titleOf } from '../shell/window-title.ts';
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

export const root = createRootRouteWithContext<Visitor>()({ notFoundComponent: FramedNotFound });

/** The 404 page of a page without a frame: in the shell for a signed-in person, who keeps the way back. */
function FramedNotFound({ data }: NotFoundRouteProps) {
  if (data !== signedIn) return <NotFoundPage />;
  return (
    <SignedInFrame>
      <NotFound />
    </SignedInFrame>
  );
}

/** Shows the 404 page in place of a page without a frame. */
export async function throwNotFound(): Promise<never> {
  // Without an answer the page stands by itself, because it needs no account.
  const found = await findPerson().catch(() => null);
  if (!found?.person) throw notFound();
  await SignedInFrame.preload?.();
  throw notFound({ data: signedIn });
}

const signedIn = 'signed in';

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
  beforeLoad: async ({ location, preload }) => {
    const { person, exit, hasEnded } = await findPerson();
    if (person === null) {
      if (!preload) rememberWanted(location, exit, hasEnded);
      throw redirect({ to: exit, replace: true });
    }
    if (!preload) {
      forgetCode();
      // The address is from the visit of the person before, who led this document or the one before it here.
      const isLeft = isFollowed(location.href) || wantedAddress() === location.href;
      forgetAddress();
      if (followsAnother(person) && isLeft && location.pathname !== paths.dashboard)
        throw redirect({ to: paths.dashboard, replace: true });
    }
    await applyBranding(person.programSlug, location.href);
    return { person, epoch: currentEpoch() };
  },
  component: SignedInFrame,
  ...whenAsking,
});

/** Remembers the page for after the sign-in, and says why the login page is shown. */
function rememberWanted({ href }: { href: string }, exit: string, hasEnded: boolean): void {
  rememberAddress(href);
  if (!hasEnded) forgetShown();
  if (exit !== paths.login) return;
  if (hasEnded) loginNotice.write('sessionEnded');
  else loginNotice.write('loginRequired');
}

interface Visited {
  location: { pathname: string; state: HistoryState };
  search: VisitSearch;
  /** The page is only being loaded ahead. */
  preload: boolean;
}

/** A page without a frame around it. */
export function bare(guard: Guard) {
  return {
    getParentRoute: () => root,
    staticData: { guard },
    beforeLoad: async (visited: Visited) => {
      const person = guard.kind === 'anonymous' ? (await findPerson()).person : null;
      if (enforce(guard, visited, person) === 'not-found') await throwNotFound();
    },
    ...(guard.kind === 'anonymous' && whenAsking),
  };
}

/** A page in the open frame. */
export function open(guard: Guard) {
  return {
    getParentRoute: () => openFrame,
    staticData: { guard },
    ...enforced(guard),
  };
}

/** A page in the shell. */
export function inShell(guard: Guard) {
  return {
    getParentRoute: () => signedInFrame,
    staticData: { guard },
    ...enforced(guard),
  };
}

/** Loads the parts of a page. @returns the request for their data */
export type Prepare = (person: UserInfo, search: ListSearch) => Promise<() => void>;

/**
 * The loader of a page that is drawn once, with its parts: as soon as the guard has admitted the person, they are loaded
 * and their data is requested. What fails here is requested again by the page, which says so.
 * @param load the page's files
 */
export const prepared =
  (load: () => Promise<Prepare>) =>
  async ({ context: { person }, location, preload }: Preparing): Promise<void> => {
    if (person === null || preload) return;
    const ask = await load()
      .then((prepare) => prepare(person, location.search))
      .catch(() => null);
    // The person may have gone on meanwhile.
    if (window.location.pathname === location.pathname) ask?.();
  };

interface Preparing {
  context: Visitor;
  location: { pathname: string; search: ListSearch };
  preload: boolean;
}

/** The guard of a page in a frame, which stays around the 404 page. */
const enforced = (guard: Guard) => ({
  beforeLoad: (visited: Visited & { context: Visitor }) => {
    if (lacksId(visited.location.pathname)) throw notFound();
    if (enforce(guard, visited, visited.context.person) === 'not-found') throw notFound();
  },
  notFoundComponent: NotFound,
});

/** Carries out the decision of a guard, and says why it redirects. */
function enforce(guard: Guard, { location, search, preload }: Visited, person: UserInfo | null) {
  const decision = decide(guard, { path: location.pathname, person, search });
  if (decision === 'not-found' || decision === 'enter') return decision;
  if (guard.kind === 'anonymous') {
    const address = wantedAddress();
    if (!preload) {
      forgetAddress();
      // The shell shows what another tab has done, and the logo asks for the first page, whichever it is.
      if (person !== null && arrivalNotice.read() === null && !location.state.isFirstPage)
        showReason(reasonForVisitorsPage(location.pathname, person));
    }
    throw redirect({ href: address, replace: true });
  }
  if (person !== null && !preload) {
    const reason = reasonFor(guard, location.pathname, person);
    if (reason !== null) showReason(reason);
  }
  throw redirect({ to: decision.goTo, replace: true });
}

const reasonForVisitorsPage = (path: string, { firstName, lastName }: UserInfo) =>
  path === paths.forgotUsername || path === paths.forgotPassword
    ? guardWords.loggedInAlready(titleOf(path))
    : guardWords.loggedInAs(`${firstName} ${lastName}`);
const showReason = (text: string) => void showSnackbar({ severity: 'info', text });

/** Why a guard sends a signed-in person to another page. */
function reasonFor(guard: Guard, pathname: string, person: UserInfo): string | null {
  if ('agreement' in guard && guard.agreement) return guardWords.otherAgreement;
  if (guard.kind !== 'account') return null;
  const refusal = refusalFor(guard, person);
  const page = titleOf(pathname);
  if (refusal === null) return null;
  if ('role' in refusal) return guardWords.role(refusal.role, page);
  if ('feature' in refusal) return guardWords.feature(page);
  return guardWords.obstacle(refusal.obstacle, page);
}

/** An address that leads to another one. */
export function redirectRoute<const P extends keyof typeof redirects>(path: P, to: (typeof redirects)[P]) {
  return createRoute({
    getParentRoute: () => root,
    path,
    beforeLoad: () => {
      throw redirect({ to, replace: true, ...(path === '/' && { state: { isFirstPage: true } }) });
    },
  });
}
