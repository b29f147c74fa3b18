import { createRoute, createRouter, lazyRouteComponent as page, stringifySearchWith } from '@tanstack/react-router';
import * as v from 'valibot';
import { NotFound, NotFoundPage } from './features/program/not-found/NotFoundPage.tsx';
import { listSearch } from './flows/lists/search-schema.ts';
import { needsShell, pageAt, paths } from './paths.ts';
import {
  bare,
  inShell,
  open,
  openFrame,
  prepared,
  redirectRoute,
  root,
  signedInFrame,
  SignedInFrame,
  throwNotFound,
} from './routes/frames.tsx';
import type { Guard } from './session/account/guards.ts';
import { PageFailure } from './shell/frames/PageFailure.tsx';
import { readSite } from './site.ts';

// The pages, each in its own file that is loaded when it is visited. `ComingSoon` replaces pages that are not built.
const Account = page(() => import('./features/access/account/AccountPage.tsx'), 'AccountPage');
const AccountNotifications = page(
  () => import('./features/access/account/AccountNotificationsPage.tsx'),
  'AccountNotificationsPage',
);
const AccountPreferences = page(
  () => import('./features/access/account/AccountPreferencesPage.tsx'),
  'AccountPreferencesPage',
);
const AccountSecurity = page(() => import('./features/access/account/AccountSecurityPage.tsx'), 'AccountSecurityPage');
const AddAccount = page(() => import('./features/access/add-account/AddAccountPage.tsx'), 'AddAccountPage');
const Agreement = page(() => import('./features/program/agreements/AgreementPage.tsx'), 'AgreementPage');
const Autologin = page(() => import('./features/access/autologin/AutologinPage.tsx'), 'AutologinPage');
const BankTransfers = page(() => import('./features/money/transfers/TransfersPage.tsx'), 'TransfersPage');
const AutoLogout = page(() => import('./features/access/auto-logout/AutoLogoutPage.tsx'), 'AutoLogoutPage');
const BusinessNotifications = page(
  () => import('./features/program/business-settings/NotificationsPage.tsx'),
  'NotificationsPage',
);
const BusinessPermissions = page(
  () => import('./features/program/business-settings/PermissionsPage.tsx'),
  'PermissionsPage',
);
const VendorLinks = page(() => import('./features/cards/vendor-links/VendorLinksPage.tsx'), 'VendorLinksPage');
const Requests = page(() => import('./features/money/requests/RequestsPage.tsx'), 'RequestsPage');
const Fund = page(() => import('./features/money/card-funding/FundPage.tsx'), 'FundPage');
const FundingRequests = page(() => import('./features/money/requests/FundingRequestsPage.tsx'), 'FundingRequestsPage');
const Cards = page(() => import('./features/cards/cards/CardsPage.tsx'), 'CardsPage');
const Card = page(() => import('./routes/CardPage.tsx'), 'CardPage');
const OwnCard = page(() => import('./routes/OwnCardPage.tsx'), 'OwnCardPage');
const MyCards = page(() => import('./features/cards/cards/MyCardsPage.tsx'), 'MyCardsPage');
const ComingSoon = page(() => import('./features/program/coming-soon/ComingSoonPage.tsx'), 'ComingSoonPage');
const ContactUs = page(() => import('./features/program/contact-us/ContactUsPage.tsx'), 'ContactUsPage');
const Dashboard = page(() => import('./routes/DashboardPage.tsx'), 'DashboardPage');
const ExternalAccounts = page(
  () => import('./features/money/external-accounts/ExternalAccountsPage.tsx'),
  'ExternalAccountsPage',
);
const FastPhoneVerification = page(
  () => import('./features/access/fast-phone-verification/FastPhoneVerificationPage.tsx'),
  'FastPhoneVerificationPage',
);
const ForgotPassword = page(() => import('./features/access/recovery/ForgotPasswordPage.tsx'), 'ForgotPasswordPage');
const ForgotUsername = page(() => import('./features/access/recovery/ForgotUsernamePage.tsx'), 'ForgotUsernamePage');
const FundsVerification = page(
  () => import('./features/money/external-accounts/FundsVerificationPage.tsx'),
  'FundsVerificationPage',
);
const GeneralSettings = page(() => import('./features/program/business-settings/GeneralPage.tsx'), 'GeneralPage');
const Invites = page(() => import('./features/access/invites/InvitesPage.tsx'), 'InvitesPage');
const LegalText = page(() => import('./features/program/legal-texts/LegalTextPage.tsx'), 'LegalTextPage');
const LinkedAccounts = page(
  () => import('./features/access/linked-accounts/LinkedAccountsPage.tsx'),
  'LinkedAccountsPage',
);
const Login = page(() => import('./features/access/login/LoginPage.tsx'), 'LoginPage');
const LoginActivity = page(() => import('./features/access/login-activity/LoginActivityPage.tsx'), 'LoginActivityPage');
const LoginLink = page(() => import('./features/access/recovery/LoginLinkPage.tsx'), 'LoginLinkPage');
const MyAccounts = page(() => import('./features/access/linked-accounts/MyAccountsPage.tsx'), 'MyAccountsPage');
const OnboardingChecklist = page(
  () => import('./features/program/onboarding-checklist/OnboardingChecklistPage.tsx'),
  'OnboardingChecklistPage',
);
const Operator = page(() => import('./features/program/operator/OperatorPage.tsx'), 'OperatorPage');
const Outbox = page(() => import('./features/program/outbox/OutboxPage.tsx'), 'OutboxPage');
const CardDeclines = page(() => import('./features/cards/transactions/MyTransactionsPages.tsx'), 'CardDeclinesPage');
const CardTransactions = page(
  () => import('./features/cards/transactions/MyTransactionsPages.tsx'),
  'CardTransactionsPage',
);
const Purchases = page(() => import('./features/cards/transactions/MyTransactionsPages.tsx'), 'PurchasesPage');
const Transactions = page(() => import('./features/cards/transactions/TransactionsPage.tsx'), 'TransactionsPage');
const MyLimits = page(() => import('./features/cards/spend-policies/MyLimitsPage.tsx'), 'MyLimitsPage');
const Policies = page(() => import('./features/cards/spend-policies/list/PoliciesPage.tsx'), 'PoliciesPage');
const Policy = page(() => import('./features/cards/spend-policies/editor/PolicyPage.tsx'), 'PolicyPage');
const SpendControls = page(() => import('./features/cards/spend-policies/SpendControlsPage.tsx'), 'SpendControlsPage');
const Registration = page(() => import('./features/access/registration/RegistrationPage.tsx'), 'RegistrationPage');
const RegistrationLink = page(
  () => import('./features/access/registration/RegistrationLinkPage.tsx'),
  'RegistrationLinkPage',
);
const ResetPassword = page(() => import('./features/access/recovery/ResetPasswordPage.tsx'), 'ResetPasswordPage');
const SecurityChecklist = page(
  () => import('./features/access/security-checklist/SecurityChecklistPage.tsx'),
  'SecurityChecklistPage',
);
const TeamChanges = page(() => import('./features/access/pending-changes/ChangesPage.tsx'), 'ChangesPage');
const TeamMembers = page(() => import('./features/access/team-members/TeamMembersPage.tsx'), 'TeamMembersPage');
const ValidateExternalAccount = page(
  () => import('./features/money/external-accounts/ValidatePage.tsx'),
  'ValidatePage',
);
const VendorCardDetails = page(
  () => import('./features/cards/vendor-card-details/VendorCardDetailsPage.tsx'),
  'VendorCardDetailsPage',
);

