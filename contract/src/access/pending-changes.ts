import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { Uuid } from '../fields.ts';
import { PolicyDocument } from '../cards/policies/spend-rules.ts';
import { permissionFlags, presets, type Permission, type Preset as PresetName } from '../permissions.ts';

const PendingChangeKind = v.picklist([
  'PERMISSIONS',
  'BANK_ACCOUNT',
  'SPEND_POLICY',
  'INVITE',
  'CLOSING',
  'FOUR_EYES',
  'CARD_UPDATE',
  'CARD_GROUP',
  'SPEND_OVERRIDE',
  'SPEND_OVERRIDE_END',
]);
export type PendingChangeKind = v.InferOutput<typeof PendingChangeKind>;

/** What an administrator needs to ask for a change, and to decide one. */
export const permissionOfChange = {
  PERMISSIONS: 'team-permissions.change',
  BANK_ACCOUNT: 'external-accounts.connect',
  SPEND_POLICY: 'spend-policies.change',
  INVITE: 'administrators.invite',
  CLOSING: 'administrators.close',
  FOUR_EYES: 'four-eyes.change',
  CARD_UPDATE: 'cards.update',
  CARD_GROUP: 'card-groups.change',
  SPEND_OVERRIDE: 'spend-policies.override',
  SPEND_OVERRIDE_END: 'spend-policies.override',
} as const satisfies Record<PendingChangeKind, Permission>;

/**
 * USED: the approved bank account was added, or the approved policy version was put in force. EXPIRED: the change was
 * not decided, or not used, in time.
 */
const PendingChangeStatus = v.picklist(['PENDING', 'APPROVED', 'USED', 'REJECTED', 'CANCELED', 'EXPIRED']);
export type PendingChangeStatus = v.InferOutput<typeof PendingChangeStatus>;

const Preset = v.picklist(Object.keys(presets) as PresetName[]);
const Permissions = v.object({
  preset: Preset,
  granted: v.array(v.picklist(permissionFlags)),
  withheld: v.array(v.picklist(permissionFlags)),
});

/** The controls of a card that can allow more than before. */
export const loosenableControls = ['USES', 'AMOUNT', 'MERCHANT', 'VALID'] as const;

/** A change that waits, or has waited, for a second administrator. */
export const PendingChange = v.object({
  id: v.string(),
  kind: PendingChangeKind,
  status: PendingChangeStatus,
  requestedBy: v.string(),
  isYours: v.boolean(),
  requestedAt: v.string(),
  expiresAt: v.string(),
  decidedBy: v.nullable(v.string()),
  decidedAt: v.nullable(v.string()),
  /** The person, their permissions before, and their permissions after the change. */
  permissions: v.nullable(v.object({ administrator: v.string(), before: Permissions, after: Permissions })),
  /** An administrator who gets a mail once it is approved; the address is masked. */
  invite: v.nullable(v.object({ name: v.string(), email: v.string(), preset: Preset })),
  /** The administrator whose account is to be closed. */
  closing: v.nullable(v.object({ administrator: v.string() })),
  /** Null for both: accounts that are chosen by signing in to the bank. */
  bankAccount: v.nullable(v.object({ bankName: v.nullable(v.string()), last4: v.nullable(v.string()) })),
  /** Rules that become looser: those in force, and those that follow; null where none follow. */
  spendPolicy: v.nullable(
    v.object({
      policyId: v.string(),
      policyName: v.string(),
      act: v.picklist(['ACTIVATE', 'RESTORE', 'DEACTIVATE']),
      number: v.number(),
      before: PolicyDocument,
      after: v.nullable(PolicyDocument),
    }),
  ),
  /** A card that leaves groups with rules, or whose controls allow more. Other fields may change as well. */
  cardUpdate: v.nullable(
    v.object({
      cardId: v.string(),
      last4: v.string(),
      leaves: v.array(v.string()),
      loosens: v.array(v.picklist(loosenableControls)),
    }),
  ),
  /** Cards that leave a group with rules. `last4`: set if there is only one card. */
  cardGroup: v.nullable(v.object({ name: v.string(), cards: v.number(), last4: v.nullable(v.string()) })),
  /**
   * What a card may do for a time beyond its policies. `from` null: as soon as it is approved. SPEND_OVERRIDE_END: the
   * restriction that ends before its time.
   */
  spendOverride: v.nullable(
    v.object({
      cardId: v.string(),
      last4: v.string(),
      document: PolicyDocument,
      from: v.nullable(v.string()),
      until: v.string(),
      note: v.nullable(v.string()),
    }),
  ),
});
export type PendingChange = v.InferOutput<typeof PendingChange>;

export const pendingChanges = endpoint({
  method: 'GET',
  path: '/api/pending-changes',
  summary: 'The changes that wait for a second administrator, and the latest ones that did',
  access: 'session',
  permission: 'pending-changes.view',
  answers: { 200: v.object({ fourEyes: v.boolean(), changes: v.array(PendingChange) }) },
  errors: [],
});

/** A change of permissions takes effect at once; an approved bank account is added by the person who asked for it. */
export const decidePendingChange = endpoint({
  method: 'POST',
  path: '/api/pending-changes/{id}/decide',
  summary: 'Approve or reject a change of another administrator',
  access: 'session',
  permission: 'pending-changes.decide',
  limit: { per: 'session', requests: 60, windowSeconds: 60 },
  params: v.object({ id: Uuid }),
  body: v.object({ decision: v.picklist(['APPROVE', 'REJECT'], 'format') }),
  answers: { 200: PendingChange },
  errors: ['STEP_UP_REQUIRED', 'OWN_CHANGE', 'REQUEST_NOT_PENDING', 'VERSION_CONFLICT', 'PERMISSIONS_NOT_CHANGEABLE'],
});

export const cancelPendingChange = endpoint({
  method: 'POST',
  path: '/api/pending-changes/{id}/cancel',
  summary: 'Take back a change that waits for a second administrator',
  access: 'session',
  permission: 'pending-changes.cancel',
  params: v.object({ id: Uuid }),
  answers: { 200: PendingChange },
  errors: ['REQUEST_NOT_PENDING'],
});
