import type { Database } from '../../db/open.ts';
import { activateCard, bySystem, lockCard, type CardContext } from './states.ts';

/**
 * Assigns a card to the membership that registered it. A card that waits for activation becomes active, and its count
 * of wrong verification codes restarts. If the card has a holder, the holder does not change.
 */
export async function registerCard(
  tx: Database,
  context: CardContext,
  { cardId, membershipId }: { cardId: string; membershipId: string },
): Promise<void> {
  const card = await lockCard(tx, cardId, null);
  if (!card || card.membership_id !== null) return;
  const registered = { membership_id: membershipId, wrong_codes: 0, wrong_codes_total: 0 };
  await tx.updateTable('card').set(registered).where('id', '=', cardId).execute();
  if (card.status !== 'PENDING_ACTIVATION') return;
  await activateCard(
    tx,
    context,
    { ...card, ...registered },
    { ...bySystem, actor: 'HOLDER', channel: 'APP', membershipId },
  );
}
