import type { PendingChangeStatus } from '@florin/contract/access/pending-changes';
import { numberText } from '../../number-text.ts';

/** /team-members/changes: what waits for a second administrator. */
export const changesWords = {
  on: 'Your business asks for two administrators: one asks, another approves. Nobody approves their own change.',
  off: 'Your business does not ask for a second administrator. You can turn four eyes on in the business settings.',
  settings: 'Permissions and four eyes',
  waiting: 'Waiting for a second administrator',
  decided: 'Decided',
  none: 'Nothing is waiting for a second administrator.',
  loadFailed: 'We could not load the changes.',
  asked: (by: string, when: string) => `Asked by ${by}, ${when}`,
  askedByYou: (when: string) => `Asked by you, ${when}`,
  until: (when: string) => `Expires ${when}`,
  by: (name: string, when: string) => `${name}, ${when}`,
  approve: 'Approve',
  reject: 'Reject',
  takeBack: 'Take back',
  approveOf: (what: string) => `Approve: ${what}`,
  rejectOf: (what: string) => `Reject: ${what}`,
  takeBackOf: (what: string) => `Take back: ${what}`,
  own: 'Another administrator has to decide.',
  what: {
    permissions: (name: string, preset: string) => `Make ${name} ${preset}`,
    permissionsOf: (name: string) => `Change the permissions of ${name}`,
    bankAccount: (bank: string, last4: string) => `Add the account ending in ${last4} at ${bank}`,
    bankAccounts: 'Connect bank accounts by logging in to the bank',
    invite: (name: string, email: string, preset: string) => `Invite ${name} (${email}) as ${preset}`,
    closing: (name: string) => `Close the account of ${name}`,
    fourEyes: 'Turn four eyes off',
    policy: {
      ACTIVATE: (name: string, number: number) => `Activate version ${number} of the policy ${name}, which allows more`,
      RESTORE: (name: string, number: number) =>
        `Go back to version ${number} of the policy ${name}, which allows more`,
      DEACTIVATE: (name: string) => `Turn off the policy ${name}`,
    },
    cardUpdate: (last4: string) => `Change the card ending in ${last4}, which allows more`,
    leaves: (group: string) => `It leaves the group ${group}, whose policies no longer apply to it.`,
    loosens: {
      USES: 'It can be used more often.',
      AMOUNT: 'Its amount lock is higher or gone.',
      MERCHANT: 'Its merchant lock is another one or gone.',
      VALID: 'It can be used for longer.',
    },
    cardGroup: (name: string, cards: number, last4: string | null) =>
      last4 === null
        ? `Take ${numberText(cards)} cards out of the group ${name}`
        : `Take the card ending in ${last4} out of the group ${name}`,
    override: (last4: string, until: string) => `Raise the card ending in ${last4} until ${until}`,
    overrideEnd: (last4: string, until: string) =>
      `End what limits the card ending in ${last4} until ${until}, before its time`,
    overrideFrom: (when: string) => `Begins ${when}.`,
    note: (note: string) => `“${note}”`,
  },
  /** What an approval does, before the press. */
  effect: {
    PERMISSIONS: 'The permissions change at once, and the person is notified.',
    BANK_ACCOUNT: 'The administrator who asked can add exactly this account.',
    SPEND_POLICY: 'The administrator who asked can put exactly this version in force.',
    INVITE: 'The invite is emailed at once.',
    CLOSING: 'The account is closed at once, with its cards, open requests and sessions.',
    FOUR_EYES: 'From then on one administrator alone can change these things.',
    CARD_UPDATE: 'The card is changed at once, with everything that was entered, if nobody has changed it meanwhile.',
    CARD_GROUP: 'The group’s policies no longer apply to these cards, at once.',
    SPEND_OVERRIDE: 'It begins at once, or at its start if that is later.',
    SPEND_OVERRIDE_END: 'The card goes back to its policies at once.',
  },
  added: 'Gets',
  removed: 'Loses',
  rules: (before: number, after: number) => `${before} rules in force, ${after} after it`,
  dialog: {
    approve: 'Approve this change?',
    reject: 'Reject this change?',
    rejectText: (what: string) => `“${what}” does not happen. The administrator who asked sees it here.`,
    takeBack: 'Take this change back?',
    takeBackText: (what: string) => `“${what}” no longer waits for a second administrator.`,
    submitting: 'Sending',
    cancel: 'Cancel',
  },
  approved: 'The change has been approved.',
  rejected: 'The change has been rejected.',
  takenBack: 'The change has been taken back.',
  statuses: {
    PENDING: 'Waiting',
    APPROVED: 'Approved',
    USED: 'Approved and done',
    REJECTED: 'Rejected',
    CANCELED: 'Taken back',
    EXPIRED: 'Expired',
  } satisfies Record<PendingChangeStatus, string>,
} as const;
