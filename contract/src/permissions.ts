import type { Role } from './access/session.ts';

/** What an administrator can be entrusted with (field reference, section 2). A business's owner has all of them. */
export const permissionFlags = [
  'VIEW_ADMINISTRATION',
  'MANAGE_ADMINISTRATORS',
  'REQUEST_ACH',
  'EDIT_BUSINESS_SETTINGS',
  'CREATE_CARDHOLDERS',
  'MANAGE_CARDHOLDERS',
  'VIEW_CARD_NUMBERS',
  'VIEW_CARD_TRANSACTIONS',
  'FUND_CARDS',
  'APPROVE_FUNDING',
  'APPROVE_SPEND_RULES',
  'MODIFY_NOTES',
  'REQUEST_BUSINESS_ACCOUNTS',
  'APPROVE_REIMBURSEMENTS',
  'MANAGE_BILLS',
  'MANAGE_VENDORS',
] as const;
export type PermissionFlag = (typeof permissionFlags)[number];

/** The flags of each preset of an administrator. A cardholder has no flags. */
export const presets = {
  OWNER: permissionFlags,
  ADMINISTRATOR: permissionFlags,
  FUNDER: ['VIEW_ADMINISTRATION', 'REQUEST_ACH', 'VIEW_CARD_TRANSACTIONS', 'FUND_CARDS', 'APPROVE_FUNDING'],
  REVIEWER: [
    'VIEW_ADMINISTRATION',
    'VIEW_CARD_TRANSACTIONS',
    'APPROVE_SPEND_RULES',
    'MODIFY_NOTES',
    'APPROVE_REIMBURSEMENTS',
  ],
  AUDITOR: ['VIEW_ADMINISTRATION', 'VIEW_CARD_TRANSACTIONS'],
} as const satisfies Record<string, readonly PermissionFlag[]>;
export type Preset = keyof typeof presets;

interface Grant {
  role: Role;
  /** An administrator needs all of them. */
  flags?: readonly PermissionFlag[];
  /** An administrator also needs one of them. */
  oneOf?: readonly PermissionFlag[];
}

/** What administrators need to ask for changes that a second one approves. */
const changingFlags = ['MANAGE_ADMINISTRATORS', 'REQUEST_ACH', 'EDIT_BUSINESS_SETTINGS'] as const;

/**
 * Who may do what: role and flags by action, named `noun.verb`. A call declares its action, and the server refuses
 * everybody else; a screen asks `whyNotPermitted` and disables with the reason. eligibility.ts decides whether it can
 * be done at this moment.
 */
