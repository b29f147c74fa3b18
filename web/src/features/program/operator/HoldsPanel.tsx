import type { UseQueryResult } from '@tanstack/react-query';
import { easternTime } from '@florin/contract/dates/eastern-time';
import type { Column } from '../../../kit/lists/table/columns.ts';
import { Money } from '../../../kit/text/Money.tsx';
import { operatorWords } from '../../../messages/en/program/operator.ts';
import type { HoldDue } from './queries.ts';
import { Waiting } from './Waiting.tsx';
import styles from './operator.module.css';

const words = operatorWords.holds;

const columns: readonly Column<HoldDue>[] = [
  { id: 'reference', title: words.columns.reference, cell: ({ reference }) => reference },
  { id: 'until', title: words.columns.until, labelled: true, cell: ({ until }) => easternTime(until) },
  {
    id: 'held',
    title: words.columns.held,
    align: 'end',
    card: 'figure',
    cell: ({ held }) => <Money value={held} />,
  },
];

/** Holds whose time is over and that no job has released. */
export const HoldsPanel = ({ holds }: { holds: UseQueryResult<HoldDue[]> }) => (
  <Waiting
    title={operatorWords.list.holds}
    found={holds}
    rows={holds.data}
    columns={columns}
    rowId={({ id }) => id}
    rowName={({ reference }) => reference}
    says={words}
    text={<p className={styles.intro}>{words.text}</p>}
  />
);
