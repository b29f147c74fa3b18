import type { ChecklistItem } from '@florin/contract/access/security-checklist';

/** The seven items of the security checklist (specification, section 2); `open` says what is left to do. */
export const securityChecklistWords = {
  signedOut: 'Seven habits that keep your account safe. Log in to see how you are doing.',
  logIn: 'Log in',
  intro: 'Seven habits that keep your account safe. We check what we can.',
  loading: 'Loading the checklist',
  loadFailed: 'We could not load the checklist.',
  restricted: 'The checklist is not shown while your account access is restricted.',
  done: 'Done',
  open: 'To do',
  items: {
    'bookmark-dashboard': {
      title: 'Bookmark the dashboard',
      text: 'Always use the official dashboard site. Open it from your own bookmark, never from a link in a message or an ad: fake login pages look real.',
    },
    'beware-of-phishing': {
      title: 'Beware of phishing',
      text: 'Nobody from our team asks for your password, a code or a full card number. Do not give them to anyone who calls or writes.',
    },
    'enable-multi-factor': {
      title: 'Enable multi-factor authentication',
      text: 'With a second factor, someone who knows your password still cannot log in on a new device.',
      open: 'A new device currently asks only for your password.',
    },
    'monitor-activity': {
      title: 'Monitor account activity',
      text: 'Look at your logins and transactions often, and tell us about anything you do not recognize.',
    },
    'keep-info-updated': {
      title: 'Keep info updated',
      text: 'Codes and warnings go to your email addresses and phones. Remove the ones you no longer use.',
    },
    'remove-former-users': {
      title: 'Remove former users',
      text: 'Close the accounts and cards of people who have left.',
      open: 'A closed account of your business is still logged in, or its card is not closed.',
    },
    'enable-spend-policies': {
      title: 'Enable spend policies',
      text: 'Limits by amount, category and day keep a lost card from becoming a loss.',
    },
  } satisfies Record<ChecklistItem, { title: string; text: string; open?: string }>,
  links: {
    loginActivity: 'See login activity',
    security: 'Open account security',
    profile: 'Open my profile',
    teamMembers: 'See team members',
  },
} as const;
