import * as v from 'valibot';
import { closeReasons, ReplaceReason } from '../card-states.ts';
import { endpoint } from '../../endpoint.ts';
import { cardChanges } from '../card-parts.ts';
import { Timestamp } from '../../dates/timestamp.ts';
import { line, Uuid } from '../../fields.ts';
import { MINUTE } from '../../limits.ts';
import { Shipping } from '../shipping.ts';
import { Card, OneCard } from '../cards.ts';

const Reason = v.optional(v.nullable(line(200)));
const FreezeFields = { reason: Reason, until: v.optional(v.nullable(Timestamp)) };

/** An administrator's freeze, which no holder can lift. */
export const freezeCard = endpoint({
  method: 'POST',
  path: '/api/cards/{id}/freeze',
  summary: 'Freeze a card, for good or until a moment',
  access: 'session',
  permission: 'cards.freeze',
  limit: cardChanges,
  params: OneCard,
  body: v.object(FreezeFields),
  answers: { 200: Card },
  errors: ['CARD_STATE'],
});

export const unfreezeCard = endpoint({
  method: 'POST',
  path: '/api/cards/{id}/unfreeze',
  summary: 'Lift the administrators’ freeze of a card',
  access: 'session',
  permission: 'cards.freeze',
  limit: cardChanges,
  params: OneCard,
  body: v.object({ reason: Reason }),
  answers: { 200: Card },
  errors: ['CARD_STATE', 'OWN_CARD'],
});

export const freezeOwnCard = endpoint({
  method: 'POST',
  path: '/api/my-cards/{id}/freeze',
  summary: 'Freeze a card of one’s own, for good or until a moment',
  access: 'session',
  permission: 'own-cards.freeze',
  limit: cardChanges,
  params: OneCard,
  body: v.object(FreezeFields),
  answers: { 200: Card },
  errors: ['CARD_STATE'],
});

export const unfreezeOwnCard = endpoint({
  method: 'POST',
  path: '/api/my-cards/{id}/unfreeze',
  summary: 'Lift one’s own freeze of a card',
  access: 'session',
  permission: 'own-cards.freeze',
  limit: cardChanges,
  params: OneCard,
  body: v.object({ reason: Reason }),
  answers: { 200: Card },
  errors: ['CARD_STATE'],
});

export const closeCard = endpoint({
  method: 'POST',
  path: '/api/cards/{id}/close',
  summary: 'Close a card for ever; open holds still settle',
  access: 'session',
  permission: 'cards.close',
  limit: cardChanges,
  params: OneCard,
  body: v.object({ because: v.optional(v.picklist(closeReasons.ADMIN, 'format'), 'ISSUER_REQUEST'), reason: Reason }),
  answers: { 200: Card },
  errors: ['CARD_STATE'],
});

export const closeOwnCard = endpoint({
  method: 'POST',
  path: '/api/my-cards/{id}/close',
  summary: 'Close a card of one’s own for ever; open holds still settle',
  access: 'session',
  permission: 'own-cards.close',
  limit: cardChanges,
  params: OneCard,
  body: v.object({
    because: v.optional(v.picklist(closeReasons.HOLDER, 'format'), 'END_USER_REQUEST'),
    reason: Reason,
  }),
  answers: { 200: Card },
  errors: ['CARD_STATE'],
});

export const activateCard = endpoint({
  method: 'POST',
  path: '/api/cards/{id}/activate',
  summary: 'Activate a card for its holder',
  access: 'session',
  permission: 'cards.activate',
  limit: cardChanges,
  params: OneCard,
  body: v.object({}),
  answers: { 200: Card },
  errors: ['CARD_STATE'],
});

/** The holder proves that the card has arrived by what is printed on it. */
export const activateOwnCard = endpoint({
  method: 'POST',
  path: '/api/my-cards/{id}/activate',
  summary: 'Activate a card of one’s own by its last four digits and expiry',
  access: 'session',
  permission: 'own-cards.activate',
  limit: { per: 'session', requests: 10, windowSeconds: 10 * MINUTE },
  params: OneCard,
  body: v.object({
    lastFour: v.pipe(v.string('type'), v.regex(/^\d{4}$/, 'format')),
    /** As printed: MM/YY. */
    expiry: v.pipe(v.string('type'), v.regex(/^(0[1-9]|1[0-2])\/\d\d$/, 'format')),
  }),
  answers: { 200: Card },
  errors: ['CARD_STATE', 'CARD_PROOF_WRONG'],
});

/** Only the processor knows a PIN. */
const PinFields = v.object({ pin: v.pipe(v.string('type'), v.regex(/^\d{4}$/, 'format')) });
const fewPins = { per: 'session', requests: 10, windowSeconds: 10 * MINUTE } as const;

export const setCardPin = endpoint({
  method: 'POST',
  path: '/api/cards/{id}/pin',
  summary: 'Set or change the PIN of a card',
  access: 'session',
  permission: 'cards.set-pin',
  limit: fewPins,
  params: OneCard,
  body: PinFields,
  answers: { 200: Card },
  errors: ['CARD_STATE', 'PIN_REJECTED', 'STEP_UP_REQUIRED', 'HELD_AFTER_CHANGE', 'PROCESSOR_UNAVAILABLE'],
});

export const setOwnCardPin = endpoint({
  method: 'POST',
  path: '/api/my-cards/{id}/pin',
  summary: 'Set or change the PIN of a card of one’s own',
  access: 'session',
  permission: 'own-cards.set-pin',
  limit: fewPins,
  params: OneCard,
  body: PinFields,
  answers: { 200: Card },
  errors: ['CARD_STATE', 'PIN_REJECTED', 'STEP_UP_REQUIRED', 'HELD_AFTER_CHANGE', 'PROCESSOR_UNAVAILABLE'],
});

const ReplaceFields = {
  idempotencyKey: Uuid,
  note: v.optional(v.nullable(line(200))),
  /** Without it, a physical card is sent where the old one was. */
  shipping: v.optional(v.nullable(Shipping)),
};

/**
 * Answers with the new card, which takes over limits, policies, groups, controls and spend. A physical card needs a
 * fresh proof.
 */
export const replaceCard = endpoint({
  method: 'POST',
  path: '/api/cards/{id}/replace',
  summary: 'Replace a card that is lost, stolen, misused, damaged, expiring or was returned',
  access: 'session',
  permission: 'cards.replace',
  limit: cardChanges,
  params: OneCard,
  body: v.object({ reason: ReplaceReason, ...ReplaceFields }),
  answers: { 201: Card },
  errors: ['CARD_STATE', 'CARD_LIMIT_REACHED', 'IDEMPOTENCY_KEY_REUSED', 'STEP_UP_REQUIRED', 'HELD_AFTER_CHANGE'],
});

/** After a security change, a physical card is sent only where the old one was (decision 023). */
export const replaceOwnCard = endpoint({
  method: 'POST',
  path: '/api/my-cards/{id}/replace',
  summary: 'Report a card of one’s own lost, stolen, misused or damaged, and get a new one',
  access: 'session',
  permission: 'own-cards.replace',
  limit: cardChanges,
  params: OneCard,
  body: v.object({
    reason: v.picklist(['LOST', 'STOLEN', 'COMPROMISED', 'DAMAGED'], 'format'),
    ...ReplaceFields,
  }),
  answers: { 201: Card },
  errors: ['CARD_STATE', 'CARD_LIMIT_REACHED', 'IDEMPOTENCY_KEY_REUSED', 'STEP_UP_REQUIRED', 'HELD_AFTER_CHANGE'],
});
