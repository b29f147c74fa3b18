import { RequestKind, RequestStatus } from '@florin/contract/money/request-states';
import { sortIn, type ListSearch, type ListView } from '../../../flows/lists/search.ts';
import { cardholders, cards } from '../../../flows/lists/found.ts';
import type { RequestScope, RequestsQuery } from '../../../flows/requests/queries.ts';
import {
  parseFilters,
  type ChoiceFilter,
  type FilterFields,
  type SortSearch,
} from '../../../kit/lists/filters/filters.ts';
import { requestWords } from '../../../messages/en/money/requests.ts';

const words = requestWords.list;
const options = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([id, label]) => ({ id, label }));

/** What cardholders filter their own requests by; each is a parameter of the address. */
const ownFields = {
  state: { kind: 'choice', label: words.filters.state, options: options(requestWords.statuses) },
  kind: { kind: 'choice', label: words.filters.kind, options: options(requestWords.kinds) },
} satisfies FilterFields;

/** What administrators filter those of the business by. */
const businessFields = {
  ...ownFields,
  person: { kind: 'found', label: words.filters.person, ...cardholders },
  card: { kind: 'found', label: words.filters.card, ...cards },
} satisfies FilterFields;

export const fieldsOf = (scope: RequestScope) => (scope === 'business' ? businessFields : ownFields);

/** Administrators begin with what waits for them; cardholders with everything they have asked for. */
export const viewsOf = (scope: RequestScope, waiting: number | undefined): readonly ListView[] => {
  const open = { id: 'waiting', label: words.views.waiting, ...(waiting ? { count: waiting } : {}) };
  const decided = { id: 'decided', label: words.views.decided, search: { state: '!PENDING' } };
  return scope === 'business'
    ? [
        { ...open, search: {} },
        decided,
        { id: 'all', label: words.views.all, search: { state: RequestStatus.options.join(',') } },
      ]
    : [{ id: 'all', label: words.views.all, search: {} }, { ...open, search: { state: 'PENDING' } }, decided];
};

/** The newest first. */
export const order: SortSearch = { column: 'asked', direction: 'descending' };

/** The query of the calls for what the address says. */
export function queryOf(scope: RequestScope, search: ListSearch): RequestsQuery {
  const { state, kind } = parseFilters(ownFields, search);
  const { person, card } = scope === 'business' ? parseFilters(businessFields, search) : {};
  const text = scope === 'business' ? search['q']?.trim().slice(0, 80) : undefined;
  const status = state ? chosen(state, RequestStatus.options) : scope === 'business' ? (['PENDING'] as const) : null;
  return {
    ...(text && { text }),
    ...(status && { status: status.join(',') }),
    ...(kind && { kind: chosen(kind, RequestKind.options).join(',') }),
    ...(person && { membershipId: person.of.join(',') }),
    ...(card && { cardId: card.of.join(',') }),
    ...(sortIn(search, ['asked'], order).direction === 'ascending' && { order: 'ASC' as const }),
  };
}

const chosen = <T extends string>({ not, of }: ChoiceFilter, all: readonly T[]): T[] =>
  all.filter((each) => of.includes(each) !== not);
