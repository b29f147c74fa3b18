import { createSpendOverride, endSpendOverride, type SpendOverride } from '@florin/contract/cards/spend-overrides';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { productTime } from '../../../clock.ts';
import { temporaryKey } from '../../../flows/cards/form-keys.ts';
import { momentIn, longWhen } from '../../../flows/time/when.ts';
import { RuleSentence } from '../../../flows/spend-rules/RuleSentence.tsx';
import { ruleText } from '@florin/contract/cards/policies/rule-sentences';
import { DayField } from '../../../flows/time/DayField.tsx';
import { Button } from '../../../kit/actions/Button.tsx';
import { showSnackbar } from '../../../kit/feedback/snackbar-store.ts';
import { StatusText } from '../../../kit/feedback/StatusText.tsx';
import { FormShell } from '../../../kit/forms/FormShell.tsx';
import { TextField } from '../../../kit/forms/fields/TextField.tsx';
import { ListEmpty, ListFailed } from '../../../kit/lists/ListStates.tsx';
import type { Column } from '../../../kit/lists/table/columns.ts';
import { Table } from '../../../kit/lists/table/Table.tsx';
import { ConfirmDialog } from '../../../kit/overlays/ConfirmDialog.tsx';
import { Dialog } from '../../../kit/overlays/Dialog.tsx';
import { titleOfCard } from '../../../flows/cards/card-title.ts';
import { LastDigits } from '../../../kit/text/LastDigits.tsx';
import { spendPolicyWords } from '../../../messages/en/cards/spend-policies.ts';
import { lastDigits } from '../../../messages/last-digits.ts';
import { errorMessage } from '../../../session/failures/error-message.ts';
import { useSubmission } from '../../../session/failures/use-submission.ts';
import { KeptNotice } from '../../../session/kept-forms/KeptNotice.tsx';
import { useKeptFields } from '../../../session/kept-forms/use-kept-fields.ts';
import { wasLeftOpen } from '../../../session/kept-forms/use-kept-form.ts';
import { PermittedButton } from '../../../session/PermittedButton.tsx';
import { refetch, keyOf } from '../../../session/queries/query-client.ts';
import { CardField } from './CardField.tsx';
import { parseRule } from './parse-rule.ts';
import { usePerson } from '../../../session/person.ts';
import { categoriesQuery, overridesQuery } from './queries.ts';
import styles from './spend-policies.module.css';

const words = spendPolicyWords.temporary;

/** What cards may do for a time: the list, a new one, and the end of one. */
export function TemporaryChanges() {
  const list = useQuery(overridesQuery());
  const { timeZone: zone } = usePerson();
  const [isCreating, setCreating] = useState(() => wasLeftOpen(temporaryKey()));
  const [ending, setEnding] = useState<SpendOverride | null>(null);
  const columns = useMemo(() => columnsOf(zone, setEnding), [zone]);
  return (
    <div className={styles.stack}>
      <div className={styles.bar}>
        <p className={styles.mute}>{words.text}</p>
        <PermittedButton permission="spend-policies.override" onClick={() => setCreating(true)}>
          {words.new}
        </PermittedButton>
      </div>
      <Table
        label={words.title}
        rows={list.data?.items ?? []}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ card }) => card.cardholder ?? card.last4}
        loading={list.isPending}
        expected={3}
        density="roomy"
        empty={
          list.isError ? (
            <ListFailed
              title={words.loadFailed}
              text={spendPolicyWords.failedText}
              correlationId={errorMessage(list.error, words.loadFailed).correlationId}
              onRetry={() => void list.refetch()}
              retrying={list.isFetching}
            />
          ) : (
            <ListEmpty title={words.none.title} text={words.none.text} />
          )
        }
      />
      {isCreating && <NewTemporaryChange zone={zone} onClose={() => setCreating(false)} />}
      {ending && <EndDialog override={ending} onClose={() => setEnding(null)} />}
    </div>
  );
}

const columnsOf = (zone: string, onEnd: (override: SpendOverride) => void): readonly Column<SpendOverride>[] => [
  {
    id: 'card',
    title: words.columns.card,
    cell: ({ card }) => (
      <>
        {card.cardholder ?? titleOfCard(card)} <LastDigits digits={card.last4} />
      </>
    ),
  },
  {
    id: 'change',
    title: words.columns.change,
    folds: 'first',
    cell: ({ document, note }) => (
      <span className={styles.rules}>
        {document.rules.map((rule) => ruleText(rule, document.groups)).join('; ')}
        {note !== null && <span className={styles.mute}> {note}</span>}
      </span>
    ),
  },
  {
    id: 'until',
    title: words.columns.until,
    card: 'aside',
    cell: ({ from, until, state }) => (
      <>
        {longWhen(until, zone)}
        {state === 'NEXT' && <span className={styles.mute}> {words.from(longWhen(from, zone))}</span>}
      </>
    ),
  },
  {
    id: 'by',
    title: words.columns.by,
    folds: 'later',
    cell: ({ createdBy }) => <span className={styles.mute}>{createdBy}</span>,
  },
  {
    id: 'state',
    title: words.columns.state,
    card: 'aside',
    cell: ({ state }) => <StatusText fill={state === 'ACTIVE' ? 'full' : 'ring'}>{words.states[state]}</StatusText>,
  },
  {
    id: 'act',
    title: words.columns.act,
    untitled: true,
    align: 'end',
    card: 'actions',
    cell: (override) =>
      override.state === 'ENDED' ? null : (
        <PermittedButton permission="spend-policies.override" variant="quiet" onClick={() => onEnd(override)}>
          {words.end}
        </PermittedButton>
      ),
  },
];

