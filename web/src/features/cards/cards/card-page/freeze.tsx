import { freezeCard, freezeOwnCard, unfreezeCard, unfreezeOwnCard } from '@florin/contract/cards/cards';
import { mayFreeze, mayUnfreeze } from '@florin/contract/cards/card-states';
import { useState } from 'react';
import { showSnackbar } from '../../../../kit/feedback/snackbar-store.ts';
import { ConfirmDialog } from '../../../../kit/overlays/ConfirmDialog.tsx';
import { cardPageWords } from '../../../../messages/en/cards/card-page.ts';
import { useSubmission } from '../../../../session/failures/use-submission.ts';
import { useReason } from '../../../../session/PermittedButton.tsx';
import { queryClient } from '../../../../session/queries/query-client.ts';
import { cardQuery, refreshCards, type CardDetail, type CardScope } from '../queries.ts';

const words = cardPageWords;

/** Freezing and unfreezing: the freeze shows at once, and is taken back where it fails. */
export function useFreeze(scope: CardScope, card: CardDetail) {
  const isOwn = scope === 'own';
  const actor = isOwn ? 'HOLDER' : 'ADMIN';
  const { pending, submit } = useSubmission();
  const reason = useReason(isOwn ? 'own-cards.freeze' : 'cards.freeze');
  const change = async (freezes: boolean) => {
    const { queryKey } = cardQuery(scope, card.id);
    if (freezes && card.status === 'OPEN') queryClient.setQueryData(queryKey, { ...card, status: 'PAUSED' as const });
    const input = { params: { id: card.id }, body: { reason: null } };
    const endpoint = freezes ? (isOwn ? freezeOwnCard : freezeCard) : isOwn ? unfreezeOwnCard : unfreezeCard;
    const answer = await submit(endpoint, input);
    if (!answer?.ok) {
      if (freezes) queryClient.setQueryData(queryKey, card);
      showSnackbar({ severity: 'error', text: words.actFailed });
    }
    await refreshCards();
  };
  return { reason, canFreeze: mayFreeze(card, actor), canUnfreeze: mayUnfreeze(card, actor), pending, change };
}

/** A key asks before it freezes or unfreezes. */
export function FreezeDialog({ scope, card, onClose }: { scope: CardScope; card: CardDetail; onClose: () => void }) {
  const { canFreeze, pending, change } = useFreeze(scope, card);
  const [freezes] = useState(canFreeze);
  const say = freezes ? words.freezing : words.unfreezing;
  return (
    <ConfirmDialog
      words={{
        title: say.title(card.last4),
        text: say.text,
        submit: freezes ? words.freeze : words.unfreeze,
        submitting: say.submitting,
        cancel: words.cancel,
      }}
      variant="primary"
      pending={pending}
      message={null}
      onConfirm={() => void change(freezes).then(onClose)}
      onClose={onClose}
    />
  );
}
