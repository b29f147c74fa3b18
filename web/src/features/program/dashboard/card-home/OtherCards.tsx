import type { Card } from '@florin/contract/cards/cards';
import type { CardLimits } from '@florin/contract/cards/spend-limits';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { lookOf } from '../../../../flows/cards/card-look.ts';
import { titleOfCard } from '../../../../flows/cards/card-title.ts';
import { IconButton } from '../../../../kit/actions/IconButton.tsx';
import looks from '../../../../kit/card/looks.module.css';
import { Panel } from '../../../../kit/layout/Panel.tsx';
import { LastDigits } from '../../../../kit/text/LastDigits.tsx';
import { Money } from '../../../../kit/text/Money.tsx';
import { cardHomeWords } from '../../../../messages/en/program/card-home.ts';
import { periodOf } from './binding.ts';
import styles from './CardHome.module.css';

const words = cardHomeWords.cards;

interface OtherCardsProps {
  cards: readonly Card[];
  current: Card;
  limits: readonly CardLimits[] | undefined;
  onShow: (id: string) => void;
}

/** The cards beside the shown one: by arrows, or by name. */
export function OtherCards({ cards, current, limits, onShow }: OtherCardsProps) {
  const at = cards.indexOf(current);
  const neighbor = (step: number) => cards[(at + step + cards.length) % cards.length]!;
  return (
    <Panel
      title={words.other}
      padded={false}
      actions={
        <span className={styles.arrows}>
          <IconButton icon={ChevronLeft} label={words.previous} onClick={() => onShow(neighbor(-1).id)} />
          <span className={styles.dots} aria-hidden="true">
            {cards.length <= 8 &&
              cards.map(({ id }) => <span key={id} data-current={id === current.id || undefined} />)}
          </span>
          <IconButton icon={ChevronRight} label={words.next} onClick={() => onShow(neighbor(1).id)} />
        </span>
      }
    >
      <ul>
        {cards
          .filter((card) => card !== current)
          .map((card) => {
            const left = limits?.find((limit) => limit.card.cardId === card.id);
            return (
              <li key={card.id}>
                <button type="button" className={styles.other} onClick={() => onShow(card.id)}>
                  <span className={looks.mini} data-look={lookOf(card.controls)} aria-hidden="true" />
                  <span className={styles.otherName}>
                    {titleOfCard(card)} <LastDigits digits={card.last4} />
                  </span>
                  {left?.leftToSpend && (
                    <span className={styles.otherLeft}>
                      <Money value={left.leftToSpend.amount} />
                      <span className={styles.mute}>{words.left(periodOf(left))}</span>
                    </span>
                  )}
                </button>
              </li>
            );
          })}
      </ul>
      <Together cards={cards} limits={limits} />
    </Panel>
  );
}

/** A sum only where it is one: of money that each card has for itself. */
function Together({ cards, limits }: Pick<OtherCardsProps, 'cards' | 'limits'>) {
  const each = cards.flatMap(({ id }) => limits?.find(({ card }) => card.cardId === id) ?? []);
  if (each.length < cards.length) return null;
  const wallets = each.filter(({ source }) => source === 'WALLET').length;
  if (wallets === 0) return <p className={styles.together}>{words.sameAccount}</p>;
  if (wallets < each.length) return null;
  const amount = each.reduce((sum, { available }) => sum + available.amount, 0);
  return (
    <p className={styles.together}>
      <span>{words.together(cards.length)}</span>
      <Money value={{ ...each[0]!.available, amount }} />
    </p>
  );
}
