import { type LockedCard, unlockRegistration } from '@florin/contract/access/invites';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Failure } from '../../../kit/feedback/Failure.tsx';
import { showSnackbar } from '../../../kit/feedback/snackbar-store.ts';
import { Panel } from '../../../kit/layout/Panel.tsx';
import type { Column } from '../../../kit/lists/table/columns.ts';
import { Table } from '../../../kit/lists/table/Table.tsx';
import { teamWords as words } from '../../../messages/en/access/team-members.ts';
import { errorMessage } from '../../../session/failures/error-message.ts';
import { PermittedButton } from '../../../session/PermittedButton.tsx';
import { fetchOrThrow } from '../../../session/queries/query-client.ts';
import { CardDigits } from './CardDigits.tsx';
import { lockedQuery } from './queries.ts';
import { refreshTeam } from '../../../flows/team/refresh-team.ts';
import styles from './team.module.css';

/** Cards whose registration too many wrong verification codes have locked (reading 9); nothing if there are none. */
export function LockedCardsPanel() {
  const unlocks = useUnlock();
  const locked = useQuery(lockedQuery());
  if (locked.isError && !locked.data)
    return (
      <Failure
        {...errorMessage(locked.error, words.lockedFailed)}
        onRetry={() => void locked.refetch()}
        retrying={locked.isFetching}
      />
    );
  const cards = locked.data?.lockedCards ?? [];
  if (cards.length === 0) return null;
  return (
    <Panel title={words.lockedCards} padded={false}>
      <p className={styles.intro}>{words.lockedText}</p>
      <Table
        inPanel
        label={words.lockedCards}
        rows={cards}
        columns={columnsOf(unlocks)}
        rowId={({ cardId }) => cardId}
        rowName={nameOf}
        density="roomy"
        keys={false}
      />
    </Panel>
  );
}

const nameOf = ({ nameOnCard }: LockedCard) => nameOnCard;

const columnsOf = ({ unlock, unlocking }: ReturnType<typeof useUnlock>): Column<LockedCard>[] => [
  { id: 'name', title: words.columns.nameOnCard, cell: nameOf },
  { id: 'card', title: words.columns.card, cell: ({ cardLast4 }) => <CardDigits last4={cardLast4} /> },
  {
    id: 'before',
    title: words.columns.before,
    labelled: true,
    cell: ({ timesUnlocked }) => (timesUnlocked > 0 ? words.unlockedBefore(timesUnlocked) : null),
  },
  {
    id: 'actions',
    title: words.columns.actions,
    untitled: true,
    align: 'end',
    card: 'actions',
    cell: (card) => (
      <PermittedButton
        permission="registrations.unlock"
        aria-label={words.unlockFor(card.nameOnCard)}
        pending={unlocking === card.cardId}
        onClick={() => unlock(card)}
      >
        {words.unlock}
      </PermittedButton>
    ),
  },
];

/** Unlocks one card at a time, and shows the result. */
function useUnlock() {
  const unlocking = useMutation({
    networkMode: 'always',
    mutationFn: ({ cardId }: LockedCard) => fetchOrThrow(unlockRegistration, { params: { id: cardId } }),
    onSuccess: (_, { nameOnCard }) => showSnackbar({ severity: 'success', text: words.unlocked(nameOnCard) }),
    onError: (error) => showSnackbar(errorMessage(error, words.actFailed)),
    onSettled: refreshTeam,
  });
  return {
    unlocking: unlocking.isPending ? unlocking.variables.cardId : null,
    unlock: (card: LockedCard) => {
      if (!unlocking.isPending) unlocking.mutate(card);
    },
  };
}
