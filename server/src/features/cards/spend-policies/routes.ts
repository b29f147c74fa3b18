import type * as contract from '@florin/contract/cards/spend-policies';
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
import { changeNewCardDefault, newCardDefault } from './new-card-default.ts';
import { exportSpendPolicies, spendPolicies } from './list.ts';
import { setCardPolicies } from './many-cards.ts';
import { cardsUnder, policiesOf } from './queries.ts';

const cardsOfPage = 50;

export const spendPoliciesRoutes: HandlersOf<typeof contract> = {
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

  backtestSpendPolicy,
  spendPolicyShadow,

  newCardDefault,
  changeNewCardDefault,
};
