import { unlockRegistration } from '@florin/contract/invites';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { showSnackbar } from '../../../kit/feedback/snackbar-store.ts';
import { StatusTag } from '../../../kit/feedback/StatusTag.tsx';
import { Panel } from '../../../kit/layout/Panel.tsx';
import { teamWords as words } from '../../../messages/en/team-members.ts';
import { errorMessage } from '../../../session/failures/error-message.ts';
import { PermittedButton } from '../../../session/PermittedButton.tsx';
import { fetchOrThrow } from '../../../session/queries/query-client.ts';
import { CardDigits } from './CardDigits.tsx';
import { teamQuery } from './queries.ts';
import styles from './team.module.css';

/** Cards whose registration too many wrong verification codes have locked (reading 9); nothing if there are none. */
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

interface LockedCard {
  cardId: string;
  nameOnCard: string;
  cardLast4: string;
  timesUnlocked: number;
}

/** Unlocks one card at a time, and shows the result. */
function useUnlock() {
  const client = useQueryClient();
  const unlocking = useMutation({
    networkMode: 'always',
    mutationFn: ({ cardId }: LockedCard) => fetchOrThrow(unlockRegistration, { params: { id: cardId } }),
    onSuccess: (_, { nameOnCard }) => showSnackbar({ severity: 'success', text: words.unlocked(nameOnCard) }),
    onError: (error) => showSnackbar(errorMessage(error, words.actFailed)),
    onSettled: () => client.invalidateQueries({ queryKey: teamQuery().queryKey }),
  });
  return {
    unlocking: unlocking.isPending ? unlocking.variables.cardId : null,
    unlock: (card: LockedCard) => {
      if (!unlocking.isPending) unlocking.mutate(card);
    },
  };
}
