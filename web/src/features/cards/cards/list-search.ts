import { CardKind, CardStatus } from '@florin/contract/cards/card-states';
import { cardholders } from '../../../flows/lists/found.ts';
import { sortIn, type ListSearch, type ListView } from '../../../flows/lists/search.ts';
import {
  parseFilters,
  type ChoiceFilter,
  type FilterFields,
  type SortSearch,
} from '../../../kit/lists/filters/filters.ts';
import type { CardGroup } from '@florin/contract/cards/card-groups';
import { cardsWords as words } from '../../../messages/en/cards/cards.ts';
import type { CardsQuery } from './queries.ts';

const options = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([id, label]) => ({ id, label }));

/**
 * What the cards can be filtered by; each is a parameter of the address.
 * @param groups of the business, once they are known
 */
export const fieldsOf = (groups: readonly CardGroup[] | undefined) =>
  ({
    ...fields,
    group: {
      kind: 'choice',
      label: words.filters.group,
      ...(groups && { options: groups.map(({ id, name }) => ({ id, label: name })) }),
    },
  }) satisfies FilterFields;

const fields = {
  cardholder: { kind: 'found', label: words.columns.holder, ...cardholders },
  state: { kind: 'choice', label: words.filters.state, options: options(words.states) },
  kind: { kind: 'choice', label: words.filters.kind, options: options(words.kinds) },
} satisfies FilterFields;

export const views: readonly ListView[] = [
  { id: 'all', label: words.view.all, search: {} },
  { id: 'inUse', label: words.view.inUse, search: { state: '!CLOSED' } },
  { id: 'frozen', label: words.view.frozen, search: { state: 'PAUSED' } },
  { id: 'waiting', label: words.view.waiting, search: { state: 'PENDING_FULFILLMENT,PENDING_ACTIVATION' } },
  { id: 'closed', label: words.view.closed, search: { state: 'CLOSED' } },
];

/** The card used last first; the newest first for those who may not see what cards are used for. */
export const orderOf = (showsUsage: boolean): SortSearch => ({
  column: showsUsage ? 'used' : 'issued',
  direction: 'descending',
});

const sorts = { issued: 'ISSUED', name: 'NAME', used: 'USED', spent: 'SPENT' } as const;

/** The query of the call for what the address says. @param order where it names none */
export function queryOf(search: ListSearch, order: SortSearch): CardsQuery {
  const { state, kind, group, cardholder } = parseFilters(fieldsOf(undefined), search);
  const groups = group?.of.filter(cardholders.isId).join(',');
  const sort = sortIn(search, Object.keys(sorts), order);
  const text = search['q']?.trim().slice(0, 80);
  const kinds = kind && chosen(kind, CardKind.options);
  return {
    ...(text && { text }),
    ...(state && { status: chosen(state, CardStatus.options).join(',') }),
    ...(groups && (group!.not ? { notGroup: groups } : { group: groups })),
    ...(cardholder && { holder: cardholder.of.join(',') }),
    ...(kinds?.length === 1 && { kind: kinds[0]! }),
    ...(sort.column !== 'issued' && { sort: sorts[sort.column as keyof typeof sorts] }),
    ...(sort.direction === 'ascending' && { order: 'ASC' as const }),
  };
}

const chosen = <T extends string>({ not, of }: ChoiceFilter, all: readonly T[]): T[] =>
  all.filter((each) => of.includes(each) !== not);