export const permissions = {
  'agreements.accept': { role: 'CARDHOLDER' },
  'card-details.view': { role: 'CARDHOLDER' },
  'business-icon.change': { role: 'ADMIN', flags: ['EDIT_BUSINESS_SETTINGS'] },
  'business-settings.view': { role: 'ADMIN', flags: ['VIEW_ADMINISTRATION'] },
  'business-settings.change': { role: 'ADMIN', flags: ['EDIT_BUSINESS_SETTINGS'] },
  'four-eyes.change': { role: 'ADMIN', flags: ['MANAGE_ADMINISTRATORS'] },
  'onboarding-checklist.view': { role: 'ADMIN', flags: ['VIEW_ADMINISTRATION'] },
  'credit-line.view': { role: 'ADMIN', flags: ['VIEW_ADMINISTRATION'] },
  'outstanding-fees.view': { role: 'ADMIN', flags: ['VIEW_ADMINISTRATION'] },
  'outstanding-fees.dismiss': { role: 'ADMIN', flags: ['REQUEST_ACH'] },
  'external-accounts.view': { role: 'ADMIN', flags: ['VIEW_ADMINISTRATION'] },
  'external-accounts.connect': { role: 'ADMIN', flags: ['REQUEST_ACH'] },
  'external-accounts.validate': { role: 'ADMIN', flags: ['REQUEST_ACH'] },
  'team-members.view': { role: 'ADMIN', flags: ['VIEW_ADMINISTRATION'] },
  'invites.send': { role: 'ADMIN', flags: ['CREATE_CARDHOLDERS'] },
  /** Also needs `invites.send`. */
  'administrators.invite': { role: 'ADMIN', flags: ['CREATE_CARDHOLDERS', 'MANAGE_ADMINISTRATORS'] },
  'administrators.close': { role: 'ADMIN', flags: ['MANAGE_ADMINISTRATORS'] },
  'cardholders.close': { role: 'ADMIN', flags: ['MANAGE_CARDHOLDERS'] },
  /** Also needs the permission of the account's role. */
  'team-members.close': {
    role: 'ADMIN',
    flags: ['VIEW_ADMINISTRATION'],
    oneOf: ['MANAGE_CARDHOLDERS', 'MANAGE_ADMINISTRATORS'],
  },
  'invites.revoke': { role: 'ADMIN', flags: ['CREATE_CARDHOLDERS'] },
  'registrations.unlock': { role: 'ADMIN', flags: ['MANAGE_CARDHOLDERS'] },
  'recovery-requests.view': { role: 'ADMIN', flags: ['MANAGE_CARDHOLDERS'] },
  'recovery-requests.decide': { role: 'ADMIN', flags: ['MANAGE_CARDHOLDERS'] },
  'team-permissions.view': { role: 'ADMIN', flags: ['VIEW_ADMINISTRATION'] },
  'team-permissions.change': { role: 'ADMIN', flags: ['MANAGE_ADMINISTRATORS'] },
  'pending-changes.view': { role: 'ADMIN', flags: ['VIEW_ADMINISTRATION'] },
  /** Also needs the permission of the change's kind, as the next action does. */
  'pending-changes.decide': { role: 'ADMIN', flags: ['VIEW_ADMINISTRATION'], oneOf: changingFlags },
  'pending-changes.cancel': { role: 'ADMIN', flags: ['VIEW_ADMINISTRATION'], oneOf: changingFlags },
  'vendor-links.view': { role: 'ADMIN', flags: ['MANAGE_VENDORS'] },
  'vendor-links.send': { role: 'ADMIN', flags: ['MANAGE_VENDORS', 'VIEW_CARD_NUMBERS', 'FUND_CARDS'] },
  'vendor-links.revoke': { role: 'ADMIN', flags: ['MANAGE_VENDORS'] },
  'cards.view': { role: 'ADMIN', flags: ['VIEW_ADMINISTRATION'] },
  'cards.issue': { role: 'ADMIN', flags: ['MANAGE_CARDHOLDERS'] },
  /** What a new card could do. The answer names policies and the balance. */
  'cards.try': { role: 'ADMIN', flags: ['MANAGE_CARDHOLDERS', 'VIEW_ADMINISTRATION'] },
  'cards.activate': { role: 'ADMIN', flags: ['MANAGE_CARDHOLDERS'] },
  'cards.set-pin': { role: 'ADMIN', flags: ['MANAGE_CARDHOLDERS'] },
  'cards.freeze': { role: 'ADMIN', flags: ['MANAGE_CARDHOLDERS'] },
  'cards.replace': { role: 'ADMIN', flags: ['MANAGE_CARDHOLDERS'] },
  'cards.close': { role: 'ADMIN', flags: ['MANAGE_CARDHOLDERS'] },
  'cards.update': { role: 'ADMIN', flags: ['MANAGE_CARDHOLDERS'] },
  'card-groups.view': { role: 'ADMIN', flags: ['VIEW_ADMINISTRATION'] },
  'card-groups.change': { role: 'ADMIN', flags: ['MANAGE_CARDHOLDERS'] },
  'own-cards.view': { role: 'CARDHOLDER' },
  'own-cards.activate': { role: 'CARDHOLDER' },
  'own-cards.set-pin': { role: 'CARDHOLDER' },
  'own-cards.freeze': { role: 'CARDHOLDER' },
  'own-cards.replace': { role: 'CARDHOLDER' },
  'own-cards.close': { role: 'CARDHOLDER' },
  'transactions.view': { role: 'ADMIN', flags: ['VIEW_CARD_TRANSACTIONS'] },
  'transactions.note': { role: 'ADMIN', flags: ['VIEW_CARD_TRANSACTIONS', 'MODIFY_NOTES'] },
  'transactions.report': { role: 'ADMIN', flags: ['VIEW_CARD_TRANSACTIONS', 'MODIFY_NOTES'] },
  'my-transactions.view': { role: 'CARDHOLDER' },
  'my-transactions.note': { role: 'CARDHOLDER' },
  'my-transactions.report': { role: 'CARDHOLDER' },
  /** A saved view of a list. A shared view appears on other people's screens, so permission to look is not enough. */
  'list-views.share': {
    role: 'ADMIN',
    flags: ['VIEW_ADMINISTRATION'],
    oneOf: ['EDIT_BUSINESS_SETTINGS', 'MANAGE_CARDHOLDERS', 'FUND_CARDS', 'MODIFY_NOTES'],
  },
  /** Shared views of others. */
  'list-views.manage': { role: 'ADMIN', flags: ['VIEW_ADMINISTRATION', 'EDIT_BUSINESS_SETTINGS'] },
  'balances.view': { role: 'ADMIN', flags: ['VIEW_ADMINISTRATION'] },
  'my-balances.view': { role: 'CARDHOLDER' },
  'requests.make': { role: 'CARDHOLDER' },
  'requests.view': { role: 'ADMIN', flags: ['VIEW_ADMINISTRATION'] },
  /** Also needs the permission of the request's kind. */
  'requests.decide': {
    role: 'ADMIN',
    flags: ['VIEW_ADMINISTRATION'],
    oneOf: ['APPROVE_FUNDING', 'APPROVE_SPEND_RULES', 'MANAGE_CARDHOLDERS'],
  },
  'funding-requests.decide': { role: 'ADMIN', flags: ['APPROVE_FUNDING'] },
  'limit-requests.decide': { role: 'ADMIN', flags: ['APPROVE_SPEND_RULES'] },
  'unblock-requests.decide': { role: 'ADMIN', flags: ['APPROVE_SPEND_RULES'] },
  'card-requests.decide': { role: 'ADMIN', flags: ['MANAGE_CARDHOLDERS'] },
  'card-funding.view': { role: 'ADMIN', flags: ['VIEW_ADMINISTRATION'] },
  'card-funding.run': { role: 'ADMIN', flags: ['FUND_CARDS'] },
  'transfers.view': { role: 'ADMIN', flags: ['VIEW_ADMINISTRATION'] },
  'transfers.make': { role: 'ADMIN', flags: ['REQUEST_ACH'] },
  'spend-policies.view': { role: 'ADMIN', flags: ['VIEW_ADMINISTRATION'] },
  /** It names purchases. */
  'spend-policies.test': { role: 'ADMIN', flags: ['VIEW_ADMINISTRATION', 'VIEW_CARD_TRANSACTIONS'] },
  'spend-policies.change': { role: 'ADMIN', flags: ['EDIT_BUSINESS_SETTINGS'] },
  'spend-policies.override': { role: 'ADMIN', flags: ['APPROVE_SPEND_RULES'] },
  'my-spend-limits.view': { role: 'CARDHOLDER' },
} as const satisfies Record<string, Grant>;
export type Permission = keyof typeof permissions;

