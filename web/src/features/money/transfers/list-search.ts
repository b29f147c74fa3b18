import { TransferDirection, TransferStage } from '@florin/contract/money/transfers';
import type { ListSearch, ListView } from '../../../flows/lists/search.ts';
import {
  parseFilters,
  type ChoiceFilter,
  type FilterFields,
  type SortSearch,
} from '../../../kit/lists/filters/filters.ts';
import { transferWords as words } from '../../../messages/en/money/transfers.ts';
import type { TransfersQuery } from './queries.ts';

const options = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([id, label]) => ({ id, label }));

/** What transfers can be filtered by; each is a parameter of the address. */
export const fields = {
  direction: { kind: 'choice', label: words.filters.direction, options: options(words.directions) },
  stage: { kind: 'choice', label: words.filters.stage, options: options(words.stages) },
} satisfies FilterFields;

export const views: readonly ListView[] = [
  { id: 'all', label: words.view.all, search: {} },
  { id: 'underway', label: words.view.underway, search: { stage: 'SCHEDULED,SENT,HELD' } },
  { id: 'in', label: words.view.in, search: { direction: 'IN' } },
  { id: 'out', label: words.view.out, search: { direction: 'OUT' } },
  { id: 'returned', label: words.view.returned, search: { stage: 'RETURNED' } },
];

/** The newest first; there is no other. */
export const order: SortSearch = { column: 'when', direction: 'descending' };

/** The query of the call for what the address says. */
export function queryOf(search: ListSearch): TransfersQuery {
  const { direction, stage } = parseFilters(fields, search);
  const directions = direction && chosen(direction, TransferDirection.options);
  return {
    ...(directions?.length === 1 && { direction: directions[0]! }),
    ...(stage && { stage: chosen(stage, TransferStage.options).join(',') }),
  };
}

const chosen = <T extends string>({ not, of }: ChoiceFilter, all: readonly T[]): T[] =>
  all.filter((each) => of.includes(each) !== not);
