import { lastDigits } from '../../last-digits.ts';
import { numberText } from '../../number-text.ts';

/** What all lists of the product say. */
export const listWords = {
  views: 'Views',
  filtered: 'Filtered',
  export: 'Export',
  exportView: 'Export these rows',
  csv: 'CSV, for any program',
  xlsx: 'Excel workbook',
  exportSelected: (rows: number) => `Export ${numberText(rows)}`,
  exporting: 'Exporting…',
  notExported: 'The rows were not exported.',
  exportBroke: 'The export was interrupted, and no file was saved.',
  exportedOften: (minutes: number) =>
    `You have exported often in the last hour. Try again in ${numberText(minutes)} ${minutes === 1 ? 'minute' : 'minutes'}.`,
  exportForbidden: 'You may no longer export this list. Ask an administrator who may change permissions.',
  exportName: 'export',
  tooManySelected: (most: number) => `At most ${numberText(most)} rows at once.`,
  clear: 'Clear filters',
  noMatchText: 'Try fewer filters or another search.',
  noMatchDates: 'Try other dates or fewer filters.',
  failedText: 'What was loaded stays. Please try again.',
  /** Of a filter that no index finds: how far back rows were searched. */
  searchedTo: (date: string) => `Searched back to ${date}.`,
  cardOf: (name: string, last4: string) => `${name} ${lastDigits(last4)}`,
  ofAll: (shown: number, all: string) => `${numberText(shown)} of ${all}`,
  days: {
    today: 'today',
    yesterday: 'yesterday',
    'this-week': 'this week',
    'this-month': 'this month',
    'last-month': 'last month',
  },
} as const;
