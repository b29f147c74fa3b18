/**
 * The error catalogue (specification, section 8), row by row: the story in which a person meets it, and the words that the
 * story reads from the screen.
 */
export interface CatalogueRow {
  situation: string;
  /** A file of e2e. */
  file: string;
  /** The beginning of the story's title. */
  story: string;
  says: readonly string[];
}

const invalidCode = 'Invalid Secure Access Code. Please check the code and enter it again.';
const linkProblem =
  'There is a problem with your reset password link. Please contact your business administrator for assistance';

const row = (situation: string, file: string, story: string, ...says: string[]): CatalogueRow => ({
  situation,
  file,
  story,
  says,
});

export const catalogue: readonly CatalogueRow[] = [
  row(
    'Login LOCKED',
    'login.e2e.ts',
    'names the lock, also for a name that does not exist',
    'Your account has been locked due to too many failed login attempts. Please contact Customer Service.',
  ),
  row('Login MFA', 'mfa.e2e.ts', 'leads straight to the code', 'Secure Access Code'),
  row('Login RECAPTCHA_LOCK', 'login.e2e.ts', 'asks for a captcha after the third failure', 'not a robot'),
  row(
    'Any other login error',
    'login.e2e.ts',
    'says the same for a wrong password and an unknown name',
    'Incorrect username or password.',
  ),
  row(
    'MFA_EMAIL_NOT_EXISTS',
    'mfa.e2e.ts',
    'nobody to send to',
    'Unexpected error. Please contact Admin Support to confirm your contact information.',
  ),
  row(
    'RESEND_LIMIT_REACHED',
    'mfa.e2e.ts',
    'a code can be sent again, within limits',
    'Please wait for few minutes before resending the validation code.',
  ),
  row('STOP_LIST_REQUESTED', 'mfa.e2e.ts', 'a phone on the STOP list', 'reply START to +1 555 010 0199'),
  row(
    'STOP_LIST_REQUESTED, in the registration',
    'registration-refusals.e2e.ts',
    'a phone that has said STOP gets no code',
    'To receive them again, reply START to +1 555 010 0199.',
  ),
  row(
    'Resend success',
    'mfa.e2e.ts',
    'a code can be sent again, within limits',
    'We have resent you an email with your Secure Access Code.',
  ),
  row('Access code 400: InvalidCodeFormat', 'mfa.e2e.ts', 'no six digits, and sent all the same', invalidCode),
  row('Access code 400: MFA_INVALID_CODE', 'mfa.e2e.ts', 'wrong: says so and takes the right one', invalidCode),
  row(
    'MFA_CODE_EXPIRED',
    'mfa.e2e.ts',
    'expired: a new one comes',
    'Your Secure Access Code has expired. We have sent you a new one.',
  ),
  row(
    'MFA_MAX_ATTEMPT_LIMIT_REACHED',
    'mfa.e2e.ts',
    'wrong five times: a new one comes',
    'Too many attempts. We have sent you a new Secure Access Code.',
  ),
  row(
    'MFA_SESSION_EXPIRED',
    'mfa.e2e.ts',
    'right but late: the device is known',
    'Your device is authenticated but session is expired. Please try to login again.',
  ),
  row(
    'ALREADY_REGISTERED',
    'registration-refusals.e2e.ts',
    'when somebody else has registered the card since',
    'This card was registered by someone else since registration started.',
    'Register your card',
  ),
  row(
    'CARD_CLOSED_OR_CANCELLED',
    'registration-refusals.e2e.ts',
    'when an administrator has closed the card since',
    'This card was closed or cancelled by an administrator.',
  ),
  row(
    'USERNAME_NOT_AVAILABLE or 409, on blur',
    'registration-fields.e2e.ts',
    'a username has its letters',
    'This username is already taken.',
  ),
  row(
    'USERNAME_NOT_AVAILABLE or 409, back to the field',
    'registration-fields.e2e.ts',
    'a username that somebody else takes meanwhile',
    'This username is already taken.',
  ),
  row(
    'Forgot username, code 8',
    'forgot.e2e.ts',
    'several accounts for the address: Sorry',
    'Several accounts exist for this email. Please ask another admin to update the profile or contact Admin Support.',
  ),
  row(
    'Forgot username success',
    'forgot.e2e.ts',
    'sends it, and the login page says so',
    'Your username has been sent to your email address.',
  ),
  row(
    'Reset error code 1',
    'recovery.e2e.ts',
    'must be different from the last three',
    'Your new password must be different from your last three passwords.',
  ),
  row(
    'Invite resolver failure',
    'invites.e2e.ts',
    'an invite that cannot be resolved at',
    'There is a problem with your invitation. Please contact your business administrator for assistance.',
  ),
  row(
    'Invite code invalid or expired',
    'invites.e2e.ts',
    'an unknown code at',
    'Invite code expired or does not exist',
  ),
  row(
    'Reset link failure: made up',
    'recovery.e2e.ts',
    'that is made up, or has no code: its sentence on the login page',
    linkProblem,
  ),
  row('Reset link failure: spent', 'recovery.e2e.ts', 'two proofs, a new password, and in', linkProblem),
  row(
    'Send-code failure on reset page',
    'recovery-proofs.e2e.ts',
    'a phone on the STOP list: Resend names the target',
    'There was a problem sending the verification code to •',
    'Please choose a different method.',
  ),
  row(
    'Login activity load failure',
    'login-activity.e2e.ts',
    'a snackbar says so, nothing counts as seen',
    'Error loading devices.',
  ),
  row(
    'Login activity load-more failure',
    'login-activity.e2e.ts',
    'also when more are loaded',
    'Error loading devices.',
  ),
  row('Sidebar load failure', 'shell.e2e.ts', '${what}: an error state without words', 'Try again'),
  row(
    'Suspicious site',
    'session.e2e.ts',
    'a suspicious login is told',
    'Our system detected that you may have visited a malicious site. Your account access has been restricted.',
  ),
  row(
    'Banners: all accounts closed',
    'linked-accounts.e2e.ts',
    'a closed account gives way to the first open one',
    'This account was closed!',
  ),
  row(
    'Any error on API: before a session',
    'failures.e2e.ts',
    'at the login',
    'Something went wrong on our side. Please try again.',
    'Error ID',
  ),
  row('Any error on API: the snackbar', 'failures.e2e.ts', 'in a session', 'Error ID'),
  row(
    'Vendor link without token',
    'vendor-links.e2e.ts',
    'is told the same whatever has become of the link',
    'This link has expired. You cannot view card details anymore.',
  ),
  row('Copy success', 'vendor-links.e2e.ts', 'sees everything the business shares, once', 'Card number was copied'),
  row('Copy failure', 'vendor-links.e2e.ts', 'says so when the card number cannot be copied', 'Something went wrong.'),
  row('Unknown route', 'routes.e2e.ts', '404, with a way to the login page', '404'),
  row(
    'Preference load failure',
    'preferences.e2e.ts',
    'the icon of a business: drawn small, shown to everyone of it, and hidden where it cannot be loaded',
    "page.route('**/api/business/preferences', (route) => route.fulfill({ status: 500",
    'expect(icon).toHaveCount(0)',
  ),
  row(
    'Banners: outstanding fees',
    'banners.e2e.ts',
    'several at once, in their order',
    'Your account has outstanding fees!',
  ),
];
