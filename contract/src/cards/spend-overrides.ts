import * as v from 'valibot';
import { Timestamp } from '../dates/timestamp.ts';
import { endpoint } from '../endpoint.ts';
import { line, Uuid } from '../fields.ts';
import { PendingChange } from '../access/pending-changes.ts';
import { PolicyCard } from './policies/policy-card.ts';
import { PolicyDocument, policyLimits, Rules } from './policies/spend-rules.ts';

const note = v.optional(v.nullable(line(policyLimits.noteMaxLength)));

/**
 * A temporary change for one card: a limit that replaces the one with the same period and group, or an exception from a
 * list.
 */
export const SpendOverride = v.object({
  id: v.string(),
  card: PolicyCard,
  document: PolicyDocument,
  note: v.nullable(v.string()),
  from: v.string(),
  until: v.string(),
  createdAt: v.string(),
  createdBy: v.nullable(v.string()),
  state: v.picklist(['NEXT', 'ACTIVE', 'ENDED']),
});
export type SpendOverride = v.InferOutput<typeof SpendOverride>;

export const spendOverrides = endpoint({
  method: 'GET',
  path: '/api/spend-overrides',
  summary: 'Temporary changes of what cards can do, those in force first',
  access: 'session',
  permission: 'spend-policies.view',
  query: v.object({ cardId: v.optional(Uuid) }),
  answers: { 200: v.object({ items: v.array(SpendOverride) }) },
  errors: [],
});

/**
 * Changes what a card can do until a moment. An amount or count limit replaces the one of the same period and group; an
 * allow list makes an exception from the lists of business, group and card. The rules of the program still apply.
 */
/** 202: under four eyes, a raise or an exception waits for a second administrator (pending-changes.ts). */
export const createSpendOverride = endpoint({
  method: 'POST',
  path: '/api/spend-overrides',
  summary: 'Change what a card can do, for a time',
  access: 'session',
  permission: 'spend-policies.override',
  body: v.object({
    cardId: Uuid,
    rules: Rules,
    from: v.optional(v.nullable(Timestamp)),
    /** After now and `from`; at most a year later. */
    until: Timestamp,
    note,
  }),
  answers: { 201: SpendOverride, 202: v.object({ change: PendingChange }) },
  errors: ['OWN_CARD', 'POLICY_INVALID', 'CARD_STATE'],
});

/** 202: under four eyes, the end of a restriction waits for a second administrator (pending-changes.ts). */
export const endSpendOverride = endpoint({
  method: 'POST',
  path: '/api/spend-overrides/{id}/end',
  summary: 'End a temporary change at once',
  access: 'session',
  permission: 'spend-policies.override',
  params: v.object({ id: Uuid }),
  answers: { 200: SpendOverride, 202: v.object({ change: PendingChange }) },
  errors: ['STEP_NOT_POSSIBLE', 'OWN_CARD'],
});
