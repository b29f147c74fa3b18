import { en } from '../messages/en.ts';
import type { Guard } from './guards.ts';

/** A page that has words in the messages: its title and, until it is built, its sentence. */
export type PageName = keyof typeof en.pages;

/** One address: where it is, who may stand there, and which page it shows. Parameters as `$name`. */
export interface RouteEntry {
  path: `/${string}`;
  guard: Guard;
  page: PageName;
  /** A public page with nothing to show but what belongs to an account. */
  ofAccount?: true;
}

const anyone = { kind: 'public' } as const;
const anonymous = { kind: 'anonymous' } as const;
const anonymousOrAdding = { kind: 'anonymous', unlessFrom: 'add-account' } as const;
const account = { kind: 'account' } as const;
const cardholder = { kind: 'account', role: 'CARDHOLDER' } as const;
const administrator = { kind: 'account', role: 'ADMIN' } as const;
const agreement = { kind: 'account', agreement: true } as const;
const movesMoney = { kind: 'account', movesMoney: true } as const;

/** Pages without the shell: for people who are not signed in, and for links that come by mail. */
export const barePages = [
  { path: '/login', guard: anonymous, page: 'login' },
  { path: '/login/$customSlug', guard: anonymous, page: 'login' },
  { path: '/auto-logout', guard: anyone, page: 'autoLogout' },
  { path: '/autologin', guard: anyone, page: 'autologin' },
  { path: '/forgot-username', guard: anonymousOrAdding, page: 'forgotUsername' },
  { path: '/forgot-password', guard: anonymousOrAdding, page: 'forgotPassword' },
  { path: '/registration', guard: { kind: 'invitation', optional: true }, page: 'registration' },
  { path: '/reset-password', guard: anyone, page: 'resetPassword' },
  { path: '/card-details-request', guard: anyone, page: 'vendorCardDetails' },
  { path: '/invites', guard: { kind: 'invitation' }, page: 'invites' },
  { path: '/funds-verification', guard: anyone, page: 'fundsVerification' },
  { path: '/add-account', guard: anyone, page: 'addAccount' },
  { path: '/outbox', guard: anyone, page: 'outbox' },
] as const satisfies readonly RouteEntry[];

/** Public pages that stand in the shell for people who are signed in. */
export const openPages = [
  { path: '/security-checklist', guard: anyone, page: 'securityChecklist' },
  { path: '/login-activity', guard: anyone, page: 'loginActivity', ofAccount: true },
  { path: '/my-accounts', guard: anyone, page: 'myAccounts', ofAccount: true },
  { path: '/cardholder-bankcorp-credit-aggreement', guard: { kind: 'public', agreement: true }, page: 'agreement' },
  { path: '/legal/terms-and-conditions', guard: anyone, page: 'termsAndConditions' },
  { path: '/legal/privacy-policy', guard: anyone, page: 'privacyPolicy' },
  { path: '/legal/services-agreement', guard: anyone, page: 'servicesAgreement' },
  { path: '/legal/e-sign-agreement', guard: anyone, page: 'eSignAgreement' },
  { path: '/legal/faq', guard: anyone, page: 'faq' },
] as const satisfies readonly RouteEntry[];