// Who may enter (session/account/guards.ts).
const anyone: Guard = { kind: 'public' };
const anonymous: Guard = { kind: 'anonymous' };
const anonymousOrAdding: Guard = { kind: 'anonymous', unlessFrom: 'add-account' };
const invited: Guard = { kind: 'invitation' };
const anyoneOrInvited: Guard = { kind: 'invitation', optional: true };
const account: Guard = { kind: 'account' };
const movesMoney: Guard = { kind: 'account', movesMoney: true };
const cardholder: Guard = { kind: 'account', role: 'CARDHOLDER' };
const attachesFiles: Guard = { kind: 'account', role: 'CARDHOLDER', feature: 'business-attachments' };
const requestsFunding: Guard = { kind: 'account', role: 'CARDHOLDER', feature: 'request-funding', movesMoney: true };
const administrator: Guard = { kind: 'account', role: 'ADMIN' };
const opensAccounts: Guard = { kind: 'account', role: 'ADMIN', opensAccounts: true };
const operator: Guard = { kind: 'account', operator: true };
const ownAgreement: Guard = { kind: 'account', agreement: true };
const publicAgreement: Guard = { kind: 'public', agreement: true };

// The query parameters of a page, as text. Others are ignored.
const text = v.optional(v.string());
const cardSearch = v.object({ do: text });
const fundSearch = v.object({
  run: text,
  act: text,
  cards: text,
  amount: text,
  schedule: text,
  what: text,
  when: text,
});
const ownRequestSearch = listSearch('state', 'kind');
const requestSearch = listSearch('state', 'kind', 'person', 'card');
const inviteSearch = v.object({ code: text });
const forgotSearch = v.object({ from: text });
const transactionSearch = listSearch('date', 'status', 'category', 'merchant', 'amount', 'fees', 'cardholder', 'card');

