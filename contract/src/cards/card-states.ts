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

/** Who changes a card: its holder, an administrator of the business, or the program itself. */
export const CardActor = v.picklist(['HOLDER', 'ADMIN', 'SYSTEM']);
export type CardActor = v.InferOutput<typeof CardActor>;

/** Where a change of a card came from. */
export const CardChannel = v.picklist(['APP', 'API', 'ADMIN', 'SYSTEM', 'PROCESSOR', 'FRAUD']);
export type CardChannel = v.InferOutput<typeof CardChannel>;

export const PinStatus = v.picklist(['NOT_SET', 'SET', 'BLOCKED']);
export type PinStatus = v.InferOutput<typeof PinStatus>;

export const ShipmentStatus = v.picklist(['PENDING', 'SHIPPED', 'DELIVERED', 'RETURNED', 'FAILURE', 'CANCELED']);
export type ShipmentStatus = v.InferOutput<typeof ShipmentStatus>;

export const ShippingMethod = v.picklist(['STANDARD', 'EXPEDITED', 'EXPRESS']);
export type ShippingMethod = v.InferOutput<typeof ShippingMethod>;

/** How a card reaches its holder; a virtual card has no shipment. */
export const shipmentMoves = {
  PENDING: ['SHIPPED', 'FAILURE', 'CANCELED'],
  SHIPPED: ['DELIVERED', 'RETURNED', 'FAILURE'],
  DELIVERED: ['RETURNED'],
  RETURNED: [],
  FAILURE: [],
  CANCELED: [],
} as const satisfies Record<ShipmentStatus, readonly ShipmentStatus[]>;

interface Transition {
  from: readonly CardStatus[];
  /** Null keeps the state. */
  to: CardStatus | null;
  by: readonly CardActor[];
}

const inUse = ['OPEN', 'PAUSED'] as const;
const notClosed = ['PENDING_FULFILLMENT', 'PENDING_ACTIVATION', 'OPEN', 'PAUSED'] as const;
const people = ['HOLDER', 'ADMIN'] as const;
const everyone = ['HOLDER', 'ADMIN', 'SYSTEM'] as const;

/**
 * The transitions of a card: from which states, by whom, and to which state. The server changes a card only through
 * this table (core/cards/states.ts). A screen offers an act if `mayTransition` is true.
 */
export const cardTransitions = {
  /** The physical card is produced and handed to the carrier. */
  fulfill: { from: ['PENDING_FULFILLMENT'], to: 'PENDING_ACTIVATION', by: ['SYSTEM'] },
  /** A card with a freeze becomes PAUSED instead. */
  activate: { from: ['PENDING_ACTIVATION'], to: 'OPEN', by: everyone },
  /** A card that waits for activation keeps its state, and is frozen once it is activated. */
  freeze: { from: notClosed, to: 'PAUSED', by: everyone },
  /** Lifts the freezes that the actor may lift (`freezes`). While another freeze is in force, the card stays PAUSED. */
  unfreeze: { from: ['PENDING_FULFILLMENT', 'PENDING_ACTIVATION', 'PAUSED'], to: 'OPEN', by: everyone },
  /** The old card is closed now, or when the new one is activated (`replacements`). */
  replace: { from: ['PENDING_ACTIVATION', ...inUse], to: null, by: everyone },
  setPin: { from: ['PENDING_ACTIVATION', 'OPEN'], to: null, by: people },
  update: { from: notClosed, to: null, by: ['ADMIN'] },
  close: { from: notClosed, to: 'CLOSED', by: everyone },
} as const satisfies Record<string, Transition>;
export type CardTransition = keyof typeof cardTransitions;

/**
 * Whether a card in this state can make the transition, and whether the actor may make it. Without an actor: whether
 * anybody may.
 */
export function mayTransition(transition: CardTransition, status: CardStatus, actor?: CardActor): boolean {
  const { from, by }: Transition = cardTransitions[transition];
  return from.includes(status) && (actor === undefined || by.includes(actor));
}

interface Freeze {
  by: CardActor;
  liftedBy: readonly CardActor[];
}

/**
 * The freezes of a card. Each is independent: a holder cannot lift an administrator's freeze, and an administrator
 * cannot lift a holder's.
 */
