import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  parseSearchWith,
  stringifySearchWith,
  lazyRouteComponent,
  notFound,
  redirect,
} from '@tanstack/react-router';
import type { UserInfo } from '@florin/contract/user-info';
import { lazy, Suspense } from 'react';
import { NotFoundPage } from './features/program/not-found/NotFoundPage.tsx';
import { decide } from './routes/guards.ts';
import {
  barePages,
  openPages,
  pageAt,
  redirects,
  shellPages,
  standsInShell,
  type PageName,
  type RouteEntry,
} from './routes/table.ts';
import { currentEpoch } from './session/epoch.ts';
import { findPerson } from './session/find-person.ts';
import { seemsSignedIn } from './session/seems-signed-in.ts';
import { wearProgram } from './session/wear-program.ts';
import { PageFailure } from './shell/PageFailure.tsx';
import { ShellSkeleton } from './shell/ShellSkeleton.tsx';

const legalTextPage = lazyRouteComponent(
  () => import('./features/program/legal-texts/LegalTextPage.tsx'),
  'LegalTextPage',
);

/** Pages that are built, each in a chunk of its own. What is not listed shows its one honest sentence. */
const builtPages: Partial<Record<PageName, ReturnType<typeof lazyRouteComponent>>> = {
  login: lazyRouteComponent(() => import('./features/access/login/LoginPage.tsx'), 'LoginPage'),
  outbox: lazyRouteComponent(() => import('./features/program/outbox/OutboxPage.tsx'), 'OutboxPage'),
  autoLogout: lazyRouteComponent(() => import('./features/access/auto-logout/AutoLogoutPage.tsx'), 'AutoLogoutPage'),
  forgotUsername: lazyRouteComponent(
    () => import('./features/access/recovery/ForgotUsernamePage.tsx'),
    'ForgotUsernamePage',
  ),
  forgotPassword: lazyRouteComponent(
    () => import('./features/access/recovery/ForgotPasswordPage.tsx'),
    'ForgotPasswordPage',
  ),
  resetPassword: lazyRouteComponent(
    () => import('./features/access/recovery/ResetPasswordPage.tsx'),
    'ResetPasswordPage',
  ),
  autologin: lazyRouteComponent(() => import('./features/access/autologin/AutologinPage.tsx'), 'AutologinPage'),
  addAccount: lazyRouteComponent(() => import('./features/access/add-account/AddAccountPage.tsx'), 'AddAccountPage'),
  myAccounts: lazyRouteComponent(() => import('./features/access/my-accounts/MyAccountsPage.tsx'), 'MyAccountsPage'),
  linkedAccounts: lazyRouteComponent(
    () => import('./features/access/linked-accounts/LinkedAccountsPage.tsx'),
    'LinkedAccountsPage',
  ),
  vendorCardDetails: lazyRouteComponent(
    () => import('./features/cards/vendor-card-details/VendorCardDetailsPage.tsx'),
    'VendorCardDetailsPage',
  ),
  cards: lazyRouteComponent(() => import('./features/cards/vendor-links/CardsPage.tsx'), 'CardsPage'),
  registration: lazyRouteComponent(
    () => import('./features/access/registration/RegistrationPage.tsx'),
    'RegistrationPage',
  ),
  invites: lazyRouteComponent(() => import('./features/access/invites/InvitesPage.tsx'), 'InvitesPage'),
  teamMembers: lazyRouteComponent(
    () => import('./features/access/team-members/TeamMembersPage.tsx'),
    'TeamMembersPage',
  ),
  externalAccounts: lazyRouteComponent(
    () => import('./features/money/external-accounts/ExternalAccountsPage.tsx'),
    'ExternalAccountsPage',
  ),
  validateExternalAccount: lazyRouteComponent(
    () => import('./features/money/external-accounts/ValidatePage.tsx'),
    'ValidatePage',
  ),
  fundsVerification: lazyRouteComponent(
    () => import('./features/money/external-accounts/FundsVerificationPage.tsx'),
    'FundsVerificationPage',
  ),
  onboardingChecklist: lazyRouteComponent(
    () => import('./features/program/onboarding-checklist/OnboardingChecklistPage.tsx'),
    'OnboardingChecklistPage',
  ),
  dashboard: lazyRouteComponent(() => import('./features/program/dashboard/DashboardPage.tsx'), 'DashboardPage'),
  contactUs: lazyRouteComponent(() => import('./features/program/contact-us/ContactUsPage.tsx'), 'ContactUsPage'),
  loginActivity: lazyRouteComponent(
    () => import('./features/access/login-activity/LoginActivityPage.tsx'),
    'LoginActivityPage',
  ),
  securityChecklist: lazyRouteComponent(
    () => import('./features/access/security-checklist/SecurityChecklistPage.tsx'),
    'SecurityChecklistPage',
  ),
  fastPhoneVerification: lazyRouteComponent(
    () => import('./features/access/fast-phone-verification/FastPhoneVerificationPage.tsx'),
    'FastPhoneVerificationPage',
  ),
  agreement: lazyRouteComponent(() => import('./features/program/agreements/AgreementPage.tsx'), 'AgreementPage'),
  termsAndConditions: legalTextPage,
  privacyPolicy: legalTextPage,
  servicesAgreement: legalTextPage,
  eSignAgreement: legalTextPage,
  faq: legalTextPage,
  accountPreferences: lazyRouteComponent(
    () => import('./features/access/account/AccountPreferencesPage.tsx'),
    'AccountPreferencesPage',
  ),
  account: lazyRouteComponent(() => import('./features/access/account/AccountPage.tsx'), 'AccountPage'),
  accountSecurity: lazyRouteComponent(
    () => import('./features/access/account/AccountSecurityPage.tsx'),
    'AccountSecurityPage',
  ),
};
const comingSoonPage = lazyRouteComponent(
  () => import('./features/program/coming-soon/ComingSoonPage.tsx'),
  'ComingSoonPage',
);
const bareComingSoonPage = lazyRouteComponent(
  () => import('./features/program/coming-soon/ComingSoonPage.tsx'),
  'BareComingSoonPage',
);
const signedInFrame = lazyRouteComponent(() => import('./shell/SignedInFrame.tsx'), 'SignedInFrame');
const signedInFailure = lazyRouteComponent(() => import('./shell/SignedInFrame.tsx'), 'SignedInFailure');
/** While a guard asks who is signed in: the place holders, and what can be used already once its code is there. */
const Waiting = lazy(async () => ({ default: (await import('./shell/SignedInFrame.tsx')).SignedInWaiting }));
const waiting = () => (
  <Suspense fallback={seemsSignedIn() && <ShellSkeleton />}>
    <Waiting />
  </Suspense>
);
const openFrame = lazyRouteComponent(() => import('./shell/OpenFrame.tsx'), 'OpenFrame');

