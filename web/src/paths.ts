/**
 * Every address of the product (specification, section 2) by the name of its page, grouped by the frame around the page.
 * Parameters are written `$name`. `routes.tsx` says who may enter each one and which page it shows.
 */

/** Pages without the shell: for people who are not signed in, and for links in mail. */
const barePaths = {
  login: '/login',
  programLogin: '/login/$customSlug',
  autoLogout: '/auto-logout',
  autologin: '/autologin',
  forgotUsername: '/forgot-username',
  forgotPassword: '/forgot-password',
  registration: '/registration',
  resetPassword: '/reset-password',
  loginLink: '/login-link',
  registrationLink: '/registration-link',
  vendorCardDetails: '/card-details-request',
  invites: '/invites',
  fundsVerification: '/funds-verification',
  addAccount: '/add-account',
  outbox: '/outbox',
} as const;

/** Public pages, in the shell for people who are signed in. */
const openPaths = {
  securityChecklist: '/security-checklist',
  loginActivity: '/login-activity',
  myAccounts: '/my-accounts',
  creditAgreement: '/cardholder-bankcorp-credit-aggreement',
  termsAndConditions: '/legal/terms-and-conditions',
  privacyPolicy: '/legal/privacy-policy',
  servicesAgreement: '/legal/services-agreement',
  eSignAgreement: '/legal/e-sign-agreement',
  faq: '/legal/faq',
} as const;

/** Pages in the shell. */
export const shellPaths = {
  dashboard: '/dashboard',
  fastPhoneVerification: '/fast-phone-verification',
  contactUs: '/contact-us',
  account: '/account',
  accountSecurity: '/account/security',
  accountPreferences: '/account/preferences',
  accountNotifications: '/account/notifications',
  linkedAccounts: '/account/linked-accounts',
  review: '/review',
  reports: '/reports',
  apps: '/apps',
  bills: '/bills',
  vendors: '/vendors',
  payments: '/payments',
  paymentRequests: '/payment-requests',
  reimbursements: '/payment-requests/reimbursements/new-requests',
  requisitions: '/requisitions',

  purchases: '/my-transactions/purchases',
  cardTransactions: '/my-transactions/card-transactions',
  cardDeclines: '/my-transactions/card-declines',
  myCards: '/my-cards',
  spendPolicies: '/spend-policies',
  attachments: '/attachments',
  fundingRequests: '/funding-requests',

  transactions: '/transactions',
  cards: '/cards',
  cardRequests: '/cards/requests',
  cardPolicies: '/cards/policies',
  cardFunding: '/cards/funding',
  vendorLinks: '/cards/vendor-links',
  teamMembers: '/team-members',
  teamChanges: '/team-members/changes',
  reconciliation: '/reconciliation',
  onboardingChecklist: '/onboarding-checklist',
  businessSettings: '/business-settings',
  spendControls: '/business-settings/spend-controls',
  businessPermissions: '/business-settings/permissions',
  businessNotifications: '/business-settings/notifications',
  externalAccounts: '/business-settings/external-accounts',
  bankTransfers: '/business-settings/external-accounts/transfers',
  validateExternalAccount: '/business-settings/external-accounts/validate-external-account',
  additionalAccounts: '/additional-accounts',
  bankStatementsUpload: '/bank-statements/upload',
  operator: '/operator',

  mbAgreement: '/cardholder-mb-agreement',
  fifthThirdGrantsAgreement: '/cardholder-fifththird-grants-agreement',
  fifthThirdOwnedFundsAgreement: '/cardholder-fifththird-disburse-owned-funds-agreement',
  bancorpAgreement: '/cardholder-bancorp-agreement',
  bancorpMastercardAgreement: '/cardholder-bancorp-mc-agreement',
  bancorpGrantsAgreement: '/cardholder-bancorp-grants-agreement',
  bancorpOwnedFundsAgreement: '/cardholder-bancorp-disburse-owned-funds-agreement',

  // Pages of one object, after the addresses that begin alike: the first that matches is the page.
  cardPolicy: '/cards/policies/$id',
  card: '/cards/$id',
  ownCard: '/my-cards/$id',
} as const;