/** The lists and limits that a change is seen in. */
const refreshOverrides = () =>
  Promise.all([refetch({ queryKey: keyOf('policy-overrides') }), refetch({ queryKey: keyOf('card-spend-limits') })]);

function EndDialog({ override, onClose }: { override: SpendOverride; onClose: () => void }) {
  const { pending, message, submit } = useSubmission();
  const end = async () => {
    const answer = await submit(endSpendOverride, { params: { id: override.id } });
    if (!answer?.ok) return;
    showSnackbar(
      answer.status === 202 ? { severity: 'info', text: words.endWaits } : { severity: 'success', text: words.ended },
    );
    await refreshOverrides();
    onClose();
  };
  return (
    <ConfirmDialog
      words={{
        title: words.endTitle,
        text: words.endText,
        submit: words.end,
        submitting: words.ending,
        cancel: spendPolicyWords.new.cancel,
      }}
      variant="primary"
      pending={pending}
      message={message}
      onConfirm={() => void end()}
      onClose={onClose}
    />
  );
}

interface NewTemporaryChangeProps {
  zone: string;
  /** Where it is known which card. */
  card?: SpendOverride['card'];
  onClose: () => void;
}

const nameOf = (card: SpendOverride['card']) => `${card.cardholder ?? titleOfCard(card)} ${lastDigits(card.last4)}`;

/** A change in words: what is understood is shown as its sentence before anything is sent. */
export function NewTemporaryChange({ zone, card, onClose }: NewTemporaryChangeProps) {
  const groups = useQuery(categoriesQuery()).data ?? [];
  const { pending, message, submit } = useSubmission();
  const opened = { cardId: card?.cardId ?? '', cardLabel: '', typed: '', local: '', note: '' };
  const { values, change, kept } = useKeptFields(temporaryKey(card?.cardId), opened);
  const { cardId, cardLabel, typed, local, note } = values;
  const [isChecked, setChecked] = useState(false);
  const [openedAt] = useState(productTime);
  const [rule] = parseRule(typed, groups);
  const fits = rule !== undefined && rule.kind !== 'block' && rule.kind !== 'hours' && rule.kind !== 'receipts';
  const until = momentIn(local, zone);
  const ruleError = fits ? null : rule === undefined ? words.notUnderstood : words.limitOrList;
  const untilError = until === null ? words.missing.until : Date.parse(until) <= openedAt ? words.past : null;
  const make = async () => {
    setChecked(true);
    if (cardId === '' || !fits || until === null || untilError !== null) return;
    const body = { cardId, rules: [rule], until, note: note.trim() || null };
    const answer = await submit(createSpendOverride, { body });
    if (!answer?.ok) return;
    showSnackbar(
      answer.status === 202 ? { severity: 'info', text: words.waits } : { severity: 'success', text: words.made },
    );
    await refreshOverrides();
    onClose();
  };
  return (
    <Dialog open title={card ? words.of(nameOf(card)) : words.new} onClose={onClose} holds>
      <FormShell
        error={message}
        pending={pending}
        submit={{ label: words.submit, pending: words.submitting }}
        onSubmit={make}
        actions={<Button onClick={onClose}>{spendPolicyWords.new.cancel}</Button>}
        head={<KeptNotice kept={kept} />}
      >
        {!card && (
          <CardField
            // A picker shows the name of a card that was not among its options only from its beginning.
            key={String(kept.isRestored)}
            label={words.card}
            value={cardId}
            valueLabel={cardLabel}
            onChange={(id, label) => change({ cardId: id, cardLabel: label })}
            error={isChecked && cardId === '' ? words.missing.card : null}
          />
        )}
        <TextField
          label={words.rule}
          hint={words.ruleHint}
          value={typed}
          autoComplete="off"
          error={isChecked ? ruleError : null}
          onChange={({ target }) => change({ typed: target.value })}
        />
        <p role="status" className={styles.preview}>
          {fits && (
            <>
              {words.means} <RuleSentence rule={rule} groups={groups} />
            </>
          )}
        </p>
        <DayField
          label={words.until}
          withTime
          fromToday
          value={local}
          error={isChecked ? untilError : null}
          onChange={({ target }) => change({ local: target.value })}
        />
        <TextField
          label={words.note}
          value={note}
          maxLength={200}
          autoComplete="off"
          onChange={({ target }) => change({ note: target.value })}
        />
      </FormShell>
    </Dialog>
  );
}