/** Pages without the shell: for people who are not signed in, and for links in mail. */
const barePages = [
  createRoute({ path: paths.login, ...bare(anonymous), component: Login }),
  createRoute({ path: paths.programLogin, ...bare(anonymous), component: Login }),
  createRoute({ path: paths.autoLogout, ...bare(anyone), component: AutoLogout }),
  createRoute({
    path: paths.autologin,
    ...bare(anyone),
    component: Autologin,
    validateSearch: v.object({ url: text }),
  }),
  createRoute({
    path: paths.forgotUsername,
    ...bare(anonymousOrAdding),
    component: ForgotUsername,
    validateSearch: forgotSearch,
  }),
  createRoute({
    path: paths.forgotPassword,
    ...bare(anonymousOrAdding),
    component: ForgotPassword,
    validateSearch: forgotSearch,
  }),
  createRoute({
    path: paths.registration,
    ...bare(anyoneOrInvited),
    component: Registration,
    validateSearch: inviteSearch,
  }),
  createRoute({ path: paths.resetPassword, ...bare(anyone), component: ResetPassword }),
  createRoute({ path: paths.loginLink, ...bare(anyone), component: LoginLink }),
  createRoute({ path: paths.registrationLink, ...bare(anyone), component: RegistrationLink }),
  createRoute({ path: paths.vendorCardDetails, ...bare(anyone), component: VendorCardDetails }),
  createRoute({ path: paths.invites, ...bare(invited), component: Invites, validateSearch: inviteSearch }),
  createRoute({ path: paths.fundsVerification, ...bare(anyone), component: FundsVerification }),
  createRoute({ path: paths.addAccount, ...bare(anyone), component: AddAccount }),
  createRoute({
    path: paths.outbox,
    ...bare(anyone),
    // Mail and texts that are really sent are on no page.
    beforeLoad: async () => {
      if (!readSite().embeddedDelivery) await throwNotFound();
    },
    component: Outbox,
    validateSearch: v.object({ to: text }),
  }),
] as const;

/** Public pages, in the shell for people who are signed in. */
const openPages = [
  createRoute({ path: paths.securityChecklist, ...open(anyone), component: SecurityChecklist }),
  createRoute({ path: paths.loginActivity, ...open(anyone), component: LoginActivity }),
  createRoute({ path: paths.myAccounts, ...open(anyone), component: MyAccounts }),
  createRoute({ path: paths.creditAgreement, ...open(publicAgreement), component: Agreement }),
  createRoute({ path: paths.termsAndConditions, ...open(anyone), component: LegalText }),
  createRoute({ path: paths.privacyPolicy, ...open(anyone), component: LegalText }),
  createRoute({ path: paths.servicesAgreement, ...open(anyone), component: LegalText }),
  createRoute({ path: paths.eSignAgreement, ...open(anyone), component: LegalText }),
  createRoute({ path: paths.faq, ...open(anyone), component: LegalText }),
] as const;

/** Every other address: a signed-in person keeps the shell. */
const elsewhere = createRoute({ path: '$', ...open(anyone), component: NotFound });