/** The role that an action belongs to. */
export const roleOf = (permission: Permission): Role => permissions[permission].role;

/** A membership's role and the flags that it holds. */
export interface PermissionHolder {
  role: Role;
  flags: readonly PermissionFlag[];
}

/** A membership's preset and its exceptions, as they are stored. */
export interface Entrusted {
  role: Role;
  /** Null: ADMINISTRATOR, or a cardholder. */
  preset?: Preset | null;
  /** Flags in addition to the preset's. */
  granted?: readonly PermissionFlag[];
  /** Flags of the preset that the membership does not have. */
  withheld?: readonly PermissionFlag[];
  /** False: the business shows no administrator what its cards are used for (specification, section 3). */
  mayViewUsage?: boolean;
}

/** The flags of a membership: those of its preset, with its exceptions. */
export function flagsOf({
  role,
  preset,
  granted = [],
  withheld = [],
  mayViewUsage = true,
}: Entrusted): PermissionFlag[] {
  if (role !== 'ADMIN') return [];
  const ofPreset: readonly PermissionFlag[] = presets[preset ?? 'ADMINISTRATOR'];
  return permissionFlags.filter(
    (flag) =>
      (granted.includes(flag) || (ofPreset.includes(flag) && !withheld.includes(flag))) &&
      (mayViewUsage || flag !== 'VIEW_CARD_TRANSACTIONS'),
  );
}

/** Whether an administrator may see what the cards of others are used for: merchants, times, amounts. */
export const seesUsage = (administrator: Entrusted): boolean =>
  flagsOf(administrator).includes('VIEW_CARD_TRANSACTIONS');

/**
 * Why a membership may not do something; null if it may. `role`: the action belongs to the other role · `flags`: the
 * administrator lacks these flags · `oneOf`: the administrator needs one of these flags.
 */
export function whyNotPermitted(
  permission: Permission,
  holder: PermissionHolder,
):
  | { because: 'role'; role: Role }
  | { because: 'flags'; missing: PermissionFlag[] }
  | { because: 'oneOf'; oneOf: readonly PermissionFlag[] }
  | null {
  const grant: Grant = permissions[permission];
  if (grant.role !== holder.role) return { because: 'role', role: grant.role };
  const missing = (grant.flags ?? []).filter((flag) => !holder.flags.includes(flag));
  if (missing.length > 0) return { because: 'flags', missing };
  const { oneOf } = grant;
  return !oneOf || oneOf.some((flag) => holder.flags.includes(flag)) ? null : { because: 'oneOf', oneOf };
}
