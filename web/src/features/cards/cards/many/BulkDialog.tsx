import type { BulkLine } from '@florin/contract/cards/card-parts';
import { bulkCardAct, type BulkAct } from '@florin/contract/cards/cards';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as v from 'valibot';
import { useContentKey } from '../../../../flows/requests/use-content-key.ts';
import { showSnackbar } from '../../../../kit/feedback/snackbar-store.ts';
import { ConfirmDialog } from '../../../../kit/overlays/ConfirmDialog.tsx';
import { bulkCardsWords } from '../../../../messages/en/cards/bulk-cards.ts';
import { cardsWords } from '../../../../messages/en/cards/cards.ts';
import { useSubmission } from '../../../../session/failures/use-submission.ts';
import { KeptNotice } from '../../../../session/kept-forms/KeptNotice.tsx';
import { useKeptFields } from '../../../../session/kept-forms/use-kept-fields.ts';
import { fetchOrThrow, keyOf } from '../../../../session/queries/query-client.ts';
import { FreezeReason } from '../card-page/freeze.tsx';
import { idOf, refreshCards } from '../queries.ts';
import { manyKey, type SelectedCard } from './many.ts';
import styles from '../cards.module.css';

const words = { ...cardsWords.bulk, ...bulkCardsWords };

interface BulkDialogProps {
  act: BulkAct;
  cards: readonly SelectedCard[];
  onClose: () => void;
}

/** Asks before many cards are changed, and says for each that will not why; the same engine answers the dry run. */
export default function BulkDialog({ act, cards, onClose }: BulkDialogProps) {
  const [key] = useState(() => crypto.randomUUID());
  const keyFor = useContentKey(manyKey(act, cards));
  const { pending, message, submit } = useSubmission();
  const { values, change, kept } = useKeptFields(manyKey(act, cards), { why: '' });
  const { why } = values;
  const [isRefused, setRefused] = useState(false);
  const order = { act, cardIds: cards.map(idOf) };
  const trial = useQuery({
    queryKey: [...keyOf('bulk-trial-of-cards'), key],
    queryFn: ({ signal }) =>
      fetchOrThrow(bulkCardAct, { body: { ...order, idempotencyKey: key, dryRun: true } }, signal),
    meta: { unshown: cardsWords.trialFailed },
  });
  const confirm = async () => {
    const content = { ...order, reason: why.trim() || null };
    if (!v.safeParse(bulkCardAct.body.entries.reason, content.reason).success) return setRefused(true);
    const answer = await submit(bulkCardAct, { body: { ...content, idempotencyKey: keyFor(content), dryRun: false } });
    if (!answer?.ok) return undefined;
    showSnackbar({ severity: 'success', text: words.done(answer.body.done, answer.body.refused) });
    onClose();
    await refreshCards();
    return undefined;
  };
  const refused = trial.data?.lines.filter(({ outcome }) => outcome === 'REFUSED') ?? [];
  return (
    <ConfirmDialog
      words={{
        title: act === 'ISSUE' ? '' : words.titles[act](cards.length),
        text: (
          <span className={styles.column}>
            <span>{act === 'ISSUE' ? '' : words.texts[act]}</span>
            <span>{trial.data ? words.would(trial.data.done, trial.data.refused) : words.checking}</span>
            {refused.slice(0, 8).map((line) => (
              <span key={line.line} className={styles.quiet}>
                {words.refusedLine(line.last4 ?? words.unknownCard, reasonOf(line))}
              </span>
            ))}
          </span>
        ),
        submit: words[buttonOf[act]],
        submitting: words.going,
        cancel: words.cancel,
      }}
      variant={act === 'CLOSE' ? 'danger' : 'primary'}
      pending={pending}
      message={message}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      {act === 'FREEZE' && (
        <>
          <KeptNotice kept={kept} />
          <FreezeReason
            scope="business"
            value={why}
            isRefused={isRefused}
            onChange={(typed) => {
              change({ why: typed });
              setRefused(false);
            }}
          />
        </>
      )}
    </ConfirmDialog>
  );
}

const buttonOf = { ISSUE: 'freeze', FREEZE: 'freeze', UNFREEZE: 'unfreeze', CLOSE: 'close' } as const;

const reasonOf = ({ code, problem }: BulkLine): string =>
  code === 'CARD_STATE' ? words.refusedBecause : (problem ?? words.refusedBecause);