/** Pages in the shell. */
export const shellPages = [
  { path: '/dashboard', guard: account, page: 'dashboard' },
  { path: '/fast-phone-verification', guard: account, page: 'fastPhoneVerification' },
  { path: '/contact-us', guard: account, page: 'contactUs' },
  { path: '/account', guard: account, page: 'account' },
  { path: '/account/security', guard: account, page: 'accountSecurity' },
  { path: '/account/preferences', guard: account, page: 'accountPreferences' },
  { path: '/account/linked-accounts', guard: account, page: 'linkedAccounts' },
  { path: '/review', guard: account, page: 'review' },
  { path: '/reports', guard: account, page: 'reports' },
  { path: '/apps', guard: account, page: 'apps' },
  { path: '/bills', guard: movesMoney, page: 'bills' },
  { path: '/vendors', guard: account, page: 'vendors' },
  { path: '/payments', guard: movesMoney, page: 'payments' },
  { path: '/payment-requests', guard: movesMoney, page: 'paymentRequests' },
  { path: '/payment-requests/reimbursements/new-requests', guard: movesMoney, page: 'reimbursements' },
  { path: '/requisitions', guard: movesMoney, page: 'requisitions' },

  { path: '/my-transactions/purchases', guard: cardholder, page: 'purchases' },
  { path: '/my-transactions/card-transactions', guard: cardholder, page: 'cardTransactions' },
  { path: '/my-transactions/card-declines', guard: cardholder, page: 'cardDeclines' },
  { path: '/spend-policies', guard: cardholder, page: 'spendPolicies' },
  { path: '/attachments', guard: { ...cardholder, feature: 'business-attachments' }, page: 'attachments' },
  {
    path: '/funding-requests',
    guard: { ...cardholder, feature: 'request-funding', movesMoney: true },
    page: 'fundingRequests',
  },

  { path: '/transactions', guard: administrator, page: 'transactions' },
  { path: '/cards', guard: administrator, page: 'cards' },
  { path: '/team-members', guard: administrator, page: 'teamMembers' },
  { path: '/reconciliation', guard: administrator, page: 'reconciliation' },
  { path: '/onboarding-checklist', guard: administrator, page: 'onboardingChecklist' },
  { path: '/business-settings', guard: administrator, page: 'businessSettings' },
  { path: '/business-settings/external-accounts', guard: administrator, page: 'externalAccounts' },
  {
    path: '/business-settings/external-accounts/validate-external-account',
    guard: administrator,
    page: 'validateExternalAccount',
  },
  { path: '/additional-accounts', guard: { ...administrator, opensAccounts: true }, page: 'additionalAccounts' },
  { path: '/bank-statements/upload', guard: administrator, page: 'bankStatementsUpload' },

  { path: '/cardholder-mb-agreement', guard: agreement, page: 'agreement' },
  { path: '/cardholder-fifththird-grants-agreement', guard: agreement, page: 'agreement' },
  { path: '/cardholder-fifththird-disburse-owned-funds-agreement', guard: agreement, page: 'agreement' },
  { path: '/cardholder-bancorp-agreement', guard: agreement, page: 'agreement' },
  { path: '/cardholder-bancorp-mc-agreement', guard: agreement, page: 'agreement' },
  { path: '/cardholder-bancorp-grants-agreement', guard: agreement, page: 'agreement' },
  { path: '/cardholder-bancorp-disburse-owned-funds-agreement', guard: agreement, page: 'agreement' },
] as const satisfies readonly RouteEntry[];

/** Addresses that lead on, whoever asks. */
export const redirects = [
  { path: '/', to: '/login' },
  { path: '/my-transactions', to: '/my-transactions/purchases' },
  { path: '/payment-requests/reimbursements', to: '/payment-requests/reimbursements/new-requests' },
  { path: '/cardholder-bancorp-credit-aggreement', to: '/cardholder-bankcorp-credit-aggreement' },
  // Their secrets have left the address bar before anything else happens (reading 8; session/link-secret.ts).
  { path: '/autologin/$refresh_token', to: '/autologin' },
  { path: '/reset-password/$request_code', to: '/reset-password' },
  { path: '/card-details-request/$request_code', to: '/card-details-request' },
] as const satisfies readonly { path: `/${string}`; to: RoutePath }[];

export const pages: readonly RouteEntry[] = [...barePages, ...openPages, ...shellPages];

/** Every address a page stands at. */
export type RoutePath = (typeof barePages | typeof openPages | typeof shellPages)[number]['path'];

/** The addresses behind the sign-in: the dashboard's own. */
export type EntryPath = (typeof openPages | typeof shellPages)[number]['path'];

const matches = (pattern: string, path: string) => {
  const wanted = pattern.split('/');
  const given = path.replace(/(?<=.)\/$/, '').split('/');
  return (
    wanted.length === given.length &&
    wanted.every((part, i) => (part.startsWith('$') ? given[i] !== '' : part === given[i]))
  );
};

/** The page at a pathname, following redirects; undefined where there is none. */
export function pageAt(path: string): RouteEntry | undefined {
  const redirect = redirects.find(({ path: pattern }) => matches(pattern, path));
  const destination = redirect?.to ?? path;
  return pages.find(({ path: pattern }) => matches(pattern, destination));
}

/** The HTTP status of a page's document. */
export const statusOf = (path: string): 200 | 404 => (pageAt(path) ? 200 : 404);

/** The words of a page's title. */
export const titleOf = (path: string): string => en.pages[pageAt(path)?.page ?? 'notFound'];

/** Where the specification sets the title of the window, it is that and nothing else. */
const titledByThemselves: ReadonlySet<PageName> = new Set(['agreement', 'vendorCardDetails']);

/** What the window is called: the page and the program. */
export function windowTitleOf(path: string, program: string): string {
  const title = titleOf(path);
  return titledByThemselves.has(pageAt(path)?.page ?? 'notFound') ? title : `${title} · ${program}`;
}

/** Whether a page stands in the shell, so that its skeleton may be painted before anything is known. */
export const standsInShell = (path: string): boolean => shellPages.some(({ path: pattern }) => matches(pattern, path));
