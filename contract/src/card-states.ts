import * as v from 'valibot';

/** The states of a card. `CLOSED` is final. */
export const CardStatus = v.picklist(['PENDING_FULFILLMENT', 'PENDING_ACTIVATION', 'OPEN', 'PAUSED', 'CLOSED']);
export type CardStatus = v.InferOutput<typeof CardStatus>;

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
