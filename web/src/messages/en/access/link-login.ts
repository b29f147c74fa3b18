/** Linking another login's accounts on My accounts (decision 037). */
export const linkLoginWords = {
  open: 'Link another login',
  heading: 'Link another login',
  intro:
    'If you have a second username, log in with it here. Its accounts move to your login, and you switch between them without logging in again.',
  consequence: (username: string) =>
    `From then on you open them as ${username}, and the other username stops working. We notify every confirmed address of both logins, and card details stay hidden for a day.`,
  onlyOwn: 'Link only a login of your own.',
  otherName: (name: string) =>
    `This login is not in the name of ${name}. Continue only if it is yours: its cards will be in your name.`,
  username: 'Username of the other login',
  password: 'Password of the other login',
  submit: 'Continue',
  submitting: 'Checking',
  captcha: 'Please confirm that you are not a robot, then continue.',
  cancel: 'Cancel',
  code: {
    label: 'Link the login',
    pending: 'Linking the login',
  },
  own: 'This is the login you are using. Please enter the username of the other one.',
  notLinkable: 'This login cannot be linked to yours. Please contact Customer Service.',
  needsFactor:
    'The other login has accounts that require a second factor. Confirm an email address, a phone or another factor of your own first.',
  over: 'This took too long. Please enter the password again.',
  linked: (accounts: number) =>
    accounts === 1
      ? '1 account was added to your login. We have notified both logins.'
      : `${accounts} accounts were added to your login. We have notified both logins.`,
} as const;
