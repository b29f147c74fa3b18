import { numberText } from '../../number-text.ts';

/** Adding an account, and the pages that list the linked ones. */
export const accountsWords = {
  add: {
    heading: 'Log in to another account',
    intro: 'Log in with the username of the other account. This browser then shows that account.',
    introSignedIn: (name: string) =>
      `You are logged in as ${name}. If you log in here, you are logged out of it, and the two logins stay separate. To use both with one login, link the other one on My accounts.`,
    back: 'Back to my accounts',
    noLogin: 'No username yet?',
    register: 'Enter new card details',
  },
  mine: {
    username: 'Username',
    list: 'Your open accounts',
    otherAccount: 'Log in to another account',
    newCard: 'Enter new card details',
    help: 'Need help?',
    none: 'None of your accounts is open. Please contact Customer Service.',
    signedOut: 'Log in to see your accounts and to switch between them.',
    logIn: 'Log in',
    viewAll: (closed: number) =>
      closed === 1 ? 'View all, including 1 closed' : `View all, including ${numberText(closed)} closed`,
  },
  linked: {
    intro: 'Every account you can switch to. Closed accounts stay listed but cannot be opened.',
    more: 'Log in to another account, or enter a new card',
    search: 'Search accounts',
    placeholder: 'Business, name or digits',
    found: (found: number, all: number) =>
      found === all
        ? all === 1
          ? '1 account'
          : `${numberText(all)} accounts`
        : `${numberText(found)} of ${numberText(all)} accounts`,
    nothing: (typed: string) => `No account matches “${typed}”.`,
    clear: 'Clear the search',
  },
  row: {
    switch: 'Switch',
    switchTo: (account: string) => `Switch to ${account}`,
    cannotSwitch: 'Closed accounts cannot be opened.',
  },
  failed: 'We could not load your linked accounts.',
} as const;
