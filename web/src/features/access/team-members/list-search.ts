import type { InviteStatus } from '@florin/contract/access/invites';
import { presets, type Preset } from '@florin/contract/permissions';
import type { Role } from '@florin/contract/access/session';
import { sortIn, type ListSearch, type ListView } from '../../../flows/lists/search.ts';
import {
  parseFilters,
  type ChoiceFilter,
  type FilterFields,
  type SortSearch,
} from '../../../kit/lists/filters/filters.ts';
import { teamWords as words } from '../../../messages/en/access/team-members.ts';
import { presetNames } from '../../../messages/en/access/team-permissions.ts';
import type { InvitesQuery, TeamQuery } from './queries.ts';

const options = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([id, label]) => ({ id, label }));
const roles: readonly Role[] = ['ADMIN', 'CARDHOLDER'];
const allPresets = Object.keys(presets) as Preset[];
const statuses = Object.keys(words.statuses) as InviteStatus[];

const role = { kind: 'choice', label: words.filters.role, options: options(words.roles) } as const;
const state = { kind: 'choice', label: words.filters.state, options: options(words.states) } as const;

/** What accounts can be filtered by; each is a parameter of the address. */
export const fields = {
  role,
  preset: {
    kind: 'choice',
    label: words.filters.preset,
    options: allPresets.map((id) => ({ id, label: presetNames[id].name })),
  },
  state,
} satisfies FilterFields;

/** What invites can be filtered by. */
export const inviteFields = {
  state,
  role,
  status: { kind: 'choice', label: words.filters.status, options: options(words.statuses) },
} satisfies FilterFields;

/** The views above both lists. @param waiting how many invites wait; undefined while that is not known */
export const viewsOf = (waiting: number | undefined): readonly ListView[] => [
  { id: 'all', label: words.view.all, search: {} },
  { id: 'administrators', label: words.view.administrators, search: { role: 'ADMIN' } },
  { id: 'cardholders', label: words.view.cardholders, search: { role: 'CARDHOLDER' } },
  { id: 'invited', label: words.view.invited, ...(waiting && { count: waiting }), search: { state: 'INVITED' } },
  { id: 'closed', label: words.view.closed, search: { state: 'CLOSED' } },
];

/** From A on. */
export const order: SortSearch = { column: 'name', direction: 'ascending' };

const chosen = <T extends string>({ not, of }: ChoiceFilter, all: readonly T[]): T[] =>
  all.filter((each) => of.includes(each) !== not);
/** The one option that is chosen; undefined where several are. */
function only<T extends string>(filter: ChoiceFilter | undefined, all: readonly T[]): T | undefined {
  const found = filter ? chosen(filter, all) : [];
  return found.length === 1 ? found[0] : undefined;
}

/** Whether the address shows invites: nobody who is invited has an account. */
export const showsInvites = (search: ListSearch): boolean =>
  only(parseFilters(fields, search).state, ['OPEN', 'INVITED', 'CLOSED']) === 'INVITED';

const textOf = (search: ListSearch) => search['q']?.trim().slice(0, 80);

/** The query of the call for the accounts that the address shows. */
export function queryOf(search: ListSearch): TeamQuery {
  const filters = parseFilters(fields, search);
  const sort = sortIn(search, ['name', 'lastLogin'], order);
  const text = textOf(search);
  const byRole = only(filters.role, roles);
  const byState = only(filters.state, ['OPEN', 'CLOSED'] as const);
  return {
    ...(text && { text }),
    ...(byRole && { role: byRole }),
    ...(filters.preset && { preset: chosen(filters.preset, allPresets).join(',') }),
    ...(byState && { state: byState }),
    ...(sort.column === 'lastLogin' && { sort: 'LAST_LOGIN' as const }),
    ...(sort.direction === 'descending' && sort.column === 'name' && { order: 'DESC' as const }),
    ...(sort.direction === 'ascending' && sort.column === 'lastLogin' && { order: 'ASC' as const }),
  };
}

/** The query of the call for the invites that the address shows. */
export function invitesQueryOf(search: ListSearch): InvitesQuery {
  const filters = parseFilters(inviteFields, search);
  const text = textOf(search);
  const byRole = only(filters.role, roles);
  const byStatus = only(filters.status, statuses);
  return { ...(text && { text }), ...(byRole && { role: byRole }), ...(byStatus && { status: byStatus }) };
}
