import type * as contract from '@florin/contract/cards/spend-limits';
import { seesUsage } from '@florin/contract/permissions';
import { cardLimitsOf, readSituations } from '../../../core/authorizations/limits.ts';
import { cardOfBusiness, cardsOfBusiness } from '../../../core/cards/of-business.ts';
import { refuse, type HandlersOf } from '../../../http/call.ts';
import { canIBuy } from './can-i-buy.ts';

export const spendLimitsRoutes: HandlersOf<typeof contract> = {
  mySpendLimits: async ({ context, caller: session }) => {
    const { db, clock } = context;
    const at = clock.now().getTime();
    const own = await db
      .selectFrom('card')
      .select('id')
      .where('membership_id', '=', session.membershipId)
      .where('status', '<>', 'CLOSED')
      .orderBy('id')
      .execute();
    const situations = await readSituations(
      db,
      session.businessId,
      own.map(({ id }) => id),
      at,
    );
    const reader = { seesUsage: false };
    return { status: 200, body: { cards: situations.map((situation) => cardLimitsOf(situation, at, reader)) } };
  },

  cardsSpendLeft: async ({ context, caller: session, input }) => {
    const at = context.clock.now().getTime();
    const own = await cardsOfBusiness(context.db, session.businessId, input.query.cards);
    const situations = await readSituations(context.db, session.businessId, own, at);
    const reader = { seesUsage: seesUsage(session) };
    const cards = situations.map((situation) => {
      const { card, leftToSpend, limits, source } = cardLimitsOf(situation, at, reader);
      const binding = leftToSpend?.binding ?? null;
      const limit = binding?.limit == null ? null : limits[binding.limit]!;
      return { cardId: card.cardId, left: leftToSpend?.amount ?? null, limit, by: binding?.by ?? null, source };
    });
    return { status: 200, body: { cards } };
  },

  cardSpendLimits: async ({ context, caller: session, input }) => {
    const { db, clock } = context;
    const at = clock.now().getTime();
    const card = await cardOfBusiness(db, session.businessId, input.params.id);
    const [situation] = card ? await readSituations(db, session.businessId, [card.id], at) : [];
    const reader = { seesUsage: seesUsage(session) };
    return situation ? { status: 200, body: cardLimitsOf(situation, at, reader) } : refuse('NOT_FOUND');
  },

  canIBuy,
};
