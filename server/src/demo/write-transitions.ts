import type { CardAct } from '@florin/contract/cards/cards';
import type { CardChannel, CardStatus } from '@florin/contract/cards/card-states';
import { newId } from '../db/ids.ts';
import type { Seeding } from './seed.ts';

interface DemoTransition {
  act: CardAct;
  to: CardStatus;
  at: Date;
  by: CardChannel;
  /** The membership that did it. */
  actor?: string;
}

/** Writes the timeline of a demo card, the oldest first; a program closes a card at the issuer's request. */
export const writeTransitions = (
  tx: Seeding['tx'],
  cardId: string,
  transitions: readonly DemoTransition[],
): Promise<unknown> =>
  tx
    .insertInto('card_transition')
    .values(
      transitions.map(({ act, to, at, by, actor }, index) => ({
        id: newId(at.getTime()),
        card_id: cardId,
        transition: act,
        from_status: transitions[index - 1]?.to ?? null,
        to_status: to,
        substatus: act === 'close' ? ('ISSUER_REQUEST' as const) : null,
        actor_membership_id: actor ?? null,
        channel: by,
        reason: null,
        at,
      })),
    )
    .execute();
