import type { ErrorCode } from '@florin/contract/errors';
import { kitWords } from './en/kit/kit.ts';

const inviteInvalid = 'Invite code expired or does not exist';
const loginLinkInvalid = 'This login link has expired. You can get a new one.';
const resetLinkInvalid =
  'There is a problem with your reset password link. Please contact your business administrator for assistance';

/** Every sentence people read, in English. An error code without words does not compile. */
export const en = {
  /** One sentence for each refusal that says what to do; wording of the specification, section 8, where it has one. */
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
    STEP_UP_REQUIRED: 'Please confirm that it is you, then try again.',
    PASSKEY_INVALID: 'That passkey did not work. Please try again or choose another way.',
    MFA_REQUIRED: 'Your business or your role requires a second factor, so it cannot be switched off.',
    LAST_FACTOR: 'This is your last way to get a code. Please add another one first.',
    FACTOR_LIMIT_REACHED: 'You have as many as you can have. Please remove one first.',
    CONTACT_LIMIT_REACHED: 'You have as many addresses as you can have. Please remove one first.',
    PHONE_NOT_ALLOWED: 'Please enter a valid phone number of one of the listed countries.',
    CARD_NOT_FOUND: 'Card number is incorrect!',
    VERIFICATION_CODE_INVALID: 'Verification code is incorrect!',
    VERIFICATION_LOCKED:
      'Too many wrong codes for this card. Get a link instead, or ask your business administrator to unlock it.',
    REGISTRATION_EXPIRED: 'Your registration has expired. Please start again.',
    REGISTRATION_LINK_INVALID: 'This link has expired, or its card is registered already.',
    ALREADY_REGISTERED:
      'This card was registered by someone else since registration started. Please check the number and start again.',
    CARD_CLOSED_OR_CANCELLED:
      'This card was closed or cancelled by an administrator. Please ask your business administrator.',
    USERNAME_NOT_AVAILABLE: 'This username is already taken.',
    PASSWORD_REJECTED: 'Please choose a stronger password.',
    INVITE_INVALID: inviteInvalid,
    INVITE_LIMIT_REACHED: 'Too many invites have been sent for now. Please try again later.',
    INVITE_ALREADY_PENDING: 'That address has been invited already. You can send the invite again.',
    INVITE_NOT_PENDING: 'That invite is no longer open. Please reload the list.',
    BUSINESS_NOT_OPEN: 'Your business is not open, so this cannot be done. Please contact Customer Service.',
    VENDOR_LINK_EXPIRED: 'This link has expired. You cannot view card details anymore.',
    VENDOR_LINK_OVER: 'That link is used, revoked or expired already. Please reload the list.',
    VENDOR_LINK_DATE_PASSED: 'The date to pay by has passed. Please send the card details with a new date.',
    HELD_AFTER_CHANGE:
      'Your password was reset or the way you log in has changed. For your safety, card details can be shown and sent again from {until}.',
    CARD_NOT_VIEWABLE: 'This card or its business is not active, so its details cannot be shown.',
    BANK_UNAVAILABLE: 'Bank accounts cannot be added right now. Please contact Customer Service.',
    BANK_LINK_FAILED: 'The bank could not be connected.',
    BANK_ACCOUNT_EXISTS: 'Your business has this bank account already.',
    BANK_ACCOUNT_LIMIT_REACHED: 'Your business has as many bank accounts as it can have.',
    DEPOSITS_NOT_SENT: 'The micro-deposits are not on their way yet. Please try again in a moment.',
    DEPOSIT_AMOUNTS_WRONG: 'These are not the amounts we sent. Please check your bank statement.',
    VALIDATION_LOCKED: 'All three tries were wrong, so this bank account is locked. Please contact Customer Service.',
    VALIDATION_OVER: 'This bank account is confirmed already.',
    FUNDS_LINK_INVALID: 'This link has expired or was used. Please ask your business administrator.',
    '1': 'Your new password must be different from your last three passwords.',
    '8': 'Several accounts exist for this email. Please ask another admin to update the profile or contact Admin Support.',
    USERNAME_IS_CARD_NUMBER: 'That looks like a card number. Please enter your username.',
    LOGIN_LINK_INVALID: loginLinkInvalid,
    RESET_LINK_INVALID: resetLinkInvalid,
    RESET_NOT_VERIFIED: 'Please enter your Secure Access Code first.',
    CONFIRMATION_PENDING: 'No administrator has confirmed yet. Please try again later.',
    TICKET_INVALID: 'That login link has expired. Please log in.',
    REFRESH_TOKEN_INVALID: 'Please log in again.',
    ICON_INVALID: 'Please choose a PNG, JPEG or WebP image.',
    ACCOUNT_NOT_AVAILABLE: 'That account is closed or no longer linked. Please choose another one.',
    AGREEMENT_CHANGED: 'Your agreement has changed meanwhile. Please read the current version.',
    CARD_STATE: 'The state of this card does not allow that. Please reload the page.',
    CARD_LIMIT_REACHED: 'No more cards can be issued for now. Please try again tomorrow.',
    PIN_REJECTED: 'That PIN is too easy to guess. Please choose another one.',
    CARD_PROOF_WRONG: 'These are not the last four digits and the expiry of this card.',
    POLICY_INVALID: 'The rules contradict each other. Please change the marked ones.',
    VERSION_CONFLICT: 'Someone else has changed this since you opened it. Please look at the change.',
    INSUFFICIENT_FUNDS: 'The balance is too low. Please choose a smaller amount or add funds first.',
    REQUEST_NOT_PENDING: 'This request has been decided or canceled already.',
    STEP_NOT_POSSIBLE: 'That is not possible anymore. Please reload the page.',
    IDEMPOTENCY_KEY_REUSED: 'Something went wrong on this page. Please reload it and try again.',
    PROCESSOR_UNAVAILABLE: 'Our card processor does not answer. Please try again in a few minutes.',
    PERMISSIONS_NOT_CHANGEABLE: 'You cannot change these permissions. Please ask another administrator.',
    ONLY_ADMINISTRATOR: 'Nobody else could approve. Please invite another administrator first.',
    SECOND_ADMINISTRATOR_REQUIRED:
      'Another administrator has to approve this. We have asked them. Please do this again once one has.',
    OWN_CHANGE: 'You have asked for this yourself, so another administrator has to decide.',
    OWN_CARD: 'A card of your own is among them: another administrator has to do that.',
  } satisfies Record<ErrorCode, string>,

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
