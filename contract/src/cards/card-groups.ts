import * as v from 'valibot';
import { PendingChange } from '../access/pending-changes.ts';
import { endpoint } from '../endpoint.ts';
import { requiredLine, text, Uuid } from '../fields.ts';
import { cardChanges, Named, Selected } from './card-parts.ts';

const CardGroup = v.object({
  ...Named.entries,
  cards: v.number(),
  /** The spend policies of the group, in force or not, by name. */
  policies: v.array(Named),
  createdAt: v.string(),
});
export type CardGroup = v.InferOutput<typeof CardGroup>;
const GroupName = requiredLine(80);

export const cardGroups = endpoint({
  method: 'GET',
  path: '/api/card-groups',
  summary: 'Groups of cards, with how many cards each has that are not closed',
  access: 'session',
  permission: 'card-groups.view',
  answers: { 200: v.object({ items: v.array(CardGroup) }) },
  errors: [],
});

export const createCardGroup = endpoint({
  method: 'POST',
  path: '/api/card-groups',
  summary: 'Create a group of cards',
  access: 'session',
  permission: 'card-groups.change',
  limit: cardChanges,
  body: v.object({ name: GroupName }),
  answers: { 201: CardGroup },
  errors: ['STEP_NOT_POSSIBLE'],
});

export const renameCardGroup = endpoint({
  method: 'PATCH',
  path: '/api/card-groups/{id}',
  summary: 'Rename a group of cards',
  access: 'session',
  permission: 'card-groups.change',
  limit: cardChanges,
  params: v.object({ id: Uuid }),
  body: v.object({
    name: GroupName,
    /** The name as it was read. If the group has been renamed since, the answer is VERSION_CONFLICT. */
    replaces: v.optional(text(80)),
  }),
  answers: { 200: CardGroup },
  errors: ['STEP_NOT_POSSIBLE', 'VERSION_CONFLICT'],
});

export const deleteCardGroup = endpoint({
  method: 'DELETE',
  path: '/api/card-groups/{id}',
  summary: 'Delete a group of cards that no spend policy uses; its cards stay',
  access: 'session',
  permission: 'card-groups.change',
  limit: cardChanges,
  params: v.object({ id: Uuid }),
  answers: { 204: null },
  errors: ['STEP_NOT_POSSIBLE'],
});

/** 202: under four eyes, cards that leave a group with rules wait for a second administrator (pending-changes.ts). */
export const changeCardGroupMembers = endpoint({
  method: 'POST',
  path: '/api/card-groups/{id}/members',
  summary: 'Add cards to a group, or remove them; their replacements stay in it',
  access: 'session',
  permission: 'card-groups.change',
  limit: cardChanges,
  params: v.object({ id: Uuid }),
  body: v.object({
    add: v.optional(Selected, []),
    remove: v.optional(Selected, []),
    /** Memberships whose open cards are added, too. */
    addHeldBy: v.optional(Selected, []),
  }),
  answers: { 200: CardGroup, 202: v.object({ change: PendingChange }) },
  errors: ['OWN_CARD'],
});
