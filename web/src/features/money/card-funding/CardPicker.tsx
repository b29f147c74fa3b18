import type { Card } from '@florin/contract/cards';
import type { Money as MoneyValue } from '@florin/contract/money';
import { cardFunding } from '@florin/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Button } from '../../../kit/actions/Button.tsx';
import { Failure } from '../../../kit/feedback/Failure.tsx';
import { Notice } from '../../../kit/feedback/Notice.tsx';
import { TextField } from '../../../kit/forms/TextField.tsx';
import { Panel } from '../../../kit/layout/Panel.tsx';
import { ListEmpty } from '../../../kit/lists/ListStates.tsx';
import type { Column } from '../../../kit/lists/table/columns.ts';
import { Table } from '../../../kit/lists/table/Table.tsx';
import { SelectField } from '../../../kit/pickers/SelectField.tsx';
import { LastDigits } from '../../../kit/text/LastDigits.tsx';
import { Money } from '../../../kit/text/Money.tsx';
import { fundingWords as words } from '../../../messages/en/card-funding.ts';
import { errorMessage } from '../../../session/failures/error-message.ts';
import { CsvDialog } from './CsvDialog.tsx';
import { balancesQuery, groupsQuery, pickQuery, type Order } from './queries.ts';
import styles from './card-funding.module.css';

interface CardPickerProps {
  chosen: Order['cards'];
  onChosen: (chosen: Order['cards']) => void;
}

const holderOf = ({ holder }: Card) => (holder ? `${holder.firstName} ${holder.lastName}` : '');

const columnsOf = (balances: ReadonlyMap<string, MoneyValue | null> | undefined): Column<Card>[] => [
  {
    id: 'card',
    title: words.columns.card,
    cell: ({ name, last4 }) => (
      <>
        {name} <LastDigits digits={last4} />
      </>
    ),
  },
  { id: 'holder', title: words.columns.holder, folds: 'first', cell: holderOf },
  {
    id: 'has',
    title: words.columns.has,
    align: 'end',
    card: 'figure',
    cell: ({ id }) => {
      const balance = balances?.get(id);
      return balance ? <Money value={balance} /> : null;
    },
  },
];

/** The cards of the order, found by name, holder, number or group, with what each has now. */
export function CardPicker({ chosen, onChosen }: CardPickerProps) {
  const [text, setText] = useState('');
  const [group, setGroup] = useState('');
  const [isCsv, setCsv] = useState(false);
  const found = useQuery(pickQuery(text.trim().slice(0, 80), group));
  const groups = useQuery(groupsQuery());
  const rows = useMemo(() => found.data?.items ?? [], [found.data]);
  const balances = useQuery(balancesQuery(rows.map(({ id }) => id)));
  const columns = useMemo(() => columnsOf(balances.data), [balances.data]);
  const selection = useMemo(() => new Set(chosen.map(({ cardId }) => cardId)), [chosen]);
  const select = (ids: ReadonlySet<string>) => {
    const kept = chosen.filter(({ cardId }) => ids.has(cardId));
    const known = new Set(kept.map(({ cardId }) => cardId));
    onChosen([...kept, ...[...ids].filter((id) => !known.has(id)).map((cardId) => ({ cardId, amount: null }))]);
  };
  const groupOptions = [
    { id: '', label: words.everyGroup },
    ...(groups.data ?? []).map(({ id, name }) => ({ id, label: name })),
  ];
  return (
    <Panel
      title={words.cards}
      padded={false}
      actions={
        <span className={styles.tools}>
          <span aria-live="polite">{words.chosen(chosen.length)}</span>
          {chosen.length > 0 && (
            <Button variant="quiet" onClick={() => onChosen([])}>
              {words.clear}
            </Button>
          )}
          <Button variant="quiet" onClick={() => setCsv(true)}>
            {words.csv.open}
          </Button>
        </span>
      }
    >
      <div className={styles.pick}>
        <TextField
          label={words.search}
          type="search"
          autoComplete="off"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        {groupOptions.length > 1 && (
          <SelectField
            label={words.group}
            placeholder={words.everyGroup}
            options={groupOptions}
            value={group}
            onChange={({ target }) => setGroup(target.value)}
          />
        )}
        {rows.some(({ id }) => !selection.has(id)) && (
          <Button onClick={() => select(new Set([...selection, ...rows.map(({ id }) => id)]))}>
            {words.addFound(rows.length)}
          </Button>
        )}
      </div>
      {chosen.length > cardFunding.cardsAtMost && (
        <Notice severity="error">{words.tooMany(cardFunding.cardsAtMost)}</Notice>
      )}
      <Table
        inPanel
        label={words.cards}
        rows={rows}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ name, last4 }) => `${name ?? ''} ${last4}`.trim()}
        selection={selection}
        onSelection={select}
        keys={false}
        loading={found.isPending}
        expected={8}
        empty={
          found.isError ? (
            <Failure
              {...errorMessage(found.error, words.cardsFailed)}
              onRetry={() => void found.refetch()}
              retrying={found.isFetching}
            />
          ) : (
            <ListEmpty title={words.noCards} text={words.noCardsText} />
          )
        }
        footer={found.data?.nextCursor ? <p className={styles.foot}>{words.first(rows.length)}</p> : undefined}
      />
      {isCsv && (
        <CsvDialog
          onClose={() => setCsv(false)}
          onCards={(lines) => {
            onChosen(lines);
            setCsv(false);
          }}
        />
      )}
    </Panel>
  );
}
