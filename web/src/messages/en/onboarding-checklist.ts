/** The steps that set a business up. */
export const onboardingWords = {
  intro: (business: string) => `What is left to set up ${business}.`,
  progress: (done: number, all: number) => `${done} of ${all} steps done`,
  allDone: 'All steps are done. Your business is set up.',
  loadFailed: 'We could not load the checklist.',
  done: 'Done',
  open: 'To do',
  steps: {
    'connect-bank': {
      title: 'Connect a bank account',
      text: 'Add the account that your business pays from and confirm it with two micro-deposits.',
      way: 'Connect a bank account',
    },
    'add-funds': {
      title: 'Add funds',
      text: 'Send a first transfer from your bank. Cards work as soon as it arrives.',
      way: 'Get transfer details',
    },
    'invite-team': {
      title: 'Invite your team',
      text: 'Invite cardholders, or a second administrator who can step in for you.',
      way: 'Team members',
    },
    'issue-card': {
      title: 'Issue the first card',
      text: 'A cardholder gets a card once the invitation is accepted.',
      way: 'Team members',
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