/** What the frames hand to their pages. */
interface Standing {
  person: UserInfo | null;
  epoch: string | null;
  /** Why it is not known who is signed in. */
  failure?: unknown;
}

const root = createRootRouteWithContext<Standing>()({ notFoundComponent: NotFoundPage });

interface Location {
  pathname: string;
  search: object;
}

/** Carries out what the guard of a route decides; the table of guards is `routes/table.ts`. */
function admit({ guard }: RouteEntry, { pathname, search }: Location, person: UserInfo | null): void {
  const code = 'code' in search ? search.code : null;
  // A code of digits alone arrives as a number.
  const invitationCode = typeof code === 'string' || typeof code === 'number' ? String(code) : null;
  const from = 'from' in search ? search.from : null;
  const decision = decide(guard, { path: pathname, person, invitationCode, from });
  if (decision === 'not-found') throw notFound();
  if (decision !== 'enter') throw redirect({ to: decision.goTo, replace: true });
}

const barePage = <const P extends RouteEntry['path']>(entry: RouteEntry & { path: P }) =>
  createRoute({
    getParentRoute: () => root,
    path: entry.path,
    staticData: { page: entry.page },
    beforeLoad: async ({ location }) => {
      admit(entry, location, entry.guard.kind === 'anonymous' ? (await findPerson()).person : null);
    },
    component: builtPages[entry.page] ?? bareComingSoonPage,
    ...(entry.guard.kind === 'anonymous' && { errorComponent: signedInFailure, pendingComponent: waiting }),
  });

