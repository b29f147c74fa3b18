import type { ComponentType, ReactNode } from 'react';
import { inOrder, isDay, type DateSpan } from '../../pickers/date-span.ts';

/** A part of a text. */
export interface TextFilter {
  kind: 'text';
  contains: string;
}
/** Any of some options, or none of them. */
export interface ChoiceFilter {
  kind: 'choice';
  not: boolean;
  of: readonly string[];
}
/** Any of several things, by their ids. There are too many of them to list as options. */
export interface FoundFilter {
  kind: 'found';
  of: readonly string[];
}
/** Named days, such as 'this-month', or days from one to another. */
export type DateFilter = { kind: 'date'; preset: string } | ({ kind: 'date'; preset: null } & DateSpan);
/** In minor units of the currency, both ends included; null leaves an end open. */
export interface AmountFilter {
  kind: 'amount';
  min: bigint | null;
  max: bigint | null;
}

export type Filter = TextFilter | ChoiceFilter | FoundFilter | DateFilter | AmountFilter;

export interface Choice {
  id: string;
  label: string;
  /** For the sentence of a filter, where the label is long. */
  short?: string;
}

export interface FoundChoices {
  choices: readonly Choice[];
  state: 'searching' | 'failed' | 'found';
  onRetry: () => void;
}

/** The maximum number of chosen things. */
const foundAtMost = 50;

/** What a list can be filtered by. */
export type FilterField =
  | { kind: 'text'; label: string }
  /** Without `options`, every id is accepted, because the options are not known yet. */
  | { kind: 'choice'; label: string; options?: readonly Choice[] }
  /** Of too many to be listed. */
  | {
      kind: 'found';
      label: string;
      isId: (text: string) => boolean;
      /** Finds the first few things that match a text. */
      Found: ComponentType<{ sought: string; children: (found: FoundChoices) => ReactNode }>;
      /** Returns the names of chosen things. Names that are not known yet are missing. */
      Labels: ComponentType<{ ids: readonly string[]; children: (labels: readonly Choice[]) => ReactNode }>;
    }
  | { kind: 'date'; label: string; presets: readonly Choice[] }
  /** `currency` is an ISO 4217 code, `digits` its number of minor digits. */
  | { kind: 'amount'; label: string; currency: string; digits: number };

export type FilterFields = Readonly<Record<string, FilterField>>;

/** The filters that are set, by field, in the order of the fields. */
export type FiltersOf<Fields extends FilterFields> = {
  readonly [Id in keyof Fields]?: Extract<Filter, { kind: Fields[Id]['kind'] }>;
};

/** Search parameters of an address: one for each filter, named as its field. */
export type FilterSearch<Fields extends FilterFields> = { [Id in keyof Fields]?: string };

/**
 * Reads filters from the search parameters of an address. Anything that is not a filter of these fields is ignored,
 * because people type, shorten and share addresses.
 * @param search values as the router reads them; a number is read as its digits
 */
export function parseFilters<Fields extends FilterFields>(
  fields: Fields,
  search: Readonly<Record<string, unknown>>,
): FiltersOf<Fields> {
  const entries = Object.entries(fields).flatMap(([id, field]) => {
    const value = Object.hasOwn(search, id) ? search[id] : undefined;
    if (typeof value !== 'string' && typeof value !== 'number') return [];
    const filter = parseFilter(field, String(value));
    return filter === null ? [] : [[id, filter]];
  });
  return Object.fromEntries(entries) as FiltersOf<Fields>;
}

/** Writes filters as search parameters. Empty filters are left out. */
export function formatFilters<Fields extends FilterFields>(
  fields: Fields,
  filters: FiltersOf<Fields>,
): FilterSearch<Fields> {
  const entries = Object.keys(fields).flatMap((id) => {
    const filter = filters[id];
    const text = filter === undefined ? '' : formatFilter(filter);
    return text === '' ? [] : [[id, text]];
  });
  return Object.fromEntries(entries) as FilterSearch<Fields>;
}

function parseFilter(field: FilterField, text: string): Filter | null {
  switch (field.kind) {
    case 'text':
      return text.trim() === '' ? null : { kind: 'text', contains: text.trim() };
    case 'choice': {
      const not = text.startsWith('!');
      const known = field.options && new Set(field.options.map(({ id }) => id));
      const given = (not ? text.slice(1) : text).split(',').map(unescapeId);
      const of = [...new Set(given)].filter((id) => id !== '' && (known?.has(id) ?? true));
      return of.length === 0 ? null : { kind: 'choice', not, of };
    }
    case 'found': {
      const of = [...new Set(text.split(','))].filter(field.isId).slice(0, foundAtMost);
      return of.length === 0 ? null : { kind: 'found', of };
    }
    case 'date': {
      if (field.presets.some(({ id }) => id === text)) return { kind: 'date', preset: text };
      const [from = '', to = '', ...rest] = text.split('..');
      const span = { from: isDay(from) ? from : null, to: isDay(to) ? to : null };
      if (rest.length > 0 || (span.from === null && span.to === null)) return null;
      return { kind: 'date', preset: null, ...inOrder(span) };
    }
    case 'amount': {
      const [min = '', max = '', ...rest] = text.split('..');
      if (rest.length > 0 || !text.includes('..')) return null;
      return amountBetween(wholeNumber(min), wholeNumber(max));
    }
    default:
      return field satisfies never;
  }
}

function formatFilter(filter: Filter): string {
  switch (filter.kind) {
    case 'text':
      return filter.contains.trim();
    case 'choice':
      return filter.of.length === 0 ? '' : `${filter.not ? '!' : ''}${filter.of.map(escapeId).join(',')}`;
    case 'found':
      return filter.of.join(',');
    case 'date': {
      if (filter.preset !== null) return filter.preset;
      const { from, to } = inOrder(filter);
      return from === null && to === null ? '' : `${from ?? ''}..${to ?? ''}`;
    }
    case 'amount':
      return filter.min === null && filter.max === null ? '' : `${filter.min ?? ''}..${filter.max ?? ''}`;
    default:
      return filter satisfies never;
  }
}

/** An amount filter with its ends in order; null if both are open. */
export function amountBetween(min: bigint | null, max: bigint | null): AmountFilter | null {
  if (min === null && max === null) return null;
  return min !== null && max !== null && min > max
    ? { kind: 'amount', min: max, max: min }
    : { kind: 'amount', min, max };
}

/** Up to 15 digits, which are exact as a number, too. */
const wholeNumber = (text: string) => (/^-?\d{1,15}$/.test(text) ? BigInt(text) : null);

/** An id may contain the separator of ids, and the sign for `not`. */
const escapeId = (id: string) => id.replaceAll(/[%,!]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
const unescapeId = (text: string) =>
  text.replaceAll(/%(25|2c|21)/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** `-date` sorts by date, the latest first. */
export interface SortSearch {
  column: string;
  direction: 'ascending' | 'descending';
}

/** Reads an order from a search parameter; null if it is not one of these columns. */
export function parseSort(value: unknown, columns: readonly string[]): SortSearch | null {
  if (typeof value !== 'string') return null;
  const isDescending = value.startsWith('-');
  const column = isDescending ? value.slice(1) : value;
  return columns.includes(column) ? { column, direction: isDescending ? 'descending' : 'ascending' } : null;
}

/** Writes an order as a search parameter. */
export const formatSort = ({ column, direction }: SortSearch): string =>
  direction === 'descending' ? `-${column}` : column;
