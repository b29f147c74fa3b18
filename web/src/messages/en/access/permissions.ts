import type { Obstacle } from '@florin/contract/eligibility';
import type { PermissionFlag } from '@florin/contract/permissions';
import type { Role } from '@florin/contract/access/session';

const roles: Record<Role, string> = {
  ADMIN: 'Only administrators can do this.',
  CARDHOLDER: 'Only cardholders can do this.',
};

/** What an administrator is entrusted with, to follow "permission to". */
const flags: Record<PermissionFlag, string> = {
  VIEW_ADMINISTRATION: 'view administration',
  MANAGE_ADMINISTRATORS: 'manage administrators',
  REQUEST_ACH: 'request bank transfers',
  EDIT_BUSINESS_SETTINGS: 'edit business settings',
  CREATE_CARDHOLDERS: 'create cardholders',
  MANAGE_CARDHOLDERS: 'manage cardholders',
  VIEW_CARD_NUMBERS: 'view card numbers',
  VIEW_CARD_TRANSACTIONS: 'view card transactions',
  FUND_CARDS: 'fund cards',
  APPROVE_FUNDING: 'approve funding',
  APPROVE_SPEND_RULES: 'approve spend rules',
  MODIFY_NOTES: 'edit notes',
  REQUEST_BUSINESS_ACCOUNTS: 'request business accounts',
  APPROVE_REIMBURSEMENTS: 'approve reimbursements',
  MANAGE_BILLS: 'manage bills',
  MANAGE_VENDORS: 'manage vendors',
};

const obstacles: Record<Obstacle, string> = {
  PERSON_RESTRICTED: 'Your account access has been restricted.',
  MEMBERSHIP_CLOSED: 'Your account is closed.',
  BUSINESS_CLOSED: 'Your business is closed.',
  BUSINESS_SUSPENDED: 'You can do this again once your business is no longer suspended.',
  BUSINESS_UNDER_REVIEW: 'You can do this once your business is approved.',
  BUSINESS_NOT_OPERATIONAL: 'You can do this once your business is set up.',
  CREDIT_ON_HOLD: 'Your line of credit is on hold.',
  CARD_CLOSED: 'This card is closed.',
  CARD_NOT_PRODUCED: 'This card has not been made yet.',
  CARD_NOT_ACTIVATED: 'This card is not activated yet.',
  CARD_FROZEN: 'This card is frozen.',
};

const all = new Intl.ListFormat('en', { type: 'conjunction' });
const one = new Intl.ListFormat('en', { type: 'disjunction' });

/** Why a person may not do something, in one sentence. */
export const permissionWords = {
  role: (role: Role) => roles[role],
  obstacle: (obstacle: Obstacle) => obstacles[obstacle],
  /** @param givers the names of who can give it, where they are known */
  missing: (missing: readonly PermissionFlag[], givers: readonly string[] = []) =>
    `You need permission to ${all.format(missing.map((flag) => flags[flag]))}. ${
      givers.length === 0
        ? 'Ask another administrator.'
        : `Ask ${one.format(givers.length > 3 ? [...givers.slice(0, 2), 'another administrator'] : givers)}.`
    }`,
  own: 'Nobody closes their own account. Ask another administrator.',
  missingOneOf: (oneOf: readonly PermissionFlag[]) =>
    `You need permission to ${one.format(oneOf.map((flag) => flags[flag]))}. Ask another administrator.`,
};
