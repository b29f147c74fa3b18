import type * as contract from '@florin/contract/spend-policies';
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
import { cardLimitsOf, readSituations } from './limits.ts';
import { createSpendOverride, endSpendOverride } from './overrides.ts';
import { cardOfBusiness, cardsUnder, overridesOf, policiesOf, protectionsOf, versionsOf } from './queries.ts';
import { lineOf, overrideOf } from './rules.ts';

const cardsOfPage = 50;

export const spendPoliciesRoutes: HandlersOf<typeof contract> = {
  spendPolicies: async ({ context, caller: session }) => {
    const { db, clock } = context;
    const at = clock.now();
    const policies = await policiesOf(db, session.businessId);
    const versions = Map.groupBy(
      await versionsOf(
        db,
        policies.map(({ id }) => id),
      ),
      ({ policyId }) => policyId,
    );
    const { time_zone: timeZone } = await db
      .selectFrom('business')
      .select('time_zone')
      .where('id', '=', session.businessId)
      .executeTakeFirstOrThrow();
    return {
      status: 200,
      body: {
        policies: policies.map((policy) => lineOf(policy, versions.get(policy.id) ?? [], at)),
        protections: await protectionsOf(db, session.businessId, at),
        timeZone,
      },
    };
  },

  spendPolicy: async ({ context, caller: session, input }) => {
    const policy = await readPolicy(context.db, session.businessId, input.params.id, context.clock.now());
    return policy ? { status: 200, body: policy } : refuse('NOT_FOUND');
  },

  createSpendPolicy,
  renameSpendPolicy,
  saveSpendPolicyDraft,
  discardSpendPolicyDraft,
  shadowSpendPolicyVersion,
  activateSpendPolicyVersion,
  restoreSpendPolicyVersion,
  deactivateSpendPolicyVersion,

  spendPolicyCards: async ({ context, caller: session, input }) => {
    const [policy] = await policiesOf(context.db, session.businessId, input.params.id);
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
    return { status: 200, body: { cards: situations.map((situation) => cardLimitsOf(situation, at)) } };
  },

  cardSpendLimits: async ({ context, caller: session, input }) => {
    const { db, clock } = context;
    const at = clock.now().getTime();
    const card = await cardOfBusiness(db, session.businessId, input.params.id);
    const [situation] = card ? await readSituations(db, session.businessId, [card.id], at) : [];
    return situation ? { status: 200, body: cardLimitsOf(situation, at) } : refuse('NOT_FOUND');
  },

  backtestSpendPolicy,
  spendPolicyShadow,

  categoryGroupList,
  createCategoryGroup,
  changeCategoryGroup,
  deleteCategoryGroup,

  canIBuy,
};
