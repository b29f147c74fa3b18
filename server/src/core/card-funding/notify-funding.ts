import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Database } from '../../db/open.ts';
import { notifyOf, type Notification } from '../notifications/notify.ts';
import { usd, type ReadPlan } from './run.ts';

interface Done {
  businessId: string;
  plan: ReadPlan;
  /** The membership that ordered it; null for a schedule. */
  by: string | null;
}

/**
 * Notifies administrators of a run, and the holder of each card to which it gave money or from which it took money. A
 * person who funded their own card is not notified of it.
 */
export async function notifyFunding(
  tx: Database,
  context: Pick<Context, 'clock'>,
  { businessId, plan, by }: Done,
): Promise<void> {
  const changed = plan.lines.filter(({ change }) => change !== 0n);
  if (changed.length === 0) return;
  const cards = await tx
    .selectFrom('card')
    .select(['id', 'last_four as last4', 'membership_id as holder'])
    .where(
      'id',
      'in',
      changed.map(({ cardId }) => cardId),
    )
    .execute();
  const known = new Map(cards.map((card) => [card.id, card]));
  const name = by === null ? null : await nameOf(tx, by);
  const ofCards = changed.flatMap(({ cardId, change }): Notification[] => {
    const { last4, holder } = known.get(cardId)!;
    if (holder === null || holder === by) return [];
    return [{ kind: 'FUNDING', to: { membershipId: holder }, last4, cards: 1, amount: usd(change), by: name }];
  });
  const total = changed.reduce((sum, { change }) => sum + change, 0n);
  await notifyOf(tx, context, [
    ...ofCards,
    {
      kind: 'FUNDING',
      to: { administratorsOf: businessId },
      last4: null,
      cards: changed.length,
      amount: usd(total),
      by: name,
    },
  ]);
}

async function nameOf(tx: Database, membershipId: string): Promise<string> {
  const { name } = await tx
    .selectFrom('membership')
    .innerJoin('person', 'person.id', 'membership.person_id')
    .select(sql<string>`person.first_name || ' ' || person.last_name`.as('name'))
    .where('membership.id', '=', membershipId)
    .executeTakeFirstOrThrow();
  return name;
}
