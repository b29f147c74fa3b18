import type { Card } from '@florin/contract/cards/cards';
import { productTime } from '../../clock.ts';
import { StatusTag } from '../../kit/feedback/StatusTag.tsx';
import { StatusText } from '../../kit/feedback/StatusText.tsx';
import { cardStateWords as words } from '../../messages/en/cards/card-state.ts';
import { usePerson } from '../../session/person.ts';
import { calendarDay, shortDate } from '../time/when.ts';

type CardStateFacts = Pick<Card, 'status' | 'freezes' | 'shipment' | 'controls' | 'replacedBy'>;

/** The state of a card: gray if there is nothing to do, colored if a person should act (visual language, rule 5). */
export function CardState({ of: card }: { of: CardStateFacts }) {
  const frozen = freezeText(card);
  switch (card.status) {
    case 'OPEN':
      return <OpenState of={card.controls} />;
    case 'PAUSED':
      return <StatusTag tone="info">{frozen ?? words.frozen}</StatusTag>;
    case 'PENDING_ACTIVATION':
      return <StatusTag tone={frozen === null ? 'warn' : 'info'}>{frozen ?? words.notActivated}</StatusTag>;
    case 'PENDING_FULFILLMENT':
      return (
        <StatusText fill="ring">
          {card.shipment?.expectedOn ? words.arrives(calendarDay(card.shipment.expectedOn)) : words.ordered}
        </StatusText>
      );
    case 'CLOSED':
      return (
        <StatusText fill="ring">{card.replacedBy ? words.replacedBy(card.replacedBy.last4) : words.closed}</StatusText>
      );
    default:
      return card.status satisfies never;
  }
}

const isUsedUp = ({ uses, usesAtMost }: Card['controls']) => usesAtMost !== null && uses >= usesAtMost;
const hasEnded = ({ validUntil }: Card['controls'], now: number) =>
  validUntil !== null && Date.parse(validUntil) <= now;

/** Whether the uses or the time of a card are over: it allows no purchase until they are extended. */
export const isOver = ({ controls }: Pick<Card, 'controls'>, now: number): boolean =>
  isUsedUp(controls) || hasEnded(controls, now);

function OpenState({ of }: { of: Card['controls'] }) {
  const { timeZone } = usePerson();
  const now = productTime();
  const { validUntil } = of;
  if (isUsedUp(of)) return <StatusText fill="ring">{words.usedUp}</StatusText>;
  if (validUntil === null) return <StatusText>{words.active}</StatusText>;
  const day = shortDate(validUntil, timeZone);
  return hasEnded(of, now) ? (
    <StatusText fill="ring">{words.ended(day)}</StatusText>
  ) : (
    <StatusText>{words.activeTo(day)}</StatusText>
  );
}

/** 'Frozen by Maya Chen', for the most serious freeze; null without a freeze. */
export function freezeText({ freezes }: Pick<Card, 'freezes'>): string | null {
  const [first] = freezes.toSorted((a, b) => rank[a.by] - rank[b.by]);
  if (first === undefined) return null;
  return first.by === 'SYSTEM' ? words.frozenByProgram : words.frozenBy(first.actor ?? words.someone[first.by]);
}

const rank = { SYSTEM: 0, ADMIN: 1, HOLDER: 2 } as const;
