import type * as contract from '@florin/contract/cards/spend-overrides';
import { cardOfBusiness } from '../../../core/cards/of-business.ts';
import { refuse, type HandlersOf } from '../../../http/call.ts';
import { createSpendOverride, endSpendOverride } from './change.ts';
import { overrideOf, overridesOf } from './queries.ts';

export const spendOverridesRoutes: HandlersOf<typeof contract> = {
  spendOverrides: async ({ context, caller: session, input }) => {
    const { db, clock } = context;
    const { cardId } = input.query;
    const card = cardId === undefined ? null : await cardOfBusiness(db, session.businessId, cardId);
    if (cardId !== undefined && !card) return refuse('NOT_FOUND');
    const rows = await overridesOf(db, session.businessId, { chainId: card?.chainId ?? null });
    return { status: 200, body: { items: rows.map((row) => overrideOf(row, clock.now())) } };
  },

  createSpendOverride,
  endSpendOverride,
};
