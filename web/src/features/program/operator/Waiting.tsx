import type { UseQueryResult } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { EmptyState } from '../../../kit/feedback/EmptyState.tsx';
import { Failure } from '../../../kit/feedback/Failure.tsx';
import { Panel } from '../../../kit/layout/Panel.tsx';
import type { Column } from '../../../kit/lists/table/columns.ts';
import { Table } from '../../../kit/lists/table/Table.tsx';
import { errorMessage } from '../../../session/failures/error-message.ts';

interface WaitingProps<Row> {
  title: string;
  /** What the call has answered so far. */
  found: Pick<UseQueryResult, 'error' | 'isFetching' | 'refetch'>;
  /** Undefined while they are being loaded. */
  rows: readonly Row[] | undefined;
  columns: readonly Column<Row>[];
  rowId: (row: Row) => string;
  rowName: (row: Row) => string;
  messages: { none: string; failed: string };
  actions?: ReactNode;
  /** Above the rows. */
  text?: ReactNode;
}

/** A list of what waits: its rows, that there is none, or that it could not be loaded, with the retry. */
export function Waiting<Row>({ title, found, rows, messages, actions, text, ...table }: WaitingProps<Row>) {
  if (found.error && rows === undefined)
    return (
      <Panel title={title}>
        <Failure
          {...errorMessage(found.error, messages.failed)}
          onRetry={() => void found.refetch()}
          retrying={found.isFetching}
        />
      </Panel>
    );
  return (
    <Panel title={title} padded={false} actions={actions}>
      {text}
      <Table
        {...table}
        inPanel
        label={title}
        rows={rows ?? []}
        density="roomy"
        loading={rows === undefined}
        expected={3}
        keys={false}
        empty={<EmptyState icon={CircleCheck}>{messages.none}</EmptyState>}
      />
    </Panel>
  );
}
