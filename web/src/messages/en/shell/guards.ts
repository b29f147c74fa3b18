import type { Obstacle } from '@florin/contract/eligibility';
import type { Role } from '@florin/contract/access/session';

const audience: Record<Role, string> = { ADMIN: 'administrators', CARDHOLDER: 'cardholders' };

/** To follow "You cannot open …:". */
const obstacles: Partial<Record<Obstacle, string>> = {
  MEMBERSHIP_CLOSED: 'your account is closed.',
  BUSINESS_CLOSED: 'your business is closed.',
  BUSINESS_SUSPENDED: 'your business is suspended.',
  BUSINESS_UNDER_REVIEW: 'your business is under review.',
  BUSINESS_NOT_OPERATIONAL: 'your business is not set up yet.',
};

/** Why a person is on another page or account than the one they asked for. */
export const guardWords = {
  role: (role: Role, page: string) => `Only ${audience[role]} can open ${page}.`,
  feature: (page: string) => `Your business does not use ${page}.`,
  obstacle: (obstacle: Obstacle, page: string) =>
    `You cannot open “${page}”: ${obstacles[obstacle] ?? 'your account is restricted.'}`,
  otherAgreement: 'You opened the agreement of another kind of account. This one is yours.',
  loggedInAlready: (page: string) => `You are logged in already, so “${page}” was not opened.`,
  loggedInAs: (name: string) => `You are logged in already, as ${name}. To log in as someone else, log out first.`,
  /** The current account was closed, and another one was entered. */
  closedAccount: (closed: string, open: string) =>
    closed === open
      ? `Your account at ${closed} is closed. You are now in your other account there.`
      : `Your account at ${closed} is closed. You are now in ${open}.`,
  /** Why this tab was loaded again. */
  elsewhere: {
    switched: (account: string) => `You switched to ${account} in another tab. This tab shows it now.`,
    loggedIn: (account: string) => `You logged in from another tab. This tab shows ${account} now.`,
    renewed: (account: string) => `Your login was renewed in another tab. This tab still shows ${account}.`,
  },
};
