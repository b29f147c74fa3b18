import type { ErrorCode } from '@florin/contract/errors';
import { kitWords } from './en/kit/kit.ts';

const inviteInvalid = 'Invite code expired or does not exist';
const loginLinkInvalid = 'This login link has expired. You can get a new one.';
const resetLinkInvalid =
  'There is a problem with your reset password link. Please contact your business administrator for assistance';

/** The sentences that the sign-in page shows, in English. Those of other pages are in `en/`. */
export const en = {
  /** The refusals of any call and of the sign-in (specification, section 8); the others are in `en/refusals.ts`. */
  errors: {
    VALIDATION: 'Please check the marked fields.',
    MALFORMED_BODY: 'Something went wrong on this page. Please reload it and try again.',
    UNSUPPORTED_MEDIA_TYPE: 'Something went wrong on this page. Please reload it and try again.',
    BODY_TOO_LARGE: 'Your message is too long. Please shorten it and try again.',
    FOREIGN_ORIGIN: 'Please open the dashboard at its own address and try again.',
    TWO_CREDENTIALS: 'Please log out and log in again.',
    UNAUTHENTICATED: 'Please log in again.',
    SESSION_CHANGED: 'The login of this browser has changed in another tab. Please start again.',
    FORBIDDEN: 'Your account may not do that. Please ask your business administrator.',
    RESTRICTED:
      'Our system detected that you may have visited a malicious site. Your account access has been restricted.',
    NOT_FOUND: 'We could not find that. Please go back and try again.',
    METHOD_NOT_ALLOWED: 'Something went wrong on this page. Please reload it and try again.',
    UNKNOWN_HOST: 'Please open the dashboard at its own address.',
    TOO_MANY_REQUESTS: 'Too many requests. Please try again later.',
    BUSY: 'We are very busy right now. Please try again in a moment.',
    OUT_OF_SERVICE: 'The site is out of service. Please try again later.',
    UNAVAILABLE: 'Our service is interrupted for a moment. Please try again in a few seconds.',
    UNEXPECTED: 'Something went wrong on our side. Please try again.',
    INVALID_CREDENTIALS: 'Incorrect username or password.',
    LOCKED: 'Your account has been locked due to too many failed login attempts. Please contact Customer Service.',
    RECAPTCHA_LOCK: 'Please confirm that you are not a robot, then log in.',
    MFA: 'Enter your Secure Access Code to continue.',
    MFA_EMAIL_NOT_EXISTS: 'Unexpected error. Please contact Admin Support to confirm your contact information.',
    RESEND_LIMIT_REACHED: 'Please wait for few minutes before resending the validation code.',
    STOP_LIST_REQUESTED: 'You asked us to stop sending texts. To receive them again, reply START to {phone}.',
    DELIVERY_DELAYED:
      'We could not send your code just now. We keep trying; you can also resend it or choose another way.',
    InvalidCodeFormat: 'Invalid Secure Access Code. Please check the code and enter it again.',
    MFA_INVALID_CODE: 'Invalid Secure Access Code. Please check the code and enter it again.',
    MFA_CODE_EXPIRED: 'Your Secure Access Code has expired. We have sent you a new one.',
    MFA_MAX_ATTEMPT_LIMIT_REACHED: 'Too many attempts. We have sent you a new Secure Access Code.',
    MFA_SESSION_EXPIRED: 'Your device is authenticated but session is expired. Please try to login again.',
    PASSKEY_INVALID: 'That passkey did not work. Please try again or choose another way.',
    INVITE_INVALID: inviteInvalid,
    LOGIN_LINK_INVALID: loginLinkInvalid,
    RESET_LINK_INVALID: resetLinkInvalid,
    REFRESH_TOKEN_INVALID: 'Please log in again.',
  } satisfies Partial<Record<ErrorCode, string>>,

  /** Sign-in and the second factor. */
  login: {
    codeTitle: 'Secure Access Code',
    heading: 'Log in to your dashboard',
    intro: (program: string) => `Use your ${program} username.`,
    username: 'Username',
    password: 'Password',
    forgotUsername: 'Forgot username?',
    forgotPassword: 'Forgot password?',
    submit: 'Log in',
    submitting: 'Logging in',
    passkey: 'Log in with a passkey',
    passkeyWaiting: 'Waiting for your passkey',
    help: 'Help',
    leaveProgram: (name: string) => `Not ${name}?`,
    demoPeople: 'Demo people',
    outbox: 'Outbox',
    newCard: 'New card?',
    loginLink: 'Email me a login link',
    register: 'Register it here',
    usernameRequired: 'Username is required',
    passwordRequired: 'Password is required',
    apologies: {
      heading: 'Our apologies',
      text: 'The dashboard is out of service right now. Your cards keep working.',
      noNews: 'Please try again in a little while.',
      tryAgain: 'Try again',
      looking: 'Checking availability',
      notYet: 'Still unavailable. This page checks again automatically.',
    },
    announcements: 'Announcements',
    /** For people whom another page has sent to the login page. */
    notices: {
      inviteInvalid: { severity: 'error', text: inviteInvalid },
      resetLinkInvalid: {
        severity: 'error',
        text: resetLinkInvalid,
        more: 'You can also request a new link with “Forgot password?”.',
      },
      suspicious: {
        severity: 'warning',
        text: 'You were logged out because our system detected that you may have visited a malicious site.',
      },
      loggedOutElsewhere: { severity: 'info', text: 'You were logged out in another tab.' },
      loginRequired: { severity: 'info', text: 'Please log in to open that page.' },
      sessionEnded: { severity: 'info', text: 'Your session has ended. Please log in again.' },
      loginLinkInvalid: { severity: 'error', text: loginLinkInvalid },
      browserConfirmed: {
        severity: 'success',
        text: 'This browser is confirmed. Log in with your username and password within an hour.',
      },
      usernameSent: { severity: 'success', text: 'Your username has been sent to your email address.' },
    },

    captcha: {
      label: 'I am not a robot',
      working: 'Checking… this takes a few seconds',
      solved: 'Verified',
      failed: 'The check did not work.',
      retry: 'Try again',
      loading: 'Loading the check',
    },

    splash: {
      regular: {
        heading: 'Corporate charge cards on your terms',
        text: 'Set the rules before anyone pays. Every purchase is checked against them, and a declined one says why.',
        virtualCard: 'Virtual card',
        chip: 'Purchase approved',
        chipDetail: 'Within the limit of the card',
      },
      'cardholder-workflows': {
        heading: 'Ask, get a yes, spend',
        text: 'Cardholders request funds from their phone, an administrator approves, and the card is ready in seconds.',
        steps: [
          { title: 'Funds requested', detail: 'Team lunch with a customer' },
          { title: 'Approved', detail: 'By the business administrator' },
          { title: 'Card ready', detail: 'Spend at the merchants that the policy allows' },
        ],
      },
      'ai-gl-coding': {
        heading: 'AI-powered GL coding',
        text: 'Coming soon: each purchase will arrive with a suggested ledger account, for you to confirm.',
        rows: [
          { merchant: 'Airline ticket', account: '6210 Travel' },
          { merchant: 'Design software', account: '6450 Software' },
          { merchant: 'Office supplies', account: '6120 Office' },
        ],
        suggested: 'Suggested',
        confirmed: 'Confirmed',
      },
    },
  },

  /** Words of the building blocks. */
  kit: kitWords,

  /** What did not work, where no screen has a sentence of its own. */
  failure: {
    title: 'Something went wrong',
    page: 'We could not load this page.',
    account: 'We could not load your account.',
    tryAgain: 'Please try again.',
    retry: 'Try again',
    network: 'We could not reach the server. Please check your connection and try again.',
  },
  /** A logout that the server has not confirmed. */
  pendingLogout: {
    failed:
      'You may still be logged in: the server did not answer. We keep trying. Please stay until you are logged out.',
    done: 'You are logged out.',
  },
  loggingOut: 'Logging you out…',
  signedInElsewhere: { text: 'You are logged in from another tab.', goOn: 'Continue' },
} as const;
