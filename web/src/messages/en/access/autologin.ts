/** /autologin: a ticket signs the browser in (reading 8). */
export const autologinWords = {
  signingIn: 'One moment, please.',
  askHeading: 'Leave your current session?',
  ask: (name: string) => `You are logged in as ${name}. The link you opened starts another session in its place.`,
  goOn: 'Continue with the link',
  stay: (name: string) => `Stay logged in as ${name}`,
  failedHeading: 'This link did not work',
  retry: 'Try again',
  logIn: 'Log in',
} as const;
