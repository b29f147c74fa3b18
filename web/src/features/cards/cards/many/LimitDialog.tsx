import type { StartingLimit } from '@florin/contract/cards/cards/issue';
import { setCardPolicies } from '@florin/contract/cards/spend-policies';
import type { Input, Success } from '@florin/contract/endpoint';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useWatch } from 'react-hook-form';
import * as v from 'valibot';
import { useContentKey } from '../../../../flows/requests/use-content-key.ts';
import { Button } from '../../../../kit/actions/Button.tsx';
import { Failure } from '../../../../kit/feedback/Failure.tsx';
import { showSnackbar } from '../../../../kit/feedback/snackbar-store.ts';
import { AmountField } from '../../../../kit/forms/fields/AmountField.tsx';
import { FormShell } from '../../../../kit/forms/FormShell.tsx';
import { useContractForm } from '../../../../kit/forms/use-contract-form.ts';
import { useLate } from '../../../../kit/forms/use-late.ts';
import { Dialog } from '../../../../kit/overlays/Dialog.tsx';
import { SelectField } from '../../../../kit/pickers/SelectField.tsx';
import { moneyText } from '../../../../kit/text/money-parts.ts';
import { cardsWords } from '../../../../messages/en/cards/cards.ts';
import { issueCardWords } from '../../../../messages/en/cards/issue-card.ts';
import { limitManyWords as words } from '../../../../messages/en/cards/limit-many.ts';
import { errorMessage } from '../../../../session/failures/error-message.ts';
import { useSubmission } from '../../../../session/failures/use-submission.ts';
import { KeptNotice } from '../../../../session/kept-forms/KeptNotice.tsx';
import { useKeptForm } from '../../../../session/kept-forms/use-kept-form.ts';
import { fetchOrThrow, keyOf } from '../../../../session/queries/query-client.ts';
import { idOf, refreshCards } from '../queries.ts';
import { isWaiting, limitFieldWords, limitPeriods, limitSchema, reasonOf, rulesOf } from './limit.ts';
import { manyKey, type SelectedCard } from './many.ts';
import styles from '../cards.module.css';

type Report = Success<typeof setCardPolicies>['body'];
type Content = Omit<Input<typeof setCardPolicies>['body'], 'idempotencyKey' | 'dryRun'>;

interface LimitDialogProps {
  cards: readonly SelectedCard[];
  onClose: () => void;
}

/**
 * Sets one limit on many cards, in place of the limit that each began with. A dry run says what would happen as soon as
 * the amount is valid, and only what it has said is done.
 */
export default function LimitDialog({ cards, onClose }: LimitDialogProps) {
  const id = useId();
  const form = useContractForm(limitSchema, { defaultValues: { amount: '', period: 'month' }, words: limitFieldWords });
  const kept = useKeptForm(manyKey('LIMIT', cards), form);
  const keyFor = useContentKey(manyKey('LIMIT', cards));
  const { pending, message, submit } = useSubmission();
  const [made, setMade] = useState<Report | null>(null);
  const typed = v.safeParse(limitSchema, useWatch({ control: form.control }));
  const limit: StartingLimit | null = typed.success ? typed.output : null;
  const contentOf = (wanted: StartingLimit): Content => ({ ...rulesOf(wanted), cardIds: cards.map(idOf) });
  const late = useLate(JSON.stringify(limit), 250);
  const asked = JSON.parse(late) as StartingLimit | null;
  const trial = useQuery({
    // Cards change while the dialog is closed.
    queryKey: [...keyOf('card-limit-trial'), id, asked],
    queryFn: ({ signal }) => {
      const content = contentOf(asked!);
      return fetchOrThrow(
        setCardPolicies,
        { body: { ...content, idempotencyKey: keyFor(content), dryRun: true } },
        signal,
      );
    },
    enabled: asked !== null && made === null,
    meta: { unshown: cardsWords.trialFailed },
  });
  const isLate = JSON.stringify(limit) !== late;
  const report = made ?? (isLate || limit === null ? null : (trial.data ?? null));
  const counts = report && countsOf(report);
  const send = form.handleSubmit(async (order) => {
    if (report === null) return;
    const content = contentOf(order);
    const answer = await submit(setCardPolicies, {
      body: { ...content, idempotencyKey: keyFor(content), dryRun: false },
    });
    if (!answer?.ok) return;
    void refreshCards();
    if (answer.body.refused > 0) {
      // Nothing is left to be sent.
      form.reset(form.getValues());
      return setMade(answer.body);
    }
    showSnackbar({ severity: 'success', text: words.did(countsOf(answer.body), limitText(order)) });
    onClose();
  });
  const hasFailed = trial.isError && !isLate && report === null;
  return (
    <Dialog open title={words.title(cards.length)} onClose={onClose} holds={made === null}>
      <FormShell
        error={message}
        pending={pending}
        submit={
          made !== null || (counts !== null && counts.done + counts.waiting === 0)
            ? null
            : { label: words.submit, pending: words.submitting }
        }
        onSubmit={() => send()}
        actions={<Button onClick={onClose}>{made === null ? words.cancel : words.close}</Button>}
        head={<KeptNotice kept={kept} />}
      >
        {made === null && (
          <>
            <p>{words.text}</p>
            <div className={styles.pair}>
              <AmountField label={issueCardWords.amount} {...form.field('amount')} />
              <SelectField label={issueCardWords.period} options={limitPeriods} {...form.field('period')} />
            </div>
          </>
        )}
        <div role="status">
          {counts !== null && limit !== null ? (
            <p>{(made ? words.did : words.would)(counts, limitText(limit))}</p>
          ) : (
            limit !== null && !hasFailed && <p className={styles.quiet}>{words.checking}</p>
          )}
        </div>
        {hasFailed && (
          <Failure
            {...errorMessage(trial.error, cardsWords.trialFailed)}
            onRetry={() => void trial.refetch()}
            retrying={trial.isFetching}
          />
        )}
        {report !== null && report.refused > 0 && (
          <ul className={styles.reasons} aria-label={words.reasons}>
            {reasonsOf(report, cards).map(([reason, last4]) => (
              <li key={reason}>{words.because(reason, last4)}</li>
            ))}
          </ul>
        )}
      </FormShell>
    </Dialog>
  );
}

const limitText = ({ amount: most, period }: StartingLimit): string =>
  issueCardWords.limit(moneyText({ amount: most, currency: 'USD' }), period);

function countsOf({ done, refused, lines }: Report) {
  const waiting = lines.filter(isWaiting).length;
  return { done, waiting, refused: refused - waiting };
}

/** The last four digits of the cards that do not get the limit, by the reason. */
function reasonsOf({ lines }: Report, cards: readonly SelectedCard[]): [reason: string, last4: string[]][] {
  const found = new Map<string, string[]>();
  for (const line of lines.filter(({ outcome }) => outcome === 'REFUSED')) {
    const reason = reasonOf(line);
    // A line's number is the place of its card in the list.
    found.set(reason, [...(found.get(reason) ?? []), cards[line.line - 1]?.last4 ?? '']);
  }
  return [...found];
}
