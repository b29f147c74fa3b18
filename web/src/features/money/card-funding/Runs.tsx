import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { exportFundingRuns, type fundingRuns } from '@florin/contract/card-funding';
import type { Success } from '@florin/contract/endpoint';
import { download } from '../../../flows/lists/download.ts';
import { ExportButton } from '../../../flows/lists/ExportButton.tsx';
import { When } from '../../../flows/time/When.tsx';
import { longWhen } from '../../../flows/time/when.ts';
import { Failure } from '../../../kit/feedback/Failure.tsx';
import { Panel } from '../../../kit/layout/Panel.tsx';
import { ListEmpty } from '../../../kit/lists/ListStates.tsx';
import { Pagination } from '../../../kit/lists/Pagination.tsx';
import type { Column } from '../../../kit/lists/table/columns.ts';
import { Table } from '../../../kit/lists/table/Table.tsx';
import { Money } from '../../../kit/text/Money.tsx';
import { fundingWords } from '../../../messages/en/card-funding.ts';
import { numberText } from '../../../messages/number-text.ts';
import { errorMessage } from '../../../session/failures/error-message.ts';
import { usePerson } from '../../../session/person.ts';
import { runsQuery } from './queries.ts';

const words = fundingWords.runs;
type Run = Success<typeof fundingRuns>['body']['items'][number];

const columns: Column<Run>[] = [
  { id: 'what', title: words.what, cell: ({ act }) => fundingWords.acts[act] },
  { id: 'when', title: words.when, cell: ({ at }) => <When at={at} /> },
  { id: 'by', title: words.by, folds: 'first', cell: ({ by }) => by ?? words.schedule },
  {
    id: 'cards',
    title: words.cards,
    align: 'end',
    card: 'aside',
    labelled: true,
    cell: ({ cardsChanged }) => numberText(cardsChanged),
  },
  { id: 'sum', title: words.sum, align: 'end', card: 'figure', cell: ({ total }) => <Money value={total} /> },
];

/** Every order and every run of a schedule, newest first; one opens to its cards. */
export function Runs({ open, onOpen }: { open: string | null; onOpen: (id: string) => void }) {
  const list = useInfiniteQuery(runsQuery());
  const { timeZone } = usePerson();
  const rows = useMemo(() => list.data?.pages.flatMap(({ items }) => items) ?? [], [list.data]);
  return (
    <Panel
      title={words.title}
      padded={false}
      actions={
        rows.length > 0 && <ExportButton onExport={(format) => download(exportFundingRuns, { query: { format } })} />
      }
    >
      <Table
        inPanel
        label={words.title}
        rows={rows}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ act, at }) => words.name(fundingWords.acts[act], longWhen(at, timeZone))}
        onOpen={({ id }) => onOpen(id)}
        openId={open}
        keys={false}
        loading={list.isPending}
        expected={4}
        empty={
          list.isError ? (
            <Failure
              {...errorMessage(list.error, words.failed)}
              onRetry={() => void list.refetch()}
              retrying={list.isFetching}
            />
          ) : (
            <ListEmpty title={words.none} text={words.noneText} />
          )
        }
        footer={
          list.hasNextPage ? (
            <Pagination
              label={words.title}
              onMore={() => void list.fetchNextPage()}
              pending={list.isFetchingNextPage}
            />
          ) : undefined
        }
      />
    </Panel>
  );
}
