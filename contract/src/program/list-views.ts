import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { freeText, requiredLine, text, Uuid } from '../fields.ts';
import type { Permission } from '../permissions.ts';

/** The parameters that every list has in its address in addition to its filters. */
const common = ['q', 'sort'] as const;
const ofTransactions = [...common, 'date', 'status', 'category', 'merchant', 'amount', 'fees', 'card'] as const;
const own = { permission: 'my-transactions.view', parameters: ofTransactions } as const;

/** The lists whose views can be saved: who sees the list, and which parameters its address may have. */
export const savedLists = {
  transactions: { permission: 'transactions.view', parameters: [...ofTransactions, 'cardholder'] },
  purchases: own,
  'card-transactions': own,
  'card-declines': own,
  cards: { permission: 'cards.view', parameters: [...common, 'state', 'kind', 'group', 'cardholder'] },
  requests: { permission: 'requests.view', parameters: [...common, 'state', 'kind', 'person', 'card'] },
  'funding-requests': { permission: 'requests.make', parameters: ['sort', 'state', 'kind'] },
  'spend-policies': { permission: 'spend-policies.view', parameters: [...common, 'layer'] },
  'vendor-links': { permission: 'vendor-links.view', parameters: [...common, 'status'] },
  team: { permission: 'team-members.view', parameters: [...common, 'role', 'preset', 'state', 'status'] },
} as const satisfies Record<string, { permission: Permission; parameters: readonly string[] }>;
export type SavedList = keyof typeof savedLists;
const lists = Object.keys(savedLists) as SavedList[];
const List = v.picklist(lists, 'unknown');

export const listViewLimits = { name: 60, search: 2000, perPersonAndList: 50 } as const;

/**
 * The parameters of a saved address; null where it is not a query string as browsers write it, or names a parameter twice
 * or without a value.
 */
export function readSearch(search: string): Record<string, string> | null {
  const parts = new URLSearchParams(search);
  const found = Object.fromEntries(parts);
  const isWhole = parts.toString() === search && parts.size === Object.keys(found).length;
  return isWhole && search !== '' && Object.values(found).every((value) => value !== '') ? found : null;
}

/** Whether a list has all the parameters of a saved address. */
export function isSearchOf(list: SavedList, search: string): boolean {
  const known: readonly string[] = savedLists[list].parameters;
  return Object.keys(readSearch(search) ?? {}).every((key) => known.includes(key));
}

/** What others may read holds no card numbers. The digits of an id may look like one. */
const id = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const hasNoCardNumber = (value: string) => v.is(freeText(listViewLimits.search), value.replaceAll(id, ''));

const Name = requiredLine(listViewLimits.name);
/** The query string of a list's address, without the question mark. */
const Search = v.pipe(
  text(listViewLimits.search),
  v.check((search) => readSearch(search) !== null, 'format'),
  v.check((search) => Object.values(readSearch(search) ?? {}).every(hasNoCardNumber), 'characters'),
);

const ListView = v.object({
  id: v.string(),
  name: v.string(),
  search: v.string(),
  /** Seen by every administrator of the business who sees the list. */
  shared: v.boolean(),
  isOwn: v.boolean(),
  /** Whose it is. */
  owner: v.string(),
  /** Whether the caller may rename, change, share and delete it. */
  mayChange: v.boolean(),
  version: v.number(),
});
export type SavedView = v.InferOutput<typeof ListView>;

const limit = { per: 'session', requests: 60, windowSeconds: 60 } as const;

export const listViews = endpoint({
  method: 'GET',
  path: '/api/list-views',
  summary:
    'The saved views of a list: the caller’s own in the order of their making, then those shared by others, by name',
  access: 'session',
  query: v.object({ list: List }),
  answers: { 200: v.object({ items: v.array(ListView) }) },
  errors: [],
});

/**
 * STEP_NOT_POSSIBLE: the caller already has a view of that name, in upper or lower case, or has the maximum number of
 * views of the list.
 */
export const saveListView = endpoint({
  method: 'POST',
  path: '/api/list-views',
  summary: 'Save a view of a list',
  access: 'session',
  limit,
  body: v.object({ list: List, name: Name, search: Search, shared: v.boolean('type') }),
  answers: { 201: ListView },
  errors: ['STEP_NOT_POSSIBLE'],
});

/** STEP_NOT_POSSIBLE: its owner has a view of that name. */
export const changeListView = endpoint({
  method: 'PATCH',
  path: '/api/list-views/{id}',
  summary: 'Rename a saved view, change what it shows, share it or stop sharing it',
  access: 'session',
  limit,
  params: v.object({ id: Uuid }),
  body: v.object({
    version: v.pipe(v.number('type'), v.safeInteger('format')),
    name: v.optional(Name),
    search: v.optional(Search),
    shared: v.optional(v.boolean('type')),
  }),
  answers: { 200: ListView },
  errors: ['VERSION_CONFLICT', 'STEP_NOT_POSSIBLE'],
});

export const deleteListView = endpoint({
  method: 'DELETE',
  path: '/api/list-views/{id}',
  summary: 'Delete a saved view',
  access: 'session',
  limit,
  params: v.object({ id: Uuid }),
  answers: { 204: null },
  errors: [],
});
