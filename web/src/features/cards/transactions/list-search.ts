import { TransactionStatus } from '@florin/contract/transaction-states';
import type { transactions } from '@florin/contract/transactions';
import type { Input } from '@florin/contract/endpoint';
import { categoryGroups } from '@florin/contract/merchant-categories';
import {
  parseFilters,
  parseSort,
  type FilterFields,
  type FiltersOf,
  type SortSearch,
} from '../../../kit/lists/filters/filters.ts';
import { addDays, startOfDay } from '../../../flows/transactions/when.ts';
import { transactionWords as words } from '../../../messages/en/transactions.ts';

const options = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([id, label]) => ({ id, label }));

/** What the lists of transactions can be filtered by; each is a search parameter of the address. */
export const fields = {
  date: { kind: 'date', label: words.filters.date, presets: options(words.dates) },
  status: { kind: 'choice', label: words.filters.status, options: options(words.statuses) },
  category: {
    kind: 'choice',
    label: words.filters.category,
    options: categoryGroups.map(({ key, name }) => ({ id: key, label: name })),
  },
  amount: { kind: 'amount', label: words.filters.amount, currency: 'USD', digits: 2 },
} satisfies FilterFields;

export type Filters = FiltersOf<typeof fields>;
export type Query = Input<typeof transactions>['query'];

/** The views above the list: search parameters with a name. */
export const views = {
  all: {},
  hold: { status: 'PENDING' },
  declined: { status: 'DECLINED' },
  fees: { fees: 'true' },
  large: { amount: '100000..' },
} as const satisfies Record<string, ListSearch>;
export type View = keyof typeof views;

export interface ListSearch {
  q?: string;
  date?: string;
  status?: string;
  category?: string;
  amount?: string;
  fees?: string;
  sort?: string;
  open?: string;
}

const filterKeys = ['q', 'date', 'status', 'category', 'amount', 'fees'] as const;

/** The view that the address shows; null where its filters are others. */
export function viewOf(search: ListSearch): View | null {
  const names = Object.keys(views) as View[];
  return (
    names.find((name) => {
      const view: ListSearch = views[name];
      return filterKeys.every((key) => (search[key] ?? '') === (view[key] ?? ''));
    }) ?? null
  );
}

export const isFiltered = (search: ListSearch): boolean => filterKeys.some((key) => (search[key] ?? '') !== '');

export const sortOf = (search: ListSearch): SortSearch =>
  parseSort(search.sort, ['date', 'amount']) ?? { column: 'date', direction: 'descending' };

/**
 * The query of the calls for what the address says.
 * @param today yyyy-mm-dd in Eastern Time
 */
export function queryOf(search: ListSearch, today: string): Query {
  const { date, status, category, amount }: Filters = parseFilters(fields, search as Record<string, unknown>);
  const sort = sortOf(search);
  const text = search.q?.trim().slice(0, 80);
  return {
    ...(text && { text }),
    ...(date && between(date.preset === null ? date : daysOf(date.preset, today))),
    ...(status && { status: chosen(status, TransactionStatus.options).join(',') }),
    ...(category && {
      group: chosen(
        category,
        categoryGroups.map(({ key }) => key),
      ).join(','),
    }),
    ...(amount?.min != null && { amountFrom: String(amount.min) }),
    ...(amount?.max != null && { amountTo: String(amount.max) }),
    ...(search.fees === 'true' && { hasFee: 'true' as const }),
    ...(sort.column === 'amount' && { sort: 'AMOUNT' as const }),
    ...(sort.direction === 'ascending' && { order: 'ASC' as const }),
  };
}

const chosen = <T extends string>({ not, of }: { not: boolean; of: readonly string[] }, all: readonly T[]): T[] =>
  all.filter((each) => of.includes(each) !== not);

interface Days {
  from: string | null;
  to: string | null;
}

function between({ from, to }: Days): Pick<Query, 'from' | 'to'> {
  return {
    ...(from !== null && { from: startOfDay(from).toISOString() }),
    ...(to !== null && { to: startOfDay(addDays(to, 1)).toISOString() }),
  };
}

/** The days of a preset; weeks begin on Sunday. */
export function daysOf(preset: string, today: string): Days {
  const weekday = new Date(`${today}T00:00:00Z`).getUTCDay();
  const month = `${today.slice(0, 8)}01`;
  switch (preset) {
    case 'today':
      return { from: today, to: today };
    case 'yesterday':
      return { from: addDays(today, -1), to: addDays(today, -1) };
    case 'this-week':
      return { from: addDays(today, -weekday), to: today };
    case 'this-month':
      return { from: month, to: today };
    case 'last-month': {
      const last = addDays(month, -1);
      return { from: `${last.slice(0, 8)}01`, to: last };
    }
    default:
      return { from: null, to: null };
  }
}
