import type { PermissionFlag, Preset } from '@florin/contract/permissions';

/** What administrators can be entrusted with: names, and what each allows. */
export const permissionNames = {
  VIEW_ADMINISTRATION: { name: 'View administration', text: 'See cards, people, policies, requests and balances.' },
  MANAGE_ADMINISTRATORS: { name: 'Manage administrators', text: 'Invite, change and close administrators.' },
  REQUEST_ACH: { name: 'Request bank transfers', text: 'Connect bank accounts, deposit and withdraw.' },
  EDIT_BUSINESS_SETTINGS: { name: 'Edit business settings', text: 'Change the profile, time zone and spend policies.' },
  CREATE_CARDHOLDERS: { name: 'Create cardholders', text: 'Invite people to the business.' },
  MANAGE_CARDHOLDERS: { name: 'Manage cardholders', text: 'Issue, freeze and close cards, and close accounts.' },
  VIEW_CARD_NUMBERS: { name: 'View card numbers', text: 'Send a card’s number to a vendor.' },
  VIEW_CARD_TRANSACTIONS: { name: 'View card transactions', text: 'See what cards are used for.' },
  FUND_CARDS: { name: 'Fund cards', text: 'Move money between the account and its cards.' },
  APPROVE_FUNDING: { name: 'Approve funding', text: 'Decide requests for money.' },
  APPROVE_SPEND_RULES: {
    name: 'Approve spend rules',
    text: 'Decide requests for higher limits, and lift rules for a time.',
  },
  MODIFY_NOTES: { name: 'Edit notes', text: 'Write notes on transactions.' },
  REQUEST_BUSINESS_ACCOUNTS: { name: 'Request business accounts', text: 'Ask for more accounts.' },
  APPROVE_REIMBURSEMENTS: { name: 'Approve reimbursements', text: 'Decide requests to pay people back.' },
  MANAGE_BILLS: { name: 'Manage bills', text: 'Enter and pay bills.' },
  MANAGE_VENDORS: { name: 'Manage vendors', text: 'Keep vendors, and send them card details.' },
} as const satisfies Record<PermissionFlag, { name: string; text: string }>;

export const presetNames = {
  OWNER: { name: 'Owner', text: 'Does everything, and can make other owners. A business keeps at least one.' },
  ADMINISTRATOR: { name: 'Administrator', text: 'Does everything except make owners.' },
  FUNDER: { name: 'Funder', text: 'Moves money to cards and from the bank, and decides requests for money.' },
  REVIEWER: { name: 'Reviewer', text: 'Looks at transactions, writes notes, decides about limits and reimbursements.' },
  AUDITOR: { name: 'Auditor', text: 'Sees everything and changes nothing.' },
} as const satisfies Record<Preset, { name: string; text: string }>;

/** Why someone’s permissions cannot be changed (contract/src/access/team-permissions.ts). */
export const notChangeableWords = {
  OWN: 'Nobody changes their own permissions. Ask another administrator.',
  OWNER: 'Only an owner makes or changes an owner.',
  LAST_OWNER: 'A business keeps at least one owner.',
  FLAGS: 'You can give and take only permissions that you have.',
} as const;