/** Pages in the shell. */
const shellPages = [
  createRoute({
    path: paths.dashboard,
    ...inShell(account),
    loader: prepared(async () => (await import('./routes/DashboardPage.tsx')).prepare),
    component: Dashboard,
    validateSearch: v.object({ figure: text, period: text, by: text, card: text }),
  }),
  createRoute({ path: paths.fastPhoneVerification, ...inShell(account), component: FastPhoneVerification }),
  createRoute({ path: paths.contactUs, ...inShell(account), component: ContactUs }),
  createRoute({ path: paths.account, ...inShell(account), component: Account }),
  createRoute({ path: paths.accountSecurity, ...inShell(account), component: AccountSecurity }),
  createRoute({ path: paths.accountPreferences, ...inShell(account), component: AccountPreferences }),
  createRoute({ path: paths.accountNotifications, ...inShell(account), component: AccountNotifications }),
  createRoute({
    path: paths.linkedAccounts,
    ...inShell(account),
    component: LinkedAccounts,
    validateSearch: v.object({ q: text }),
  }),
  createRoute({ path: paths.review, ...inShell(account), component: ComingSoon }),
  createRoute({ path: paths.reports, ...inShell(account), component: ComingSoon }),
  createRoute({ path: paths.apps, ...inShell(account), component: ComingSoon }),
  createRoute({ path: paths.bills, ...inShell(movesMoney), component: ComingSoon }),
  createRoute({ path: paths.vendors, ...inShell(account), component: ComingSoon }),
  createRoute({ path: paths.payments, ...inShell(movesMoney), component: ComingSoon }),
  createRoute({ path: paths.paymentRequests, ...inShell(movesMoney), component: ComingSoon }),
  createRoute({ path: paths.reimbursements, ...inShell(movesMoney), component: ComingSoon }),
  createRoute({ path: paths.requisitions, ...inShell(movesMoney), component: ComingSoon }),

  createRoute({
    path: paths.purchases,
    ...inShell(cardholder),
    loader: prepared(
      async () => (await import('./features/cards/transactions/MyTransactionsPages.tsx')).preparePurchases,
    ),
    component: Purchases,
    validateSearch: transactionSearch,
  }),
  createRoute({
    path: paths.cardTransactions,
    ...inShell(cardholder),
    loader: prepared(
      async () => (await import('./features/cards/transactions/MyTransactionsPages.tsx')).prepareCardTransactions,
    ),
    component: CardTransactions,
    validateSearch: transactionSearch,
  }),
  createRoute({
    path: paths.cardDeclines,
    ...inShell(cardholder),
    loader: prepared(
      async () => (await import('./features/cards/transactions/MyTransactionsPages.tsx')).prepareCardDeclines,
    ),
    component: CardDeclines,
    validateSearch: transactionSearch,
  }),
  createRoute({ path: paths.myCards, ...inShell(cardholder), component: MyCards }),
  createRoute({ path: paths.ownCard, ...inShell(cardholder), component: OwnCard, validateSearch: cardSearch }),
  createRoute({ path: paths.spendPolicies, ...inShell(cardholder), component: MyLimits }),
  createRoute({ path: paths.attachments, ...inShell(attachesFiles), component: ComingSoon }),
  createRoute({
    path: paths.fundingRequests,
    ...inShell(requestsFunding),
    component: FundingRequests,
    validateSearch: ownRequestSearch,
  }),

  createRoute({
    path: paths.transactions,
    ...inShell(administrator),
    loader: prepared(async () => (await import('./features/cards/transactions/TransactionsPage.tsx')).prepare),
    component: Transactions,
    validateSearch: transactionSearch,
  }),
  createRoute({
    path: paths.cards,
    ...inShell(administrator),
    component: Cards,
    // Besides the list, the card that is being issued.
    validateSearch: listSearch(
      'state',
      'kind',
      'group',
      'cardholder',
      'issue',
      'holder',
      'name',
      'limit',
      'period',
      'merchant',
    ),
  }),
  createRoute({
    path: paths.cardRequests,
    ...inShell(administrator),
    component: Requests,
    validateSearch: requestSearch,
  }),
  createRoute({
    path: paths.cardPolicies,
    ...inShell(administrator),
    component: Policies,
    validateSearch: listSearch('layer', 'kind'),
  }),
  createRoute({
    path: paths.cardPolicy,
    ...inShell(administrator),
    component: Policy,
    validateSearch: v.object({ version: text }),
  }),
  createRoute({
    path: paths.cardFunding,
    ...inShell(administrator),
    component: Fund,
    validateSearch: fundSearch,
  }),
  createRoute({
    path: paths.vendorLinks,
    ...inShell(administrator),
    component: VendorLinks,
    validateSearch: listSearch('status'),
  }),
  createRoute({ path: paths.card, ...inShell(administrator), component: Card, validateSearch: cardSearch }),
  createRoute({
    path: paths.teamMembers,
    ...inShell(administrator),
    component: TeamMembers,
    // Besides the list, the invite that is being written.
    validateSearch: listSearch('role', 'preset', 'state', 'status', 'invite'),
  }),
  createRoute({ path: paths.teamChanges, ...inShell(administrator), component: TeamChanges }),
  createRoute({ path: paths.reconciliation, ...inShell(administrator), component: ComingSoon }),
  createRoute({ path: paths.onboardingChecklist, ...inShell(administrator), component: OnboardingChecklist }),
  createRoute({ path: paths.businessSettings, ...inShell(administrator), component: GeneralSettings }),
  createRoute({ path: paths.spendControls, ...inShell(administrator), component: SpendControls }),
  createRoute({ path: paths.businessPermissions, ...inShell(administrator), component: BusinessPermissions }),
  createRoute({
    path: paths.businessNotifications,
    ...inShell(administrator),
    component: BusinessNotifications,
  }),
  createRoute({ path: paths.externalAccounts, ...inShell(administrator), component: ExternalAccounts }),
  createRoute({
    path: paths.bankTransfers,
    ...inShell(administrator),
    component: BankTransfers,
    validateSearch: listSearch('direction', 'stage'),
  }),
  createRoute({
    path: paths.validateExternalAccount,
    ...inShell(administrator),
    component: ValidateExternalAccount,
  }),
  createRoute({ path: paths.additionalAccounts, ...inShell(opensAccounts), component: ComingSoon }),
  createRoute({ path: paths.bankStatementsUpload, ...inShell(administrator), component: ComingSoon }),
  createRoute({
    path: paths.operator,
    ...inShell(operator),
    component: Operator,
    validateSearch: v.object({ list: text, which: text }),
  }),

  createRoute({ path: paths.mbAgreement, ...inShell(ownAgreement), component: Agreement }),
  createRoute({ path: paths.fifthThirdGrantsAgreement, ...inShell(ownAgreement), component: Agreement }),
  createRoute({
    path: paths.fifthThirdOwnedFundsAgreement,
    ...inShell(ownAgreement),
    component: Agreement,
  }),
  createRoute({ path: paths.bancorpAgreement, ...inShell(ownAgreement), component: Agreement }),
  createRoute({ path: paths.bancorpMastercardAgreement, ...inShell(ownAgreement), component: Agreement }),
  createRoute({ path: paths.bancorpGrantsAgreement, ...inShell(ownAgreement), component: Agreement }),
  createRoute({
    path: paths.bancorpOwnedFundsAgreement,
    ...inShell(ownAgreement),
    component: Agreement,
  }),
] as const;