/** The links of the product: `paths.bills`. */
export const paths = { ...barePaths, ...openPaths, ...shellPaths };

/** Addresses that lead to another one for every visitor. */
export const redirects = {
  '/': paths.login,
  '/my-transactions': paths.purchases,
  '/payment-requests/reimbursements': paths.reimbursements,
  '/cardholder-bancorp-credit-aggreement': paths.creditAgreement,
  // Their secrets have left the address bar before anything else happens (reading 8; session/browser/link-secret.ts).
  '/autologin/$refresh_token': paths.autologin,
  '/reset-password/$request_code': paths.resetPassword,
  '/card-details-request/$request_code': paths.vendorCardDetails,
  '/login-link/$request_code': paths.loginLink,
  '/registration-link/$request_code': paths.registrationLink,
} as const;

export type PathName = keyof typeof paths;
/** Every address with a page. */
export type RoutePath = (typeof paths)[PathName];
/** The dashboard's own addresses without a parameter. */
export type PagePath = Exclude<
  (typeof openPaths)[keyof typeof openPaths] | (typeof shellPaths)[keyof typeof shellPaths],
  `${string}$${string}`
>;
type Filled<P> = P extends `${infer Start}$${string}` ? `${Start}${string}` : P;
/** The dashboard's own addresses, to which a person may be sent after the sign-in. */
export type EntryPath = Filled<
  (typeof openPaths)[keyof typeof openPaths] | (typeof shellPaths)[keyof typeof shellPaths]
>;

const all = [...Object.values(openPaths), ...Object.values(shellPaths)];
const ofPages: ReadonlySet<string> = new Set(all.filter((path) => !path.includes('$')));
const ofObjects: ReadonlySet<string> = new Set(all.filter((path) => path.includes('$')));
const lastId = /(?<=\/)[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;

/** Whether an address is one of the dashboard's own, letter by letter; of an object's page, with any id. */
export const isEntryPath = (path: string): path is EntryPath =>
  ofPages.has(path) || (lastId.test(path) && ofObjects.has(path.replace(lastId, '$id')));

/** The page at a pathname, redirects followed; null where there is none. */
export function pageAt(pathname: string): { name: PathName; path: RoutePath } | null {
  const redirect = Object.entries(redirects).find(([route]) => matches(route, pathname));
  const destination = redirect?.[1] ?? pathname;
  const name = Object.keys(paths)
    .filter(isPathName)
    .find((each) => matches(paths[each], destination));
  return name === undefined ? null : { name, path: paths[name] };
}

/** Whether a pathname is that of an object's page but for its id. */
export const lacksId = (pathname: string): boolean =>
  pageAt(pathname) === null && [...ofObjects].some((route) => matches(route.replace('$id', '$any'), pathname));

const isPathName = (name: string): name is PathName => Object.hasOwn(paths, name);

/** Whether the page at a pathname needs the shell, so that its skeleton may be shown before the person is known. */
export const needsShell = (pathname: string): boolean =>
  Object.values(shellPaths).some((route) => matches(route, pathname));

function matches(route: string, pathname: string): boolean {
  const wanted = route.split('/');
  const given = pathname.replace(/(?<=.)\/$/, '').split('/');
  return (
    wanted.length === given.length &&
    wanted.every((part, i) => {
      const one = given[i]!;
      if (part === one) return true;
      return part === '$id' ? lastId.test(`/${one}`) : part.startsWith('$') && one !== '';
    })
  );
}

/** A forgot page that leads back to /add-account when it was opened from there (specification section 2). */
export const forgotPath = <P extends '/forgot-username' | '/forgot-password'>(path: P, from?: 'add-account') =>
  from === undefined ? path : (`${path}?from=${from}` as const);

/** Registration as linked from login (specification section 2). */
export const registrationFromLogin = `${paths.registration}?utm_source=dashboard_login` as const;
