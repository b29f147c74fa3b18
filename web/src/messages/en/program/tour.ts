/** The product tour: a few stops, each a heading and a sentence. */
export const tourWords = {
  label: 'Product tour',
  skip: 'Skip the tour',
  next: 'Next',
  back: 'Back',
  finish: 'Done',
  start: 'Show me around',
  progress: (step: number, of: number) => `${step} of ${of}`,
  stops: {
    welcome: {
      title: 'Welcome to your dashboard',
      text: 'Take a minute to see where everything is. You can leave the tour at any time.',
    },
    account: {
      title: 'Your account',
      text: 'The account you are in and what you can spend. With several accounts, switch between them here.',
    },
    navigation: {
      title: 'Where things are',
      text: 'Every area you have access to. Collapse the sidebar for more room.',
    },
    menu: { title: 'Where things are', text: 'Your accounts and every area you have access to are in this menu.' },
    help: { title: 'Help', text: 'Guides and answers on the support site.' },
    profile: {
      title: 'You and your security',
      text: 'Your profile, recent logins and the security checklist. The shield warns you when a new device has logged in.',
    },
  },
};