/** Addresses that lead to another one for every visitor. */
const redirectRoutes = [
  redirectRoute('/', paths.login),
  redirectRoute('/my-transactions', paths.purchases),
  redirectRoute('/payment-requests/reimbursements', paths.reimbursements),
  redirectRoute('/cardholder-bancorp-credit-aggreement', paths.creditAgreement),
  redirectRoute('/autologin/$refresh_token', paths.autologin),
  redirectRoute('/reset-password/$request_code', paths.resetPassword),
  redirectRoute('/card-details-request/$request_code', paths.vendorCardDetails),
  redirectRoute('/login-link/$request_code', paths.loginLink),
  redirectRoute('/registration-link/$request_code', paths.registrationLink),
] as const;

const routeTree = root.addChildren([
  ...redirectRoutes,
  ...barePages,
  openFrame.addChildren([...openPages, elsewhere]),
  signedInFrame.addChildren(shellPages),
]);

/** The query parameters of an address as text; of several with one name, the first. */
function parseSearch(search: string): Record<string, string> {
  const query: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(search)) query[name] ??= value;
  return query;
}

/** The router of the app, with preloading on intent and restored scroll positions. */
export function createAppRouter() {
  return createRouter({
    routeTree,
    context: { person: null, epoch: null },
    caseSensitive: true,
    parseSearch,
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

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
  interface HistoryState {
    /** Under the sheet of a list's open row: the search of the list (flows/lists/use-list-address.ts). */
    listBelow?: string;
    /** The login page stands for the first page, `/`, which was asked for. */
    isFirstPage?: boolean;
    /** The bank account to validate, carried from the list of external accounts. */
    primaryBank?: { id: string };
  }
}

/** The options of the route of a pathname, redirects followed. */
const optionsAt = (pathname: string) => {
  const path = pageAt(pathname)?.path;
  return [...barePages, ...openPages, ...shellPages]
    .map(({ options }) => options)
    .find((options) => 'path' in options && options.path === path);
};

/** The guard of the page at a pathname, redirects followed. */
export const guardAt = (pathname: string): Guard | undefined => optionsAt(pathname)?.staticData?.guard;

/** Loads the code of a page and of its frame, without waiting for the guards. */
export async function preloadPage(pathname: string): Promise<void> {
  await Promise.all([
    optionsAt(pathname)?.component?.preload?.(),
    needsShell(pathname) && Promise.all([SignedInFrame.preload?.(), import('./session/person.ts')]),
  ]);
}
