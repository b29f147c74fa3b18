import { TransactionStatus } from '@florin/contract/cards/transaction-states';
import type { transactions } from '@florin/contract/cards/transactions';
import type { Input } from '@florin/contract/endpoint';
import { categoryGroups } from '@florin/contract/cards/policies/merchant-categories';
import {
  parseFilters,
  type ChoiceFilter,
  type FilterFields,
  type SortSearch,
} from '../../../kit/lists/filters/filters.ts';
import { dayPresets, momentsOf } from '../../../flows/lists/days.ts';
import { cardholders, cards, ownCards } from '../../../flows/lists/found.ts';
import { sortIn, type ListSearch, type ListView } from '../../../flows/lists/search.ts';
import { transactionWords as words } from '../../../messages/en/cards/transactions.ts';
import type { Scope } from './queries.ts';

const options = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([id, label]) => ({ id, label }));

/** What transactions can be filtered by; each is a search parameter of the address. */
const commonFields = {
  date: { kind: 'date', label: words.filters.date, presets: dayPresets },
  status: { kind: 'choice', label: words.filters.status, options: options(words.statuses) },
  category: {
    kind: 'choice',
    label: words.filters.category,
    options: categoryGroups.map(({ key, name, short }) => ({ id: key, label: name, short })),
  },
  merchant: { kind: 'text', label: words.filters.merchant },
  amount: { kind: 'amount', label: words.filters.amount, currency: 'USD', digits: 2 },
  fees: { kind: 'choice', label: words.filters.fees, options: options(words.feeChoices) },
} satisfies FilterFields;

/** What a cardholder filters the own ones by. */
const ownFields = {
  ...commonFields,
  card: { kind: 'found', label: words.filters.card, ...ownCards },
} satisfies FilterFields;

/** What an administrator filters those of the business by. */
const businessFields = {
  ...commonFields,
  cardholder: { kind: 'found', label: words.filters.cardholder, ...cardholders },
  card: { kind: 'found', label: words.filters.card, ...cards },
} satisfies FilterFields;

export const fieldsOf = (scope: Scope) => (scope === 'business' ? businessFields : ownFields);

/** The cardholder's own calls ignore what only an administrator's takes. */
export type Query = Input<typeof transactions>['query'];

/** The views above the list. */
export const views: readonly ListView[] = Object.entries({
  all: {},
  hold: { status: 'PENDING' },
  declined: { status: 'DECLINED' },
  fees: { fees: 'true' },
  large: { amount: '100000..' },
} satisfies Record<keyof typeof words.view, ListSearch>).map(([id, search]) => ({
  id,
  label: words.view[id as keyof typeof words.view],
  search,
}));

/** The newest first. */
export const order: SortSearch = { column: 'date', direction: 'descending' };

/**
 * The query of the calls for what the address says.
 * @param zone of the business, whose days are filtered
 */
export function queryOf(scope: Scope, search: ListSearch, zone: string, today?: string): Query {
  const { date, status, category, merchant, amount, fees } = parseFilters(commonFields, search);
  const { card } = parseFilters(ownFields, search);
  const { cardholder } = scope === 'business' ? parseFilters(businessFields, search) : {};
  const sort = sortIn(search, ['date', 'amount'], order);
  const text = search['q']?.trim().slice(0, 80);
  return {
    ...(text && { text }),
    ...(date && momentsOf(date, zone, today)),
    ...(status && { status: chosen(status, TransactionStatus.options).join(',') }),
    ...(category && {
      categoryGroup: chosen(
        category,
        categoryGroups.map(({ key }) => key),
      ).join(','),
    }),
    ...(merchant && { merchant: merchant.contains.slice(0, 80) }),
    ...(cardholder && { membershipId: cardholder.of.join(',') }),
    ...(card && { cardId: card.of.join(',') }),
    ...(amount?.min != null && { amountFrom: String(amount.min) }),
    ...(amount?.max != null && { amountTo: String(amount.max) }),
    ...(fees && { hasFee: fees.not ? ('false' as const) : ('true' as const) }),
    ...(sort.column === 'amount' && { sort: 'AMOUNT' as const }),
    ...(sort.direction === 'ascending' && { order: 'ASC' as const }),
  };
}

const chosen = <T extends string>({ not, of }: ChoiceFilter, all: readonly T[]): T[] =>
  all.filter((each) => of.includes(each) !== not);
