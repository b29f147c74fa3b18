import { closeDifference } from '@florin/contract/program/operator';
import type { Money as Amount } from '@florin/contract/money';
import type { UseQueryResult } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useProvenSubmission } from '../../../flows/step-up/StepUpProvider.tsx';
import { Button } from '../../../kit/actions/Button.tsx';
import { showSnackbar } from '../../../kit/feedback/snackbar-store.ts';
import { FormShell } from '../../../kit/forms/FormShell.tsx';
import { TextAreaField } from '../../../kit/forms/fields/TextField.tsx';
import { useContractForm } from '../../../kit/forms/use-contract-form.ts';
import type { Column } from '../../../kit/lists/table/columns.ts';
import { Dialog } from '../../../kit/overlays/Dialog.tsx';
import { Money } from '../../../kit/text/Money.tsx';
import { operatorWords } from '../../../messages/en/program/operator.ts';
import { refreshOperator, type Difference } from './queries.ts';
import { Waiting } from './Waiting.tsx';
import styles from './operator.module.css';

const words = operatorWords.settlement;

/** Differences between reports, events and entries, each closed with its explanation. */
export function DifferencesPanel({ differences }: { differences: UseQueryResult<Difference[]> }) {
  const [asked, setAsked] = useState<Difference | null>(null);
  const columns = useMemo(() => columnsOf(setAsked), []);
  return (
    <>
      <Waiting
        title={operatorWords.list.settlement}
        found={differences}
        rows={differences.data}
        columns={columns}
        rowId={({ id }) => id}
        rowName={nameOf}
        messages={words}
      />
      <Dialog open={asked !== null} title={words.ask.title} onClose={() => setAsked(null)} holds>
        {asked && <Close of={asked} onDone={() => setAsked(null)} />}
      </Dialog>
    </>
  );
}

const nameOf = ({ eventId, reference }: Difference) => eventId ?? reference;

const columnsOf = (onAsk: (difference: Difference) => void): readonly Column<Difference>[] => [
  {
    id: 'report',
    title: words.columns.report,
    cell: ({ reference, day }) => (
      <>
        {reference} <span className={styles.line}>{day}</span>
      </>
    ),
  },
  { id: 'kind', title: words.columns.kind, cell: ({ kind }) => words.kinds[kind] },
  {
    id: 'event',
    title: words.columns.event,
    folds: 'first',
    labelled: true,
    cell: ({ eventId }) => <span className={styles.id}>{eventId ?? words.nothing}</span>,
  },
  figure('reported', ({ reported }) => reported),
  figure('recorded', ({ recorded }) => recorded),
  {
    id: 'actions',
    title: operatorWords.actions,
    untitled: true,
    align: 'end',
    card: 'actions',
    cell: (difference) => (
      <Button aria-label={words.closeOf(nameOf(difference))} onClick={() => onAsk(difference)}>
        {words.close}
      </Button>
    ),
  },
];

function figure(id: 'reported' | 'recorded', of: (row: Difference) => Amount | null): Column<Difference> {
  return {
    id,
    title: words.columns[id],
    align: 'end',
    labelled: true,
    cell: (row) => {
      const amount = of(row);
      return amount === null ? words.nothing : <Money value={amount} />;
    },
  };
}

/** The explanation that closes a difference. */
function Close({ of, onDone }: { of: Difference; onDone: () => void }) {
  const { pending, message, submit } = useProvenSubmission();
  const form = useContractForm(closeDifference.body, { defaultValues: { explanation: '' }, mode: 'onSubmit' });
  const send = form.handleSubmit(async (body) => {
    const answer = await submit(closeDifference, { params: { id: of.id }, body }, form.refuse);
    if (answer?.ok) {
      showSnackbar({ severity: 'success', text: words.ask.done });
      onDone();
    }
    if (answer) await refreshOperator();
  });
  return (
    <FormShell
      error={message}
      pending={pending}
      submit={{ label: words.ask.submit, pending: words.ask.submitting }}
      onSubmit={() => send()}
      actions={<Button onClick={onDone}>{operatorWords.cancel}</Button>}
    >
      <p>{words.ask.text}</p>
      <TextAreaField label={words.ask.explanation} rows={3} {...form.field('explanation')} />
    </FormShell>
  );
}
