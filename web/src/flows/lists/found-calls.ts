import { card, cards, ownCard, ownCards, type Card } from '@florin/contract/cards/cards';
import { team, teamMember, type Member } from '@florin/contract/access/team-members';
import type { Choice } from '../../kit/lists/filters/filters.ts';
import { listWords as words } from '../../messages/en/kit/lists.ts';
import { fetchOrThrow } from '../../session/queries/query-client.ts';

/** So many are shown of what was found; typing finds the others. */
const shown = '20';
const queryOf = (text: string) => ({ limit: shown, ...(text && { text: text.slice(0, 80) }) });

const personOf = ({ membershipId, firstName, lastName }: Member): Choice => ({
  id: membershipId,
  label: `${firstName} ${lastName}`,
});
/** 'Travel ·· 0932' under its own name, or its holder's. */
const cardOf = ({ id, name, holder, nameOnCard, last4 }: Card): Choice => ({
  id,
  label: words.cardOf(name ?? (holder ? `${holder.firstName} ${holder.lastName}` : nameOnCard), last4),
});

export const findCardholders = async (text: string, signal: AbortSignal): Promise<Choice[]> =>
  (await fetchOrThrow(team, { query: { role: 'CARDHOLDER', ...queryOf(text) } }, signal)).items.map(personOf);

export const cardholderById = async (id: string, signal: AbortSignal): Promise<Choice> =>
  personOf(await fetchOrThrow(teamMember, { params: { id } }, signal));

export const findCards = async (text: string, signal: AbortSignal): Promise<Choice[]> =>
  (await fetchOrThrow(cards, { query: queryOf(text) }, signal)).items.map(cardOf);

export const cardById = async (id: string, signal: AbortSignal): Promise<Choice> =>
  cardOf(await fetchOrThrow(card, { params: { id } }, signal));

/** Few enough that the browser finds among them. */
export async function findOwnCards(text: string, signal: AbortSignal): Promise<Choice[]> {
  const { items } = await fetchOrThrow(ownCards, { query: { limit: '100' } }, signal);
  const sought = text.trim().toLowerCase();
  return items.map(cardOf).filter(({ label }) => label.toLowerCase().includes(sought));
}

export const ownCardById = async (id: string, signal: AbortSignal): Promise<Choice> =>
  cardOf(await fetchOrThrow(ownCard, { params: { id } }, signal));
