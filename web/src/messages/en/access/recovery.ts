/** Forgot username, forgot password, reset password (specification, sections 2, 4, 5 and 8). */
export const recoveryWords = {
  captcha: 'Please confirm that you are not a robot.',
  back: { login: 'Back to login', 'add-account': 'Back to adding an account' },

  username: {
    heading: 'Forgot username',
    intro: 'We send your username to the email address we have on file for you.',
    email: 'Email',
    emailHint: 'The address that you or your business registered.',
    emailRequired: 'Email is required',
    emailFormat: 'Email needs to be in name@example.com format',
    submit: 'Send my username',
    submitting: 'Sending your username',
    sorryHeading: 'Sorry',
    sorryHelp: (phone: string, email: string) => `Admin Support: ${phone}, ${email}`,
    anotherEmail: 'Try another email',
  },

  password: {
    heading: 'Forgot password',
    intro: 'We email you a link to set a new password.',
    username: 'Username',
    usernameHint: 'Not your card number.',
    usernameRequired: 'Username is required.',
    cardNumber: 'That looks like a card number. Please enter your username.',
    forgotUsername: 'Forgot username?',
    submit: 'Send the link',
    submitting: 'Sending the link',
    sentHeading: 'Check your email',
    sent: (username: string) =>
      `If there is an account with the username ${username}, a link to set a new password is on its way to its email address.`,
    sentNext: 'The newest link works for two hours. If nothing arrives, check your spam folder and the username.',
    again: 'Use another username',
  },

  loginLink: {
    heading: 'Get a login link',
    intro:
      'After too many wrong passwords, devices we do not recognize are locked. A link to your email address unlocks this browser. You still need your password.',
    username: 'Username',
    usernameRequired: 'Username is required',
    submit: 'Email me a login link',
    submitting: 'Sending the link',
    sentHeading: 'Check your email',
    sent: (username: string) =>
      `If there is an account with the username ${username}, we have emailed it a login link. Open the link in this browser.`,
    sentNext:
      'We send at most one an hour, and each works for two hours. If you find no new email, use the newest login link you have.',
    again: 'Use another username',
    leaving: (name: string) =>
      `You are logged in as ${name}. The link you opened confirms this browser for another login, and logs ${name} out.`,
    opening: 'Confirming this browser',
    failedHeading: 'We could not open your link',
    retry: 'Try again',
  },

  reset: {
    reopen: {
      heading: 'Open your link again',
      intro:
        'For your safety, this page forgets your link when it is reloaded. Open the link in your email again: it works until you set a password or it expires.',
      goesOn: 'If you already confirmed here that it is you, you continue with your new password.',
      asked: (number: string) =>
        `You asked your administrators to confirm that it is you, with the number ${number}. Open the link in this browser to see whether they have.`,
      another: 'Send me a new link',
    },
    leaving: (name: string) =>
      `You are logged in as ${name}. The link you opened sets a new password. Setting it logs ${name} out of this browser.`,
    opening: {
      heading: 'Set a new password',
      intro:
        'First we confirm that it is you, with something other than your email. Do not reload this page: it would forget your link, and you would open it again.',
      submit: 'Continue',
      submitting: 'Checking your link',
    },
    confirmation: {
      heading: 'Confirm that it is you',
      intro: 'Your link was the first proof. Choose a second one.',
      legend: 'Confirm by',
      send: 'Send code',
      sending: 'Sending your code',
      next: 'Continue',
      passkeyWaiting: 'Waiting for your passkey',
      ask: 'Ask an administrator',
      asking: 'Asking your administrators',
    },
    method: {
      Passkey: 'Passkey',
      PhoneNumber: 'Text message',
      Authenticator: 'Authenticator app',
      BackupCode: 'Backup code',
      AdminConfirmation: 'Administrator',
    },
    methodDetail: {
      Passkey: 'One on this device, or on another one nearby',
      Authenticator: 'The six digits your app shows',
      BackupCode: 'One of the codes you have kept',
      AdminConfirmation: 'An administrator of your business confirms that it is you',
    },
    onlyAdmin: (phone: string) =>
      `Your email address is the only contact we have, so an administrator of your business has to confirm that it is you. If you need help, call ${phone}.`,
    requestAgain:
      'Your request has ended: an administrator declined it or took it back, a day has passed, or another browser has asked since. Talk to an administrator before you ask again.',
    none: (phone: string) => `There is no way left to confirm that it is you. Please call ${phone}.`,
    resend: {
      heading: 'The code was not sent',
      failed: (masked: string) => `There was a problem sending the verification code to ${masked}.`,
      failedAsking: 'There was a problem asking your administrators.',
      chooseAnother: 'Please choose a different method.',
      tryAgain: 'Please try again in a moment.',
      help: (phone: string) => `If none of these works for you, call ${phone}.`,
      helpWithOne: (phone: string) => `If this does not work for you, call ${phone}.`,
    },
    verification: {
      authenticator: 'Open your authenticator app and type the six digits it shows.',
      backupCode: 'Each backup code works once. Spaces and dashes do not matter.',
      refused: 'The Secure Access Code is invalid. Please check the code and enter it again.',
    },
    waiting: {
      heading: 'Waiting for your administrator',
      intro:
        'We have asked the administrators of your business to confirm that it is you. They see it on their dashboard.',
      number: 'They will ask you for this number:',
      stay: 'Check again once they have confirmed. If you close this page, open the link from your email in this browser again: another browser would have to send a new request.',
      help: (phone: string) => `If it takes too long, ask them yourself, or call ${phone}.`,
      check: 'Check again',
      checking: 'Checking',
    },
    password: {
      heading: 'Choose a new password',
      intro:
        'You will be logged in here, and logged out everywhere else. Do not reload this page: it would forget your link, and you would open it again.',
      loggedIn: (name: string) =>
        `${name} is logged in here. Setting the password logs ${name} out, and logs in the person whose password it is.`,
      submit: 'Set password and log in',
      submitting: 'Setting your password',
      notVerified: 'Please confirm once more that it is you.',
    },
  },
} as const;
