import { canIBuy, mySpendLimits } from '@florin/contract/cards/spend-limits';
import { myTransactions, transactions } from '@florin/contract/cards/transactions';
import { fetchOrThrow } from '../../../../session/queries/query-client.ts';
import type { Scope, Transaction } from '../queries.ts';
import type { TriedNow } from './still-declined.ts';

/**
 * Asks the engine that decides purchases whether a declined one would go through now. After an approved request, `madeAt`
 * is when the same purchase was made; it counts against the limits, so another one may well be declined. Null: it was not.
 */
export async function tryNow(scope: Scope, of: Transaction, signal: AbortSignal): Promise<TriedNow> {
  const { id: merchantId, name: merchant, mcc, country, state } = of.merchant;
  const isState = state !== null && /^[A-Z0-9]{1,3}$/.test(state);
  const body = { cardId: of.card.id, amount: of.requested.amount, merchantId, merchant, mcc, country };
  const [answer, madeAt, left] = await Promise.all([
    fetchOrThrow(canIBuy, { body: { ...body, ...(isState && { state }) } }, signal),
    of.decline?.request?.status === 'APPROVED' ? whenMade(scope, of, signal) : null,
    scope === 'own' ? leftNow(of.card.id, signal).catch(() => null) : null,
  ]);
  const goesThrough = madeAt !== null || answer.answer === 'YES';
  return { still: goesThrough ? null : answer, left: goesThrough ? left : null, goesThrough, madeAt };
}

/** What is left on one of the caller's cards, with the period of the limit that binds. */
async function leftNow(cardId: string, signal: AbortSignal): Promise<TriedNow['left']> {
  const { cards } = await fetchOrThrow(mySpendLimits, {}, signal);
  const limits = cards.find(({ card }) => card.cardId === cardId);
  if (!limits?.leftToSpend) return null;
  const { amount, binding } = limits.leftToSpend;
  return { amount, period: binding.limit === null ? null : limits.limits[binding.limit]!.period };
}

/** When the card was used for the same amount at the same merchant, for the first time after a decline. */
async function whenMade(scope: Scope, of: Transaction, signal: AbortSignal): Promise<string | null> {
  const { merchant, card, at, requested } = of;
  const query = {
    cardId: card.id,
    merchant: merchant.name.slice(0, 80),
    from: at,
    declined: 'false',
    order: 'ASC',
    limit: '100',
  } as const;
  const { items } = await (scope === 'business'
    ? fetchOrThrow(transactions, { query }, signal)
    : fetchOrThrow(myTransactions, { query }, signal));
  const made = items.find(
    (each) =>
      each.declineCode === null && each.merchant.id === merchant.id && each.requested.amount === requested.amount,
  );
  return made?.at ?? null;
}
