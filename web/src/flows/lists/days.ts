import { productTime } from '../../clock.ts';
import { addDays, dayIn, startOfDay } from '../time/when.ts';
import { listWords } from '../../messages/en/kit/lists.ts';
import type { DateFilter } from '../../kit/lists/filters/filters.ts';

interface Days {
  from: string | null;
  to: string | null;
}

/** Named days for a filter of dates. */
export const dayPresets = Object.entries(listWords.days).map(([id, label]) => ({ id, label }));

/**
 * The days of a preset; weeks begin on Sunday.
 * @param today yyyy-mm-dd
 */
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

/**
 * The moments of a date filter in the form of the calls: the first included, the last not included. Days are those of
 * the business, as in its exports.
 * @param zone of the business
 * @param today yyyy-mm-dd, in that zone
 */
export function momentsOf(
  filter: DateFilter,
  zone: string,
  today: string = dayIn(productTime(), zone),
): { from?: string; to?: string } {
  const { from, to } = filter.preset === null ? filter : daysOf(filter.preset, today);
  return {
    ...(from !== null && { from: startOfDay(from, zone).toISOString() }),
    ...(to !== null && { to: startOfDay(addDays(to, 1), zone).toISOString() }),
  };
}