/** Stands in the shell where somebody is signed in, else under the public header. */
const open = createRoute({
  getParentRoute: () => root,
  id: 'open',
  beforeLoad: async () => {
    try {
      return { person: (await findPerson()).person, epoch: currentEpoch(), failure: undefined };
    } catch (failure) {
      // These pages stand whoever is there: the frame says what is missing.
      return { person: null, epoch: currentEpoch(), failure };
    }
  },
  component: openFrame,
  errorComponent: signedInFailure,
  pendingComponent: waiting,
});

const openPage = <const P extends RouteEntry['path']>(entry: RouteEntry & { path: P }) =>
  createRoute({
    getParentRoute: () => open,
    path: entry.path,
    staticData: { page: entry.page },
    beforeLoad: ({ location, context }) => admit(entry, location, context.person),
    component: builtPages[entry.page] ?? comingSoonPage,
  });

const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  beforeLoad: async ({ location }) => {
    const { person, exit } = await findPerson();
    if (person === null) throw redirect({ to: exit, replace: true });
    await wearProgram(person.programSlug, location.href);
    return { person, epoch: currentEpoch() };
  },
  component: signedInFrame,
  errorComponent: signedInFailure,
  pendingComponent: waiting,
});

const shellPage = <const P extends RouteEntry['path']>(entry: RouteEntry & { path: P }) =>
  createRoute({
    getParentRoute: () => signedIn,
    path: entry.path,
    staticData: { page: entry.page },
    beforeLoad: ({ location, context }) => admit(entry, location, context.person),
    component: builtPages[entry.page] ?? comingSoonPage,
  });

const leadOn = <const P extends RouteEntry['path']>({ path, to }: { path: P; to: (typeof redirects)[number]['to'] }) =>
  createRoute({
    getParentRoute: () => root,
    path,
    beforeLoad: () => {
      throw redirect({ to, replace: true });
    },
  });

type Paths = readonly { path: RouteEntry['path'] }[];
/** A list of the table as the routes it becomes, so that links know every address. */
type Bare<T extends Paths> = { -readonly [K in keyof T]: ReturnType<typeof barePage<T[K]['path']>> };
type Open<T extends Paths> = { -readonly [K in keyof T]: ReturnType<typeof openPage<T[K]['path']>> };
type Shell<T extends Paths> = { -readonly [K in keyof T]: ReturnType<typeof shellPage<T[K]['path']>> };
type Redirects<T extends Paths> = { -readonly [K in keyof T]: ReturnType<typeof leadOn<T[K]['path']>> };

const routeTree = root.addChildren([
  ...(redirects.map((entry) => leadOn(entry)) as unknown as Redirects<typeof redirects>),
  ...(barePages.map((entry) => barePage(entry)) as unknown as Bare<typeof barePages>),
  open.addChildren(openPages.map((entry) => openPage(entry)) as unknown as Open<typeof openPages>),
  signedIn.addChildren(shellPages.map((entry) => shellPage(entry)) as unknown as Shell<typeof shellPages>),
]);

/** The route table of specification section 2, with preloading on intent and restored scroll positions. */
export function createAppRouter() {
  return createRouter({
    routeTree,
    context: { person: null, epoch: null },
    caseSensitive: true,
    // What an address says after its question mark is text as it was typed, and no JSON in quotes.
    parseSearch: parseSearchWith((text) => text),
    stringifySearch: stringifySearchWith(JSON.stringify),
    defaultPreload: 'intent',
    scrollRestoration: true,
    notFoundMode: 'root',
    defaultNotFoundComponent: NotFoundPage,
    defaultErrorComponent: PageFailure,
    defaultPendingMs: 0,
    defaultPendingMinMs: 0,
    defaultPreloadStaleTime: 0,
  });
}
export type AppRouter = ReturnType<typeof createAppRouter>;

/** Loads the code of a page and of what stands around it, without waiting for the guards. */
export async function preloadPage(path: string): Promise<void> {
  const page = pageAt(path)?.page;
  await Promise.all([
    page && (builtPages[page] ?? comingSoonPage).preload?.(),
    standsInShell(path) && Promise.all([signedInFrame.preload?.(), import('./session/person.ts')]),
  ]);
}

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
  interface StaticDataRouteOption {
    page?: PageName;
  }
  interface HistoryState {
    /** The bank account to validate, carried from the list of external accounts. */
    primaryBank?: { id: string };
  }
}
