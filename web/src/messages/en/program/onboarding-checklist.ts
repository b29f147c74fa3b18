import type { OnboardingNeed } from '@florin/contract/program/onboarding-checklist';

/** The steps that set a business up. */
export const onboardingWords = {
  intro: (business: string) => `What is left to set up ${business}.`,
  progress: (done: number, all: number) => `${done} of ${all} steps done`,
  allDone: 'All steps are done. Your business is set up.',
  leavesMenu: 'You will not find this list in the menu anymore.',
  toDashboard: 'Go to dashboard',
  loadFailed: 'We could not load the checklist.',
  done: 'Done',
  doneOn: (day: string) => `Done ${day}`,
  open: 'To do',
  producedFor: (name: string) => `A physical card for ${name} is being produced. A virtual card would work at once.`,
  /** What a step waits for, in place of its own text and link. */
  needs: {
    CARDHOLDER: {
      text: 'A card belongs to a cardholder, and you have none yet. Invite a cardholder first.',
      way: 'Invite a cardholder',
    },
    REGISTRATION: {
      text: 'The cardholder you invited has not registered yet. You can issue the card once they have.',
      way: 'See the invites',
    },
    ARRIVAL: {
      text: 'Your first deposit is on its way. Cards can be funded as soon as it arrives.',
      way: 'See the deposit',
    },
    CARD: { text: 'Issue the first card. Then you can move money to it.', way: 'Issue a card' },
  } satisfies Record<OnboardingNeed, { text: string; way: string }>,
  steps: {
    'connect-bank': {
      title: 'Connect a bank account',
      text: 'Add the account that your business pays from, and prove that it is yours.',
      way: 'Connect a bank account',
    },
    'add-funds': {
      title: 'Add funds',
      text: 'Send a first transfer from your bank. It can be spent or put on cards once it has arrived.',
      way: 'Bank transfers',
    },
    'invite-team': {
      title: 'Invite your team',
      text: 'Invite cardholders, or a second administrator who can step in for you.',
      way: 'Team members',
    },
    'write-policy': {
      title: 'Write the first spend policy',
      text: 'Say how much cards may spend, where and when. Purchases outside it are declined.',
      way: 'Write a policy',
    },
    'issue-card': {
      title: 'Issue the first card',
      text: 'A virtual card works at once; a physical one comes by mail.',
      way: 'Issue a card',
    },
    'fund-card': {
      title: 'Fund the first card',
      text: 'Your cards spend what you move to them from the business’s balance.',
      way: 'Fund cards',
    },
    'second-factor': {
      title: 'Turn on the second factor',
      text: 'A Secure Access Code keeps the account safe even if someone learns your password.',
      way: 'Account security',
    },
    'read-security-checklist': {
      title: 'Read the security checklist',
      text: 'Seven habits that keep your business’s money safe.',
      way: 'Security checklist',
    },
  },
} as const;
