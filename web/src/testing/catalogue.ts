/**
 * The error catalogue (specification, section 8): the words of its rows, as they stand there, by sentence. Where a row tells
 * what a message is about, these are the words that the message takes from it. Tests read what they expect from here, never
 * from the messages.
 */
export const catalogue = {
  '@8.1': 'Your account has been locked due to too many failed login attempts. Please contact Customer Service.',
  '@8.4': 'Incorrect username or password.',
  '@8.5': 'Unexpected error. Please contact Admin Support to confirm your contact information.',
  '@8.6': 'Please wait for few minutes before resending the validation code.',
  '@8.7': 'reply START to',
  '@8.8': 'We have resent you an email with your Secure Access Code.',
  '@8.9': 'Invalid Secure Access Code. Please check the code and enter it again.',
  '@8.10': 'Your Secure Access Code has expired. We have sent you a new one.',
  '@8.11': 'Too many attempts. We have sent you a new Secure Access Code.',
  '@8.12': 'Your device is authenticated but session is expired. Please try to login again.',
  '@8.13': 'card was registered by someone else since registration started',
  '@8.14': 'card was closed or cancelled by an administrator',
  '@8.16': 'ask another admin to update the profile or contact Admin Support',
  '@8.17': 'Your username has been sent to your email address.',
  '@8.18': 'Your new password must be different from your last three passwords.',
  '@8.19': 'There is a problem with your invitation. Please contact your business administrator for assistance.',
  '@8.20': 'Invite code expired or does not exist',
  '@8.21':
    'There is a problem with your reset password link. Please contact your business administrator for assistance',
  '@8.22': 'was a problem sending the verification code to',
  '@8.23': 'This link has expired. You cannot view card details anymore.',
  '@8.24': 'Card number was copied',
  '@8.26': 'Error loading devices.',
  '@8.30': 'Our system detected that you may have visited a malicious site. Your account access has been restricted.',
  '@8.31': 'Your account has outstanding fees!',
  '@8.32': 'This account was closed!',
} as const;
