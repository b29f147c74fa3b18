import { PermittedButton } from '../../../session/PermittedButton.tsx';
import { Panel } from '../../../kit/layout/Panel.tsx';
import { StatusTag } from '../../../kit/feedback/StatusTag.tsx';
import { teamWords as words } from '../../../messages/en/team-members.ts';
import { CardDigits } from './CardDigits.tsx';
import styles from './team.module.css';
import { useUnlock, type LockedCard } from './use-unlock.ts';

/** Cards whose registration too many wrong verification codes have locked (reading 9); nothing where there is none. */
export function LockedCardsPanel({ cards }: { cards: readonly LockedCard[] | undefined }) {
  const { unlock, unlocking } = useUnlock();
  if (!cards || cards.length === 0) return null;
  return (
    <Panel title={words.lockedCards} padded={false}>
      <p className={styles.intro}>{words.lockedText}</p>
      <ul>
        {cards.map((card) => (
          <li key={card.cardId} className={styles.row}>
            <div className={styles.who}>
              <p className={styles.name}>{card.nameOnCard}</p>
              <p className={styles.line}>
                <CardDigits last4={card.cardLast4} />
              </p>
              {card.timesUnlocked > 0 && <p className={styles.line}>{words.unlockedBefore(card.timesUnlocked)}</p>}
            </div>
            <p className={styles.status}>
              <StatusTag tone="bad">{words.locked}</StatusTag>
            </p>
            <PermittedButton
              permission="registrations.unlock"
              aria-label={words.unlockFor(card.nameOnCard)}
              pending={unlocking === card.cardId}
              onClick={() => unlock(card)}
            >
              {words.unlock}
            </PermittedButton>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
