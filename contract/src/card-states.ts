import * as v from 'valibot';

/** The states of a card. `CLOSED` is final. */
export const CardStatus = v.picklist(['PENDING_FULFILLMENT', 'PENDING_ACTIVATION', 'OPEN', 'PAUSED', 'CLOSED']);
export type CardStatus = v.InferOutput<typeof CardStatus>;

/** Why a card is in its state (field reference 4.2). */
export const CardSubstatus = v.picklist([
  'LOST',
  'STOLEN',
  'COMPROMISED',
  'DAMAGED',
  'END_USER_REQUEST',
  'ISSUER_REQUEST',
  'NOT_ACTIVE',
  'SUSPICIOUS_ACTIVITY',
  'INTERNAL_REVIEW',
  'EXPIRED',
  'UNDELIVERABLE',
  'OTHER',
  'RECEIPTS_OVERDUE',
  'ADMIN_FREEZE',
  'HOLDER_FREEZE',
  'SUSPENDED_BUSINESS',
  'USED_UP',
  'REPLACED',
]);
export type CardSubstatus = v.InferOutput<typeof CardSubstatus>;

export const CardKind = v.picklist(['VIRTUAL', 'PHYSICAL']);
export type CardKind = v.InferOutput<typeof CardKind>;

/** Who froze a card. The freezes are separate facts, and a card spends while it has none. */
export const CardFreezer = v.picklist(['HOLDER', 'ADMIN', 'SYSTEM']);
export type CardFreezer = v.InferOutput<typeof CardFreezer>;

/** Where a change of a card came from. */
export const CardChannel = v.picklist(['APP', 'API', 'ADMIN', 'SYSTEM', 'PROCESSOR', 'FRAUD']);
export type CardChannel = v.InferOutput<typeof CardChannel>;

export const PinStatus = v.picklist(['NOT_SET', 'SET', 'BLOCKED']);
export type PinStatus = v.InferOutput<typeof PinStatus>;

export const ShipmentStatus = v.picklist(['PENDING', 'SHIPPED', 'DELIVERED', 'RETURNED', 'FAILURE', 'CANCELED']);
export type ShipmentStatus = v.InferOutput<typeof ShipmentStatus>;

export const ShippingMethod = v.picklist(['STANDARD', 'EXPEDITED', 'EXPRESS']);
export type ShippingMethod = v.InferOutput<typeof ShippingMethod>;

/**
 * The transitions of a card: from which states each is possible, and the state it leads to. The server changes a card's
 * state through this table only (core/cards/states.ts); a screen offers an act if `mayTransition` holds.
 */
export const cardTransitions = {
  /** The physical card is produced and shipped. */
  fulfill: { from: ['PENDING_FULFILLMENT'], to: 'PENDING_ACTIVATION' },
  activate: { from: ['PENDING_ACTIVATION'], to: 'OPEN' },
  freeze: { from: ['OPEN'], to: 'PAUSED' },
  unfreeze: { from: ['PAUSED'], to: 'OPEN' },
  close: { from: ['PENDING_FULFILLMENT', 'PENDING_ACTIVATION', 'OPEN', 'PAUSED'], to: 'CLOSED' },
} as const satisfies Record<string, { from: readonly CardStatus[]; to: CardStatus }>;
export type CardTransition = keyof typeof cardTransitions;

/** Whether a card in this state can make the transition. */
export const mayTransition = (transition: CardTransition, status: CardStatus): boolean =>
  (cardTransitions[transition].from as readonly CardStatus[]).includes(status);
