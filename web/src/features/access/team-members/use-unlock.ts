import { unlockRegistration } from '@florin/contract/invites';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { showSnackbar } from '../../../kit/feedback/snackbar-store.ts';
import { teamWords as words } from '../../../messages/en/team-members.ts';
import { describeFailure } from '../../../session/failure.ts';
import { fetchOrThrow } from '../../../session/query-client.ts';
import { teamQuery } from './queries.ts';

export interface LockedCard {
  cardId: string;
  nameOnCard: string;
  cardLast4: string;
  timesUnlocked: number;
}

/** Lifts the lock of one card at a time, and says what came of it. */
export function useUnlock() {
  const client = useQueryClient();
  const unlocking = useMutation({
    networkMode: 'always',
    mutationFn: ({ cardId }: LockedCard) => fetchOrThrow(unlockRegistration, { params: { id: cardId } }),
    onSuccess: (_, { nameOnCard }) => showSnackbar({ severity: 'success', text: words.unlocked(nameOnCard) }),
    onError: (error) => showSnackbar({ severity: 'error', ...describeFailure(error, words.actFailed) }),
    onSettled: () => client.invalidateQueries({ queryKey: teamQuery().queryKey }),
  });
  return {
    unlocking: unlocking.isPending ? unlocking.variables.cardId : null,
    unlock: (card: LockedCard) => {
      if (!unlocking.isPending) unlocking.mutate(card);
    },
  };
}
