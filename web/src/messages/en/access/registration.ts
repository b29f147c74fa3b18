import type { RegistrationMode } from '@florin/contract/access/registration';

/** A sentence with the person’s name; without it after a reload, which keeps no name. */
const to = (firstName: string | null, sentence: string) =>
  firstName === null ? `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}` : `${firstName}, ${sentence}`;

/** The words of the registration wizard; where the specification has a wording (sections 2, 5 and 8), it stands here. */
export const registrationWords = {
  steps: 'Steps of the registration',
  stepOf: (number: number, count: number) => `Step ${number} of ${count}`,
  stepNames: {
    card: 'Card number',
    code: 'Verify identity',
    details: 'Your details',
    account: 'Setup account',
    login: 'Log in',
    done: 'All set',
  },
  stepDone: 'done',
  opening: 'Opening your registration',
  continue: 'Continue',
  back: 'Go back',
  anotherCard: 'Use another card',
  confirm: {
    heading: (name: string) => `Are you ${name}?`,
    intro: 'A registration was started in this browser and is not finished.',
    yes: 'Yes, continue',
    no: 'No, start over',
  },
  captcha: 'Please confirm that you are not a robot, then continue.',
  tooMany: (wait: string) =>
    `There were too many attempts. Please try again in ${wait}, or ask your business administrator.`,
  invitationHeading: 'Your invitation',
  invitationProblem:
    'There is a problem with your invitation. Please contact your business administrator for assistance.',
  invitationUsed: 'This invitation has been used already.',
  invitationUsedOf: (business: string) => `The invitation of ${business} has been used already.`,
  invitationNotYou: 'If that was not you, please tell your business administrator.',
  visitorFailed: 'We could not check who is logged in here.',
  backToAccounts: 'Back to my accounts',
  addedTo: {
    default: (name: string, username: string) => `The card will be added to ${name} (${username}).`,
    invite: (name: string, username: string) => `The business will be added to ${name} (${username}).`,
  },
  notYou: 'Not you? Log out',

  card: {
    heading: 'Register your card',
    intro: 'Have your card ready. You need its 16 digits.',
    label: 'Card number',
    placeholder: '0000 0000 0000 0000',
    required: 'Card number field is required!',
    incorrect: 'Card number is incorrect!',
    checking: 'Checking your card',
    already: 'Already registered?',
    logIn: 'Log in',
    or: 'or',
    resetPassword: 'reset your password',
    proven: (last4: string) => `You have verified your card ending in ${last4} already.`,
    goOn: 'Continue your registration',
  },

  code: {
    heading: 'Verify identity',
    intro: (last4: string) => `Enter the verification code for the card ending in ${last4}.`,
    label: 'Verification code',
    placeholder: '1234 or 123456',
    required: 'Verification code is required!',
    incorrect: 'Verification code is incorrect!',
    tooLong: 'A verification code has at most 6 characters.',
    hintLate: 'If the code has not arrived after 10 minutes, check spam or ask an administrator.',
    hintYear: 'Some organizations use the four-digit birth year as the code.',
    checking: 'Checking your code',
    resent: 'We have sent your verification code again.',
    heldBack:
      'We sent a code for this card a moment ago. If it does not work here, get a new one when the countdown ends.',
    otherCard: 'This is not the card you started with. Please enter its number, or go back to use another card.',
    numberAgain: 'Please enter it again: it is not kept on this device.',
  },

  link: {
    heading: 'Register with a link',
    intro:
      'A link to the email address or phone we have on file replaces the verification code. Wrong codes do not lock it.',
    ask: 'Send me a link instead',
    submit: 'Send the link',
    submitting: 'Sending the link',
    sentHeading: { Email: 'Check your email', PhoneNumber: 'Check your texts' },
    sent: {
      Email: 'We have sent a link to the email address on file. Open it in this browser, within two hours.',
      PhoneNumber: 'We have sent a link to the phone on file. Open it in this browser, within twelve hours.',
    },
    ago: (minutes: number) => {
      if (minutes < 60) return minutes === 1 ? 'a minute' : `${minutes} minutes`;
      const hours = Math.floor(minutes / 60);
      return hours === 1 ? 'an hour' : `${hours} hours`;
    },
    sentBefore: {
      Email: (ago: string) =>
        `We sent a link to the email address on file ${ago} ago, and it still works. Open it in this browser. We send at most one an hour.`,
      PhoneNumber: (ago: string) =>
        `We sent a link to the phone on file ${ago} ago, and it still works. Open it in this browser. We send at most one in six hours.`,
    },
    opening: 'Opening your link',
    failedHeading: 'We could not open your link',
    numberFirst: 'Enter your card number in this browser first. Then open the link again.',
    toCard: 'Enter card number',
    retry: 'Try again',
    back: 'Back to the code',
  },

  details: {
    heading: 'Your details',
    intro: {
      default: (business: string) => `${business} has issued this card to you. Please check your details.`,
      invite: (business: string) => `${business} has invited you. Please check your details.`,
      'link-user': (business: string) => `${business} has issued this card to you. Please check your details.`,
      login: (business: string) => `${business} is about to be added to your login. Please check your details.`,
    } satisfies Record<RegistrationMode, (business: string) => string>,
    firstName: 'First name',
    middleName: 'Middle name',
    lastName: 'Last name',
    optional: 'Optional',
    nameOnCard: 'Name on card',
    nameOnCardHint: 'As printed; your business administrator can change it.',
    dateOfBirth: 'Date of birth',
    datePlaceholder: 'MM/DD/YYYY',
    dateRequired: 'Date of birth is required',
    dateFormat: 'Please enter the date as MM/DD/YYYY.',
    noSuchDay: 'Please enter a valid date.',
    inFuture: 'Please enter a day in the past.',
    tooYoung: 'You must be at least 13 years old.',
    tooOld: 'Please enter a day in the last 120 years.',
    homePhone: 'Home phone',
    homeRequired: 'Home phone is required',
    mobilePhone: 'Mobile phone',
    mobileHint: 'Leave it empty if it is the same as your home phone.',
    countryOf: (phone: string) => `${phone}: country`,
    country: (name: string, dialingCode: string) => `${name} (${dialingCode})`,
    phoneFormat: 'Please enter a valid phone number of the chosen country.',
    firstNameRequired: 'First name is required',
    lastNameRequired: 'Last name is required',
    submitting: 'Saving your details',
    link: 'Add to my login',
    haveLogin: 'Already have a username?',
    logIn: 'Log in instead',
  },

  account: {
    heading: 'Setup account',
    intro: 'Choose how you will log in.',
    username: 'Username',
    usernameHint: 'Use your email or a custom username.',
    usernameRequired: 'Username is required',
    usernameTooLong: 'Username can have at most 80 characters.',
    usernamePattern: 'User name may only include letters, numbers and the following punctuation symbols: @_.+',
    userNameNotAvailable: 'This username is already taken.',
    usernameForeign: 'Please use your own email, or a username without @.',
    usernameAlike: 'Please use letters of one alphabet only, without invisible characters.',
    usernameIsCard: 'This looks like a card number. Please choose another username.',
    turnOnMfa: 'Turn on enhanced security',
    turnOnMfaHint: 'You get a Secure Access Code when you log in on a device we do not recognize.',
    submit: 'Create account',
    submitting: 'Creating your account',
    accepts: 'By creating an account, you accept the',
    and: 'and the',
    privacy: 'How your data is used is described in the',
  },

  login: {
    heading: 'Log in to add this account',
    intro: (business: string) => `Log in with the username you have. ${business} will be added to it.`,
    noLogin: 'No username yet?',
    registerInstead: 'Register instead',
  },

  done: {
    heading: 'All set',
    text: (firstName: string | null) => to(firstName, 'your card is registered.'),
    textInvite: (firstName: string | null) => to(firstName, 'you have joined.'),
    textJoined: (firstName: string | null) => to(firstName, 'the card was added to your login.'),
    textJoinedInvite: (firstName: string | null) => to(firstName, 'the business was added to your login.'),
    loggedIn: 'You are logged in with your new username.',
    logInNow: 'Log in with your new username. With enhanced security, a code comes next.',
    guideIntro: 'New here? The guide takes five minutes.',
    guide: 'Cardholder quick-start guide',
    support: (phone: string) => `Questions? Call us at ${phone}.`,
    administrator: (email: string) => `Your contact for this card is ${email}.`,
    administratorNoCard: (email: string) => `Your contact is ${email}.`,
    another: 'Register another card',
    cardholderLogin: 'Cardholder login',
    login: 'Log in',
    dashboard: 'Go to dashboard',
    someoneElse: (name: string, username: string) =>
      `${name} (${username}) is logged in here. To log in with the new username, log out first.`,
    logOutAndIn: 'Log out and log in',
  },
} as const;
