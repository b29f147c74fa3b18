import { resolveSuspense, type Resolution } from '@florin/contract/program/operator';
import type { UseQueryResult } from '@tanstack/react-query';
import { Eraser } from 'lucide-react';
import { useMemo, useState } from 'react';
import { productTime } from '../../../clock.ts';
import { ConfirmAct } from '../../../flows/step-up/ConfirmAct.tsx';
import { easternDate } from '@florin/contract/dates/dates';
import type { Column } from '../../../kit/lists/table/columns.ts';
import { RowActions } from '../../../kit/lists/table/RowActions.tsx';
import { Money } from '../../../kit/text/Money.tsx';
import { moneyText } from '../../../kit/text/money-parts.ts';
import { operatorWords } from '../../../messages/en/program/operator.ts';
import { ReasonedButton } from '../../../session/PermittedButton.tsx';
import { refreshOperator, type SuspenseItem } from './queries.ts';
import { Waiting } from './Waiting.tsx';
import styles from './operator.module.css';

const words = operatorWords.suspense;

interface ResolutionChoice {
  item: SuspenseItem;
  resolution: Resolution;
}

/** Money that belongs to no purchase, each with the ways to resolve it. */
export function SuspensePanel({ items }: { items: UseQueryResult<SuspenseItem[]> }) {
  const [asked, setAsked] = useState<ResolutionChoice | null>(null);
  const columns = useMemo(() => columnsOf(setAsked), []);
  return (
    <>
      <Waiting
        title={operatorWords.list.suspense}
        found={items}
        rows={items.data}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ description }) => description}
        messages={words}
      />
      {asked && <Ask {...asked} onClose={() => setAsked(null)} />}
    </>
  );
}

const columnsOf = (onAsk: (asked: ResolutionChoice) => void): readonly Column<SuspenseItem>[] => [
  {
    id: 'what',
    title: words.columns.what,
    cell: ({ description, direction }) => (
      <>
        {description}
        <span className={styles.line}>{direction === 'DEBIT' ? words.directions.DEBIT : words.directions.CREDIT}</span>
      </>
    ),
  },
  { id: 'reason', title: words.columns.reason, cell: ({ reason }) => words.reasons[reason] ?? reason },
  {
    id: 'business',
    title: words.columns.business,
    folds: 'first',
    labelled: true,
    cell: ({ business }) => business ?? words.noBusiness,
  },
  {
    id: 'age',
    title: words.columns.age,
    folds: 'later',
    labelled: true,
    cell: ({ at }) => `${easternDate(at)} (${operatorWords.days(daysSince(at))})`,
  },
  {
    id: 'amount',
    title: words.columns.amount,
    align: 'end',
    card: 'figure',
    cell: ({ amount }) => <Money value={amount} />,
  },
  {
    id: 'actions',
    title: operatorWords.actions,
    untitled: true,
    align: 'end',
    card: 'actions',
    cell: (item) => <Acts of={item} onAsk={onAsk} />,
  },
];

const daysSince = (at: string) => Math.max(0, Math.floor((productTime() - Date.parse(at)) / 86_400_000));

/** Giving the money to its account after all, where there is one, or writing it off. */
function Acts({ of: item, onAsk }: { of: SuspenseItem; onAsk: (asked: ResolutionChoice) => void }) {
  const resolution = item.direction === 'DEBIT' ? 'CHARGE' : 'CREDIT';
  const canPost = item.business !== null && item.reason !== 'NO_ACCOUNT';
  return (
    <RowActions
      more={{
        label: operatorWords.more(item.description),
        entries: [{ id: 'WRITE_OFF', icon: Eraser, label: words.acts.WRITE_OFF }],
        onAction: () => onAsk({ item, resolution: 'WRITE_OFF' }),
      }}
    >
      <ReasonedButton
        reason={canPost ? null : words.noAccount}
        aria-label={words.actOf(words.acts[resolution], item.description)}
        onClick={() => onAsk({ item, resolution })}
      >
        {words.acts[resolution]}
      </ReasonedButton>
    </RowActions>
  );
}

/** Says what a resolution does, and does it. */
function Ask({ item, resolution, onClose }: ResolutionChoice & { onClose: () => void }) {
  const ask = words.ask[resolution];
  const amount = moneyText(item.amount);
  return (
    <ConfirmAct
      words={{
        title: ask.title(amount, item.business ?? words.noBusiness),
        text: ask.text,
        submit: ask.submit,
        submitting: words.submitting,
        cancel: operatorWords.cancel,
      }}
      act={(send) => send(resolveSuspense, { params: { id: item.id }, body: { resolution } })}
      done={ask.done(amount)}
      refresh={refreshOperator}
      onClose={onClose}
    />
  );
}
