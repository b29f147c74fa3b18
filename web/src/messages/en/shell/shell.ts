import { lastDigits } from '../../last-digits.ts';

/** Header, sidebar, footer, idle modal, not-found page, areas that are not built yet. */
export const shellWords = {
  skipToContent: 'Skip to content',
  headerNavigation: 'Main links',
  help: 'Help',
  helpOpens: 'Help (opens in a new tab)',
  navigation: 'Navigation',
  openNavigation: 'Open navigation',
  closeNavigation: 'Close navigation',
  collapse: 'Collapse sidebar',
  expand: 'Expand sidebar',
  groups: { main: null, spending: 'Spending', business: 'Business' },
  profileMenu: (name: string) => `Profile menu of ${name}`,
  myProfile: 'My Profile',
  newLogins: (count: string) => `${count} new ${count === '1' ? 'login' : 'logins'}`,
  addAccount: 'Add another account',
  logOut: 'Log out',
  slow: 'Your account is taking longer to load than usual.',

  /** The current account and the switcher. */
  account: {
    currentAccount: 'Current account',
    switch: 'Switch account',
    accounts: 'Your accounts',
    balance: (amount: string, onHold: boolean) => (onHold ? `${amount} balance, on hold` : `${amount} available`),
    credit: (amount: string, onHold: boolean) => `${amount} ${onHold ? 'credit, on hold' : 'available credit'}`,
    cardEnding: lastDigits,
    cardEndingSpoken: (last4: string) => `card ending in ${last4}`,
    administrator: 'Administrator',
    current: 'Current',
    closed: 'Closed',
    suspended: 'Suspended',
    pendingReview: 'In review',
    onHold: 'On hold',
    viewAll: 'View all',
    loadFailed: 'We could not load your accounts.',
    switched: (name: string) => `You are now in ${name}.`,
  },

  /** The way to the steps that set a business up. */
  onboarding: {
    region: 'Onboarding',
    link: 'Onboarding Checklist',
    loadFailed: 'We could not load your Onboarding Checklist.',
    stepsLeft: (steps: number) => (steps === 1 ? '1 step left' : `${steps} steps left`),
  },
  backToAdmin: 'Back to admin',
  settings: 'Settings',
  simulator: 'Simulator',
  demo: 'Demo',
  soon: 'Soon',
  search: 'Search or do anything',

  /** One line each, under the header (specification sections 4 and 8): the state first, for a phone shows little more. */
  banners: {
    region: 'Notices about your account',
    whole: 'Show the whole notice',
    accountClosed: 'This account was closed!',
    suspendedForCardholders: 'Account suspended. Please contact your business administrator.',
    suspended: {
      CreditWorthiness: 'Account suspended after a review of your credit. Please contact Customer Service.',
      PlaidConnectivity: 'Account suspended because the connection to your bank was lost. Please reconnect your bank.',
      PaymentFailure: 'Account suspended because a payment failed. Please contact Customer Service.',
      Compliance: 'Account suspended while we complete a compliance check. Please contact Customer Service.',
      Fraud: 'Account suspended because of suspected fraud. Please contact Customer Service.',
      Default: 'Account suspended. Please contact Customer Service.',
    },
    /** In place of the words for a lost connection: how far its repair has come. */
    suspendedBank: {
      unknown: 'Account suspended because the connection to your bank was lost.',
      awaiting: (bank: string, last4: string) =>
        `Account suspended until your account at ${bank} ending in ${last4} is confirmed: enter the two micro-deposits.`,
      locked: (bank: string, last4: string) =>
        `Account suspended, and your account at ${bank} ending in ${last4} is locked: the amounts were wrong three times. Add another account, or contact Customer Service.`,
    },
    bankUnlinked: 'Bank disconnected.',
    bankUnlinkedSuspends: 'Bank disconnected. Reconnect it, or your account will be suspended.',
    reconnect: 'Reconnect bank',
    accounts: 'Bank accounts',
    bankLocked: (bank: string, last4: string) =>
      `Bank account locked: the amounts for ${bank} ending in ${last4} were wrong three times. Add another account, or contact Customer Service.`,
    validationNeeded: (bank: string, last4: string) =>
      `Bank not confirmed: enter the two micro-deposits to ${bank} ending in ${last4}.`,
    validate: 'Enter amounts',
    creditLineHold: {
      bank: 'Credit line on hold. You can spend once your bank account is confirmed.',
      line: 'Credit line on hold. You can spend once a credit line above zero is granted to your business.',
      bankAndLine:
        'Credit line on hold. You can spend once your bank account is confirmed and a credit line above zero is granted to your business.',
    },
    creditLineHoldInReview: {
      bank: 'Credit line on hold. You can spend once your bank account is confirmed and your application is approved.',
      /** In place of the review's own words. */
      line: 'Application in review, credit line on hold. You can spend once your application is approved with a credit line above zero.',
      bankAndLine:
        'Credit line on hold. You can spend once your bank account is confirmed and your application is approved with a credit line above zero.',
    },
    outstandingFees: 'Your account has outstanding fees!',
    outstandingFeesOwed: (amount: string) => `${amount} is due.`,
    seeFees: 'See the fees',
    dismissFees: 'Dismiss the notice about fees',
    dismissFailed: 'The notice could not be dismissed. Please try again.',
    unchecked: 'We could not check everything about your account.',
    pendingReviewPrepaid: 'Account in review. You can add funds and use cards once it is approved.',
    /** A cardholder can neither fund the business nor apply for it. */
    pendingReviewForCardholders: {
      Prepaid: 'Account in review. You can use your card once your business is approved.',
      Credit: 'Application in review. You can use your card once your business is approved.',
    },
    pendingReviewCredit: 'Application in review. You can use your credit line once it is approved.',
  },

  footer: {
    label: 'Legal and support',
    loadFailed: 'We could not load your card’s issuer and the support details.',
    terms: 'Terms and conditions',
    privacy: 'Privacy policy',
    cardUseGuide: 'Card use guide',
    services: 'Services agreement',
    eSign: 'E-Sign agreement',
    faq: 'FAQ',
    security: 'Security & Trust',
    contactUs: 'Contact Us',
    copyright: (years: string, company: string) => `© ${years} ${company}`,
    version: (version: string) => `Version ${version}`,
    issuedPrepaid: (card: string, bank: string, network: string) =>
      `${card} is issued by ${bank}, Member FDIC, under a license from ${network}, and holds prepaid funds: what has been added to the account can be spent.`,
    issuedCredit: (card: string, bank: string, network: string) =>
      `${card} is a commercial card issued by ${bank}, Member FDIC, under a license from ${network}, and draws on credit that was granted to the business; it is not for personal, family or household use.`,
    networks: { Visa: 'Visa U.S.A. Inc.', Mastercard: 'Mastercard International Incorporated' },
  },

  idle: {
    title: 'Auto logout',
    secondsLeft: (seconds: number) =>
      `You have been idle. For your security you will be logged out in ${seconds === 1 ? '1 second' : `${seconds} seconds`}.`,
    progress: 'Time left before you are logged out',
    resume: 'Resume',
  },
  loginAlertFailed: 'We could not check for new logins.',
  loginAlertUnknown: 'not checked for new logins',
  appearanceFailed: 'We could not load your theme.',
  newVersion: 'A new version of the Dashboard is now available. Please refresh the page to apply the updates',
  refresh: 'Refresh',
  suspicious:
    'Our system detected that you may have visited a malicious site. Your account access has been restricted.',

  notFound: {
    title: 'Page not found',
    text: 'The page you are looking for has moved, or the address was mistyped.',
    login: 'Login',
    goBack: 'Go back',
    goToDashboard: 'Go to dashboard',
    report: 'Report a broken link',
    captcha: 'Please confirm that you are not a robot, then report the link.',
    reporting: 'Sending your report',
    reported: (reference: string) => `Thank you. Your report ${reference} has reached support.`,
    notReported: 'We could not send your report. Please try again.',
  },
  autoLogout: {
    title: 'You were logged out',
    text: 'You were logged out for security reasons after being idle.',
    /** While it is not known whether the server has ended the session. */
    pendingTitle: 'You were idle',
    pendingText: 'For security reasons you are being logged out.',
    signInAgain: 'Sign in again',
  },
  back: { toLogin: 'Back to login', toDashboard: 'Back to the dashboard' },
};
