import { calendarPeriods, type CalendarPeriod, type LimitRule } from '@florin/contract/cards/policies/spend-rules';
import { dayNumber, type Calendar } from './calendar.ts';

/**
 * The counters of one scope (a row of `limit_state`) by the key of their dimension. Each has three numbers for each of
 * `calendarPeriods`, in their order: the period's number, the amount in minor units, the count. A dimension that counts
 * since a date has three numbers only.
 */
export type Windows = Record<string, number[]>;

/** What a counter counts: all purchases (`*`) or those of a category group, optionally since a date. */
export interface Dimension {
  key: string;
  /** The number of the first day; null if calendar periods are counted. */
  since: number | null;
}

const all = '*';
export const everything: Dimension = { key: all, since: null };

/** The dimension that a limit reads. */
export const dimensionOf = ({ group = all, since }: Pick<LimitRule, 'group' | 'since'>): Dimension =>
  since === undefined ? { key: group, since: null } : { key: `${group}@${since}`, since: dayNumber(since) };

/** The position of a period's three numbers. A dimension that counts since a date has one position. */
export const placeOf = (period: CalendarPeriod | 'since'): number =>
  period === 'since' ? 0 : calendarPeriods.indexOf(period) * 3;

/** The amount at a position of a window in the period that began at `start`, in minor units. */
export const amountIn = (window: number[] | undefined, place: number, start: number): number =>
  isCurrent(window, place, start) ? window[place + 1]! : 0;

/** The number of purchases at a position of a window in the period that began at `start`. */
export const countIn = (window: number[] | undefined, place: number, start: number): number =>
  isCurrent(window, place, start) ? window[place + 2]! : 0;

/**
 * Whether a window is of this period. A later one counts, too: counters never go back, so that a purchase whose moment
 * is just before midnight is not measured against an empty counter if another has come just after it.
 */
const isCurrent = (window: number[] | undefined, place: number, start: number): window is number[] =>
  window !== undefined && window[place]! >= start;

/** Adds a purchase to the counters of a dimension. */
export function addTo(windows: Windows, dimension: Dimension, calendar: Calendar, amount: number, count: number): void {
  const { key, since } = dimension;
  const { starts } = calendar;
  if (since !== null && starts[0]! < since) return;
  const window = (windows[key] ??= Array.from({ length: since === null ? starts.length * 3 : 3 }, () => 0));
  for (let place = 0; place < window.length; place += 3) {
    const start = since ?? starts[place / 3]!;
    if (window[place]! < start) {
      window[place] = start;
      window[place + 1] = 0;
      window[place + 2] = 0;
    }
    window[place + 1]! += amount;
    window[place + 2]! += count;
  }
}

/**
 * Subtracts the usage of an earlier purchase. A period that has ended does not change, and no counter goes below zero.
 * @param calendar of the moment of that purchase
 */
export function takeFrom(
  windows: Windows,
  dimension: Dimension,
  calendar: Calendar,
  amount: number,
  count: number,
): void {
  const { key, since } = dimension;
  const window = windows[key];
  if (!window || (since !== null && calendar.starts[0]! < since)) return;
  for (let place = 0; place < window.length; place += 3) {
    if (window[place] !== (since ?? calendar.starts[place / 3]!)) continue;
    window[place + 1] = Math.max(0, window[place + 1]! - amount);
    window[place + 2] = Math.max(0, window[place + 2]! - count);
  }
}
