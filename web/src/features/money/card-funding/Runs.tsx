import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { exportFundingRuns, type fundingRuns } from '@florin/contract/money/card-funding';
import { FundingAct } from '@florin/contract/money/funding-acts';
import type { Success } from '@florin/contract/endpoint';
import { download } from '../../../flows/lists/download.ts';
import { ExportButton } from '../../../flows/lists/ExportButton.tsx';
import { dayPresets, momentsOf } from '../../../flows/lists/days.ts';
import { useToday } from '../../../flows/time/use-now.ts';
import { When } from '../../../flows/time/When.tsx';
import { longWhen } from '../../../flows/time/when.ts';
import { Button } from '../../../kit/actions/Button.tsx';
import { Failure } from '../../../kit/feedback/Failure.tsx';
import { Panel } from '../../../kit/layout/Panel.tsx';
import { FilterBar } from '../../../kit/lists/filters/FilterBar.tsx';
import {
  formatFilters,
  parseFilters,
  type FilterFields,
  type FiltersOf,
  type FilterSearch,
} from '../../../kit/lists/filters/filters.ts';
import { ListEmpty, ListNoMatch } from '../../../kit/lists/ListStates.tsx';
import { Pagination } from '../../../kit/lists/Pagination.tsx';
import type { Column } from '../../../kit/lists/table/columns.ts';
import { Table } from '../../../kit/lists/table/Table.tsx';
import { Money } from '../../../kit/text/Money.tsx';
import { listWords } from '../../../messages/en/kit/lists.ts';
import { fundingWords } from '../../../messages/en/money/card-funding.ts';
import { numberText } from '../../../messages/number-text.ts';
import { errorMessage } from '../../../session/failures/error-message.ts';
import { usePerson } from '../../../session/person.ts';
import { runsQuery, type RunsQuery } from './queries.ts';
import styles from './card-funding.module.css';

const words = fundingWords.runs;
type Run = Success<typeof fundingRuns>['body']['items'][number];

/** 'Top up: Everyday cards', by the name of the schedule that did it. */
const whatText = ({ act, schedule }: Pick<Run, 'act' | 'schedule'>) =>
  schedule === undefined ? fundingWords.acts[act] : words.bySchedule(fundingWords.acts[act], schedule);

const columns: Column<Run>[] = [
  {
    id: 'what',
    title: words.what,
    cell: ({ act, schedule, outcome }) => (
      <>
        {whatText({ act, schedule })}{' '}
        {outcome !== 'DONE' && <span className={styles.outcome}>{words.outcomes[outcome]}</span>}
      </>
    ),
  },
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

/** What the runs can be filtered by; each is a parameter of the address. */
const fields = {
  what: {
    kind: 'choice',
    label: words.what,
    options: Object.entries(fundingWords.acts).map(([id, label]) => ({ id, label })),
  },
  when: { kind: 'date', label: words.when, presets: dayPresets },
} satisfies FilterFields;

export type RunsSearch = FilterSearch<typeof fields>;
const none: RunsSearch = {};

interface RunsProps {
  search: RunsSearch;
  onSearch: (search: RunsSearch) => void;
  open: string | null;
  onOpen: (id: string) => void;
}

/** Every order and every run of a schedule that the filters name, newest first; one opens to its cards. */
export function Runs({ search, onSearch, open, onOpen }: RunsProps) {
  const { timeZone } = usePerson();
  const today = useToday(timeZone);
  const filters = useMemo(() => parseFilters(fields, search), [search]);
  const query = useMemo(() => queryOf(filters, timeZone, today), [filters, timeZone, today]);
  const isFiltered = Object.keys(filters).length > 0;
  const list = useInfiniteQuery(runsQuery(query));
  const rows = useMemo(() => list.data?.pages.flatMap(({ items }) => items) ?? [], [list.data]);
  return (
    <Panel
      title={words.title}
      padded={false}
      actions={
        rows.length > 0 && (
          <ExportButton onExport={(format) => download(exportFundingRuns, { query: { ...query, format } })} />
        )
      }
    >
      <Table
        inPanel
        label={words.title}
        rows={rows}
        columns={columns}
        rowId={({ id }) => id}
        rowName={(run) => words.name(whatText(run), longWhen(run.at, timeZone))}
        onOpen={({ id }) => onOpen(id)}
        openId={open}
        keys={false}
        loading={list.isPending}
        expected={4}
        toolbar={
          <FilterBar
            fields={fields}
            filters={filters}
            onFilters={(next) => onSearch(formatFilters(fields, next))}
            today={today}
            keys={false}
          />
        }
        empty={
          list.isError ? (
            <Failure
              {...errorMessage(list.error, words.failed)}
              onRetry={() => void list.refetch()}
              retrying={list.isFetching}
            />
          ) : isFiltered ? (
            <ListNoMatch title={words.noMatch}>
              <Button variant="quiet" onClick={() => onSearch(none)}>
                {listWords.clear}
              </Button>
            </ListNoMatch>
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

/** @param zone of the business, whose days are filtered */
function queryOf({ what, when }: FiltersOf<typeof fields>, zone: string, today: string): RunsQuery {
  const chosen = what && FundingAct.options.filter((act) => what.of.includes(act) !== what.not);
  return { ...(chosen && { act: chosen.join(',') }), ...(when && momentsOf(when, zone, today)) };
}