export const freezes = {
  INTERNAL_REVIEW: { by: 'SYSTEM', liftedBy: ['SYSTEM'] },
  SUSPENDED_BUSINESS: { by: 'SYSTEM', liftedBy: ['SYSTEM'] },
  SUSPICIOUS_ACTIVITY: { by: 'SYSTEM', liftedBy: ['SYSTEM', 'ADMIN'] },
  RECEIPTS_OVERDUE: { by: 'SYSTEM', liftedBy: ['SYSTEM', 'ADMIN'] },
  ADMIN_FREEZE: { by: 'ADMIN', liftedBy: ['ADMIN'] },
  HOLDER_FREEZE: { by: 'HOLDER', liftedBy: ['HOLDER'] },
} as const satisfies Partial<Record<CardSubstatus, Freeze>>;
export type FreezeCause = keyof typeof freezes;
/** The most serious first: the first freeze in force is the card's substatus. */
export const freezeCauses = Object.keys(freezes) as FreezeCause[];
export const FreezeCause = v.picklist(freezeCauses);

/** Whether the actor may lift the freeze. */
export const mayLift = (cause: FreezeCause, actor: CardActor): boolean =>
  (freezes[cause].liftedBy as readonly CardActor[]).includes(actor);

interface FreezableCard {
  status: CardStatus;
  freezes: readonly { cause: FreezeCause; by: CardActor }[];
}

/** Whether the actor can freeze the card now. Another's freeze does not prevent it, their own does. */
export const mayFreeze = ({ status, freezes: inForce }: FreezableCard, actor: CardActor): boolean =>
  mayTransition('freeze', status, actor) && !inForce.some(({ by }) => by === actor);

/** Whether the actor can lift a freeze of the card now. */
export const mayUnfreeze = ({ status, freezes: inForce }: FreezableCard, actor: CardActor): boolean =>
  mayTransition('unfreeze', status, actor) && inForce.some(({ cause }) => mayLift(cause, actor));

interface Replacement {
  closesAtOnce: boolean;
  by: readonly CardActor[];
  /** The substatus of the closed card. */
  substatus: CardSubstatus;
}

/** Why a card is replaced. Where `closesAtOnce` is false, the old card stays until the new one is activated. */
export const replacements = {
  LOST: { closesAtOnce: true, by: people, substatus: 'LOST' },
  STOLEN: { closesAtOnce: true, by: people, substatus: 'STOLEN' },
  COMPROMISED: { closesAtOnce: true, by: everyone, substatus: 'COMPROMISED' },
  DAMAGED: { closesAtOnce: false, by: people, substatus: 'DAMAGED' },
  EXPIRING: { closesAtOnce: false, by: ['ADMIN', 'SYSTEM'], substatus: 'REPLACED' },
  /** Returned mail: its card is closed already. */
  UNDELIVERABLE: { closesAtOnce: true, by: ['ADMIN'], substatus: 'UNDELIVERABLE' },
} as const satisfies Partial<Record<CardSubstatus | 'EXPIRING', Replacement>>;
export type ReplaceReason = keyof typeof replacements;
export const replaceReasons = Object.keys(replacements) as ReplaceReason[];
export const ReplaceReason = v.picklist(replaceReasons, 'format');

/** Whether a card can be replaced for that reason by that actor. */
export function mayReplace(
  reason: ReplaceReason,
  card: { status: CardStatus; substatus: CardSubstatus | null },
  actor: CardActor,
): boolean {
  const { by }: Replacement = replacements[reason];
  if (!by.includes(actor)) return false;
  if (reason === 'UNDELIVERABLE') return card.status === 'CLOSED' && card.substatus === 'UNDELIVERABLE';
  return mayTransition('replace', card.status, actor);
}

/** Why a card is closed, for each actor who can close it. */
export const closeReasons = {
  HOLDER: ['END_USER_REQUEST', 'LOST', 'STOLEN', 'DAMAGED'],
  ADMIN: ['ISSUER_REQUEST', 'LOST', 'STOLEN', 'COMPROMISED', 'DAMAGED', 'OTHER'],
  SYSTEM: ['EXPIRED', 'USED_UP', 'REPLACED', 'DAMAGED', 'LOST', 'STOLEN', 'COMPROMISED', 'UNDELIVERABLE', 'OTHER'],
} as const satisfies Record<CardActor, readonly CardSubstatus[]>;
