import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';

/** Counting ends there, so that a count costs the same in every business. */
export const tabCountAtMost = 100;

export const cardCounts = endpoint({
  method: 'GET',
  path: '/api/cards/counts',
  summary: 'How much the pages of the cards list, each counted up to 100',
  access: 'session',
  permission: 'cards.view',
  answers: {
    200: v.object({
      /** Not closed. */
      cards: v.number(),
      /** Waiting for a decision. */
      requests: v.number(),
      /** Of these, those that the person may decide. */
      toDecide: v.number(),
      policies: v.number(),
      /** That still open; null for those who may not see them. */
      vendorLinks: v.nullable(v.number()),
    }),
  },
  errors: [],
});
