import type { RoutePath } from './routes/table.ts';

/** Every link of the product: an address that is no route does not compile. */
export const paths = {
  login: '/login',
  autoLogout: '/auto-logout',
  forgotUsername: '/forgot-username',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  registration: '/registration',
  addAccount: '/add-account',
  myAccounts: '/my-accounts',
  outbox: '/outbox',
  dashboard: '/dashboard',
  fastPhoneVerification: '/fast-phone-verification',
  contactUs: '/contact-us',
  securityChecklist: '/security-checklist',
  loginActivity: '/login-activity',
  termsAndConditions: '/legal/terms-and-conditions',
  privacyPolicy: '/legal/privacy-policy',
  servicesAgreement: '/legal/services-agreement',
  eSignAgreement: '/legal/e-sign-agreement',
  faq: '/legal/faq',
  account: '/account',
  accountSecurity: '/account/security',
  accountPreferences: '/account/preferences',
  linkedAccounts: '/account/linked-accounts',
  transactions: '/transactions',
  cards: '/cards',
  teamMembers: '/team-members',
  reconciliation: '/reconciliation',
  businessSettings: '/business-settings',
  externalAccounts: '/business-settings/external-accounts',
  validateExternalAccount: '/business-settings/external-accounts/validate-external-account',
  onboardingChecklist: '/onboarding-checklist',
  additionalAccounts: '/additional-accounts',
  bills: '/bills',
  vendors: '/vendors',
  payments: '/payments',
  paymentRequests: '/payment-requests',
  reimbursements: '/payment-requests/reimbursements/new-requests',
  requisitions: '/requisitions',
  review: '/review',
  reports: '/reports',
  apps: '/apps',
  purchases: '/my-transactions/purchases',
  spendPolicies: '/spend-policies',
  attachments: '/attachments',
  fundingRequests: '/funding-requests',
} as const satisfies Record<string, RoutePath>;

/** A forgot page that leads back to /add-account where it was opened from there (specification section 2). */
export const forgotPath = <P extends '/forgot-username' | '/forgot-password'>(path: P, from?: 'add-account') =>
  from === undefined ? path : (`${path}?from=${from}` as const);

/** Registration as linked from login (specification section 2). */
export const registrationFromLogin = `${paths.registration}?utm_source=dashboard_login` as const;
