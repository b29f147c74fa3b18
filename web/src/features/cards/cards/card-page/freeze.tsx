import { freezeCard, freezeOwnCard, unfreezeCard, unfreezeOwnCard } from '@florin/contract/cards/cards/acts';
import { mayFreeze, mayUnfreeze } from '@florin/contract/cards/card-states';
import { useState } from 'react';
import * as v from 'valibot';
import { Button } from '../../../../kit/actions/Button.tsx';
import { showSnackbar } from '../../../../kit/feedback/snackbar-store.ts';
import { FormShell } from '../../../../kit/forms/FormShell.tsx';
import { TextField } from '../../../../kit/forms/fields/TextField.tsx';
import { ConfirmDialog } from '../../../../kit/overlays/ConfirmDialog.tsx';
import { Dialog } from '../../../../kit/overlays/Dialog.tsx';
import { cardPageWords } from '../../../../messages/en/cards/card-page.ts';
import { useSubmission } from '../../../../session/failures/use-submission.ts';
import { KeptNotice } from '../../../../session/kept-forms/KeptNotice.tsx';
import { useKeptFields } from '../../../../session/kept-forms/use-kept-fields.ts';
import { useReason } from '../../../../session/PermittedButton.tsx';
import { queryClient } from '../../../../session/queries/query-client.ts';
import { cardQuery, freezeKey, refreshCards, type CardDetail, type CardScope } from '../queries.ts';
import styles from '../cards.module.css';

const words = cardPageWords;

/**
 * Freezing and unfreezing: the freeze shows at once, and is taken back where it fails.
 * @param inDialog the dialog shows `message`; otherwise a snackbar says that it failed
 */
export function useFreeze(scope: CardScope, card: CardDetail, inDialog = false) {
  const isOwn = scope === 'own';
  const actor = isOwn ? 'HOLDER' : 'ADMIN';
  const { pending, message, submit } = useSubmission();
  const reason = useReason(isOwn ? 'own-cards.freeze' : 'cards.freeze');
  /** Whether it was done. */
  const change = async (freezes: boolean, why = ''): Promise<boolean> => {
    const { queryKey } = cardQuery(scope, card.id);
    if (freezes && card.status === 'OPEN') queryClient.setQueryData(queryKey, { ...card, status: 'PAUSED' as const });
    const input = { params: { id: card.id }, body: { reason: why.trim() || null } };
    const endpoint = freezes ? (isOwn ? freezeOwnCard : freezeCard) : isOwn ? unfreezeOwnCard : unfreezeCard;
    const answer = await submit(endpoint, input);
    if (!answer?.ok) {
      if (freezes) queryClient.setQueryData(queryKey, card);
      if (!inDialog) showSnackbar({ severity: 'error', text: words.actFailed });
    }
    await refreshCards();
    return answer?.ok ?? false;
  };
  const allowed = { canFreeze: mayFreeze(card, actor), canUnfreeze: mayUnfreeze(card, actor) };
  return { reason, ...allowed, pending, message, change };
}

/** Asks why before a card is frozen, and whether before it is unfrozen. */
export function FreezeDialog({ scope, card, onClose }: { scope: CardScope; card: CardDetail; onClose: () => void }) {
  const { canFreeze, pending, message, change } = useFreeze(scope, card, true);
  const [freezes] = useState(canFreeze);
  const { values, change: type, kept } = useKeptFields(freezeKey(card.id), { why: '' });
  const { why } = values;
  const [isRefused, setRefused] = useState(false);
  const say = freezes ? words.freezing : words.unfreezing;
  if (!freezes)
    return (
      <ConfirmDialog
        words={{
          title: say.title(card.last4),
          text: say.text,
          submit: words.unfreeze,
          submitting: say.submitting,
          cancel: words.cancel,
        }}
        variant="primary"
        pending={pending}
        message={message}
        onConfirm={() => void change(false).then((isDone) => isDone && onClose())}
        onClose={onClose}
      />
    );
  const freeze = async () => {
    if (!v.safeParse(freezeCard.body, { reason: why }).success) return setRefused(true);
    // What was typed stays where it failed.
    if (await change(true, why)) onClose();
    return undefined;
  };
  return (
    <Dialog open role="alertdialog" title={say.title(card.last4)} onClose={onClose}>
      <FormShell
        error={message}
        pending={pending}
        submit={{ label: words.freeze, pending: say.submitting }}
        onSubmit={freeze}
        actions={<Button onClick={onClose}>{words.cancel}</Button>}
        head={<KeptNotice kept={kept} />}
      >
        <p>{say.text}</p>
        <FreezeReason
          scope={scope}
          value={why}
          isRefused={isRefused}
          onChange={(typed) => {
            type({ why: typed });
            setRefused(false);
          }}
        />
      </FormShell>
    </Dialog>
  );
}

interface FreezeReasonProps {
  scope: CardScope;
  value: string;
  /** Whether the contract refuses the text. */
  isRefused: boolean;
  onChange: (value: string) => void;
}

/** Why a card is frozen, and who reads it. */
export function FreezeReason({ scope, value, isRefused, onChange }: FreezeReasonProps) {
  return (
    <TextField
      label={words.freezing.reason}
      aside={<span className={styles.quiet}>{words.freezing.optional}</span>}
      hint={scope === 'own' ? words.freezing.seenByAdministrators : words.freezing.seenByHolder}
      autoComplete="off"
      value={value}
      error={isRefused ? words.freezing.format : null}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
