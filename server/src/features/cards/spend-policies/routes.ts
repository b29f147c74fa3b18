import type * as groups from '@florin/contract/cards/category-groups';
import type * as limits from '@florin/contract/cards/spend-limits';
import type * as overrides from '@florin/contract/cards/spend-overrides';
import type * as policies from '@florin/contract/cards/spend-policies';
import { seesUsage } from '@florin/contract/permissions';
import { refuse, type HandlersOf } from '../../../http/call.ts';
import {
  activateSpendPolicyVersion,
  createSpendPolicy,
  deactivateSpendPolicyVersion,
  discardSpendPolicyDraft,
  readPolicy,
  renameSpendPolicy,
  restoreSpendPolicyVersion,
  saveSpendPolicyDraft,
  shadowSpendPolicyVersion,
} from './change.ts';
import { backtestSpendPolicy, spendPolicyShadow } from './backtest.ts';
import { canIBuy } from './can-i-buy.ts';
import { categoryGroupList, changeCategoryGroup, createCategoryGroup, deleteCategoryGroup } from './groups.ts';
import { cardLimitsOf, readSituations } from '../../../core/authorizations/limits.ts';
import { changeNewCardDefault, newCardDefault } from './new-card-default.ts';
import { exportSpendPolicies, spendPolicies } from './list.ts';
import { setCardPolicies } from './many-cards.ts';
import { createSpendOverride, endSpendOverride } from './overrides.ts';
import { cardOfBusiness, cardsOfBusiness, cardsUnder, overridesOf, policiesOf } from './queries.ts';
import { overrideOf } from './rules.ts';

const cardsOfPage = 50;

export const spendPoliciesRoutes: HandlersOf<typeof policies & typeof overrides & typeof limits & typeof groups> = {
  spendPolicies,
  exportSpendPolicies,

  spendPolicy: async ({ context, caller: session, input }) => {
    const policy = await readPolicy(context.db, session.businessId, input.params.id, context.clock.now());
    return policy ? { status: 200, body: policy } : refuse('NOT_FOUND');
  },

  setCardPolicies,
  createSpendPolicy,
  renameSpendPolicy,
  saveSpendPolicyDraft,
  discardSpendPolicyDraft,
  shadowSpendPolicyVersion,
  activateSpendPolicyVersion,
  restoreSpendPolicyVersion,
  deactivateSpendPolicyVersion,

  spendPolicyCards: async ({ context, caller: session, input }) => {
    const [policy] = await policiesOf(context.db, session.businessId, { id: input.params.id });
    if (!policy) return refuse('NOT_FOUND');
    const after = input.query.cursor ?? null;
    const cards = await cardsUnder(context.db, policy, session.businessId, after, cardsOfPage + 1);
    const items = cards.slice(0, cardsOfPage);
    const nextCursor = cards.length > cardsOfPage ? (items.at(-1)?.cardId ?? null) : null;
    return { status: 200, body: { items, nextCursor } };
  },

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

  backtestSpendPolicy,
  spendPolicyShadow,

  categoryGroupList,
  createCategoryGroup,
  changeCategoryGroup,
  deleteCategoryGroup,

  newCardDefault,
  changeNewCardDefault,

  canIBuy,
};
