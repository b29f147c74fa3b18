import { canIBuy } from '@florin/contract/cards/spend-limits';
import { fetchOrThrow } from '../../../../session/queries/query-client.ts';
import type { Transaction } from '../queries.ts';

/** Asks the engine that decides purchases whether a declined one would go through now. */
export function tryNow(of: Transaction, signal: AbortSignal) {
  const { id: merchantId, name: merchant, mcc, country, state } = of.merchant;
  const isState = state !== null && /^[A-Z0-9]{1,3}$/.test(state);
  const body = { cardId: of.card.id, amount: of.requested.amount, merchantId, merchant, mcc, country };
  return fetchOrThrow(canIBuy, { body: { ...body, ...(isState && { state }) } }, signal);
}
